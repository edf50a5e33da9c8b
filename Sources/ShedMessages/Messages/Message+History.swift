/// The lines of `log`. What is in angle brackets in the catalogue is coloured.
extension Message {
    // MARK: Days

    package static var today: Message { Message() }
    package static var yesterday: Message { Message() }
    /// - Parameters:
    ///   - weekday: `0` is Sunday.
    ///   - month: `1` is January.
    package static func day(weekday: String, day: Int, month: String, year: Int) -> Message { Message(weekday, day, month, year) }
    package static func writtenBy(id: String, actor: String) -> Message { Message(id, actor) }
    package static var noWatcherToFollow: Message { Message() }

    // MARK: What happened

    package static var theProject: Message { Message() }
    /// Where something was, and where it went: folders.
    package static func outOf(isProject: Bool, place: Message) -> Message { Message(isProject, place) }
    package static func into(isProject: Bool, place: Message) -> Message { Message(isProject, place) }
    package static func because(why: Message) -> Message { Message(why) }
    package static func remark(text: Message) -> Message { Message(text) }
    package static var logMade: Message { Message() }
    package static func logAdopted(files: Message, folders: Message) -> Message { Message(files, folders) }
    package static func logAdded(isFolder: Bool, path: Message, remark: Message) -> Message { Message(isFolder, path, remark) }
    package static func logReturned(path: Message) -> Message { Message(path) }
    package static func logRemade(path: Message, why: Message) -> Message { Message(path, why) }
    package static func logModified(path: Message) -> Message { Message(path) }
    package static func logMoved(from: Message, to: Message) -> Message { Message(from, to) }
    package static func logMovedName(name: String, from: Message, to: Message) -> Message { Message(name, from, to) }
    package static func logMovedByShed(from: Message, to: Message, why: Message) -> Message { Message(from, to, why) }
    package static func logRenamed(from: Message, name: String) -> Message { Message(from, name) }
    package static func logRenamedByShed(from: Message, name: String, why: Message) -> Message { Message(from, name, why) }
    package static func logRemoved(name: String, from: Message) -> Message { Message(name, from) }
    package static func logDeleted(name: String, from: Message) -> Message { Message(name, from) }
    /// - Parameter place: the folder that it was in.
    package static func logForgotten(name: String, isProject: Bool, place: Message) -> Message { Message(name, isProject, place) }
    package static func logRejected(from: Message, why: Message, path: Message) -> Message { Message(from, why, path) }
    package static func logPutBack(path: Message, why: Message) -> Message { Message(path, why) }
    package static func logSentBack(thing: Message, to: Message, why: Message) -> Message { Message(thing, to, why) }
    package static func logWaiting(path: Message, why: Message) -> Message { Message(path, why) }
    package static func logSomethingWaits(why: Message) -> Message { Message(why) }
    package static func manyWait(count: Int, path: String, message: Message) -> Message { Message(count, path, message) }
    package static func logFailed(path: Message, why: Message) -> Message { Message(path, why) }
    package static func logAllowed(path: Message, what: Message) -> Message { Message(path, what) }
    package static var somethingElse: Message { Message() }
    package static func logAccepted(path: Message) -> Message { Message(path) }
    package static func logRelinked(path: Message) -> Message { Message(path) }
    package static func logRelinkedFrom(path: Message, from: Message) -> Message { Message(path, from) }
    package static var logDescribed: Message { Message() }
    package static func logTagged(path: Message, tag: String) -> Message { Message(path, tag) }
    package static func logUntagged(path: Message, tag: String) -> Message { Message(path, tag) }
    package static func logValueSet(path: Message, value: String) -> Message { Message(path, value) }
    package static func logValueUnset(path: Message, variable: String) -> Message { Message(path, variable) }
    package static func logLabelled(what: Message) -> Message { Message(what) }
    package static func logUndone(what: Message) -> Message { Message(what) }
    /// - Parameter sort: `group`, `tag` or `variable`, here and below.
    package static func labelMade(sort: String, name: String) -> Message { Message(sort, name) }
    package static func labelRenamed(sort: String, old: String, new: String) -> Message { Message(sort, old, new) }
    package static func labelDeleted(sort: String, name: String) -> Message { Message(sort, name) }
    package static func labelChanged(sort: String, name: String) -> Message { Message(sort, name) }
    package static func labelRescoped(sort: String, name: String, scope: String) -> Message { Message(sort, name, scope) }
    package static func tagRecoloured(name: String) -> Message { Message(name) }
    package static func optionsChanged(variable: String) -> Message { Message(variable) }
    package static var changedLabels: Message { Message() }
    package static func tookBack(verb: String, number: Int) -> Message { Message(verb, number) }
    package static func finishedInterrupted(verb: String, number: Int) -> Message { Message(verb, number) }
    package static func logGaveUp(what: Message) -> Message { Message(what) }
    package static var lostBatches: Message { Message() }
    package static func logSummary(what: Message, remark: Message) -> Message { Message(what, remark) }
    /// - Parameter event: the word of the history.
    package static func counted(event: String, count: Int) -> Message { Message(event, count) }
    package static var missingGivenUp: Message { Message() }
    package static var cameFromOtherProject: Message { Message() }
}
