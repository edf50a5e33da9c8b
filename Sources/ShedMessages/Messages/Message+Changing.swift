/// What verbs say that they have done, or would have.
extension Message {
    // MARK: Done

    /// - Parameter deed: `moved`, `restored` or `renamed`.
    package static func moved(deed: String, isDryRun: Bool, from: String, to: String) -> Message { Message(deed, isDryRun, from, to) }
    /// What is said of two names that look the same.
    /// - Parameter form: what the latter is: `composed`, `decomposed` or `other`.
    package static func respelled(message: Message, form: String) -> Message { Message(message, form) }
    package static func accepted(isDryRun: Bool, path: String) -> Message { Message(isDryRun, path) }
    package static func deleted(isDryRun: Bool, path: String) -> Message { Message(isDryRun, path) }
    package static func added(isDryRun: Bool, path: String) -> Message { Message(isDryRun, path) }
    package static func allowed(isDryRun: Bool, path: String, what: Message) -> Message { Message(isDryRun, path, what) }
    package static func allowedAlready(path: String, what: Message) -> Message { Message(path, what) }
    package static func givenUp(isDryRun: Bool, path: String, id: String) -> Message { Message(isDryRun, path, id) }
    package static func relinked(isDryRun: Bool, path: String, id: String) -> Message { Message(isDryRun, path, id) }
    package static func relinkedFrom(isDryRun: Bool, path: String, id: String, former: String) -> Message { Message(isDryRun, path, id, former) }
    package static func renamedProject(isDryRun: Bool, old: String, new: String) -> Message { Message(isDryRun, old, new) }
    package static func madeProject(kind: String, path: String) -> Message { Message(kind, path) }
    package static func wouldMakeProject(kind: String, path: String, folders: Message) -> Message { Message(kind, path, folders) }
    package static func trashedProject(isDryRun: Bool, path: String, trash: Message) -> Message { Message(isDryRun, path, trash) }
    package static var desktopTrash: Message { Message() }
    package static func forgotten(isDryRun: Bool, path: String) -> Message { Message(isDryRun, path) }

    // MARK: Tags and values

    package static func tagged(isDryRun: Bool, tag: String, path: String) -> Message { Message(isDryRun, tag, path) }
    package static func tagged(isDryRun: Bool, tag: String, path: Message) -> Message { Message(isDryRun, tag, path) }
    package static func hasTag(path: String, tag: String) -> Message { Message(path, tag) }
    package static func untagged(isDryRun: Bool, tag: String, path: String) -> Message { Message(isDryRun, tag, path) }
    package static func untagged(isDryRun: Bool, tag: String, path: Message) -> Message { Message(isDryRun, tag, path) }
    package static func hasNoTag(path: String, tag: String) -> Message { Message(path, tag) }
    package static func valueSet(isDryRun: Bool, value: String, path: String) -> Message { Message(isDryRun, value, path) }
    package static func valueSet(isDryRun: Bool, value: String, path: Message) -> Message { Message(isDryRun, value, path) }
    package static func hasValue(path: String, value: String) -> Message { Message(path, value) }
    package static func valueUnset(isDryRun: Bool, variable: String, path: String) -> Message { Message(isDryRun, variable, path) }
    package static func valueUnset(isDryRun: Bool, variable: String, path: Message) -> Message { Message(isDryRun, variable, path) }
    package static func hasNoValue(path: String, variable: String) -> Message { Message(path, variable) }
    package static func moreLabelled(count: Int, changed: Int) -> Message { Message(count, changed) }

    // MARK: Nothing to do

    package static var trashIsEmpty: Message { Message() }
    package static var givenUpAlready: Message { Message() }
    package static var nothingLikely: Message { Message() }
    package static var allProjectsThere: Message { Message() }

    // MARK: Questions

    package static func waitingForDaemon(process: Int) -> Message { Message(process) }
    package static var waitingForProject: Message { Message() }
    /// A question as it is asked, with the answers.
    package static func prompt(question: String) -> Message { Message(question) }
    /// What stands for yes, besides `y` and `yes`, with spaces between.
    package static var yesWords: Message { Message() }
    package static func needsConfirmation(question: String) -> Message { Message(question) }
    package static var addYes: Message { Message() }
    package static var nothingDone: Message { Message() }
    package static var notConfirmed: Message { Message() }
    package static func withTemplateFolders(extent: Message, count: Int, names: Message) -> Message { Message(extent, count, names) }
    package static func withProjects(extent: Message, count: Int, names: Message) -> Message { Message(extent, count, names) }
    package static func inParentheses(text: Message, inner: Message) -> Message { Message(text, inner) }
    package static func movingToTrash(what: Message) -> Message { Message(what) }
    package static func deletingForGood(what: Message) -> Message { Message(what) }
    package static func emptyingTrash(path: String, extent: Message) -> Message { Message(path, extent) }
    package static func givingUp(count: Int) -> Message { Message(count) }
    package static func joining(count: Int) -> Message { Message(count) }
    package static func isThatWhatWas(path: String, former: String) -> Message { Message(path, former) }
    package static func isThatWhatWasLike(path: String, former: String, likeness: Int) -> Message { Message(path, former, likeness) }
    package static func trashingProject(path: String, extent: Message) -> Message { Message(path, extent) }
    package static func deletingProject(path: String, extent: Message) -> Message { Message(path, extent) }
    package static func forgettingProjects(count: Int, undoable: Int) -> Message { Message(count, undoable) }
    package static var reportOnly: Message { Message() }
    package static func makeMissingFolders(count: Int) -> Message { Message(count) }
    package static func adopting(path: String) -> Message { Message(path) }
}
