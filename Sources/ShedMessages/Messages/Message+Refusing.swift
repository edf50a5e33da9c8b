/// Why something may not stand where it stands, or waits, and what to do about it.
extension Message {
    // MARK: By which rule

    package static func keptView(folder: String) -> Message { Message(folder) }
    /// Why a file that was saved in place of a link is refused. A sentence.
    package static func targetIsOpen(reason: Message, target: String) -> Message { Message(reason, target) }
    package static func takesFilesOnly(folder: String) -> Message { Message(folder) }
    package static func filledByMoves(folder: String) -> Message { Message(folder) }
    package static func takesWhatWasThere(folder: String) -> Message { Message(folder) }
    package static func acceptsNothing(folder: String) -> Message { Message(folder) }
    package static func wrongType(isFolder: Bool, folder: String) -> Message { Message(isFolder, folder) }
    package static var fileAtRoot: Message { Message() }
    package static func nameCollision(other: String) -> Message { Message(other) }
    package static var blankName: Message { Message() }
    package static func misplacedTemplateFolder(role: String, folder: String) -> Message { Message(role, folder) }
    package static var conflictCopy: Message { Message() }
    package static var unreadableFolder: Message { Message() }
    package static var apartFolder: Message { Message() }
    package static func tooDeepFolder(most: Int) -> Message { Message(most) }
    package static func unexplained(command: String) -> Message { Message(command) }
    package static func cameAlong(command: String) -> Message { Message(command) }
    package static func orRelink(message: Message, former: String, command: String) -> Message { Message(message, former, command) }
    package static var explainedLater: Message { Message() }
    package static func tooMuchAtOnce(count: Int, limit: Int) -> Message { Message(count, limit) }

    /// What a rule is about, by its name.
    /// - Parameter summary: in English.
    package static func ruleSummary(rule: String, summary: String) -> Message { Message(rule, summary) }

    /// What `check` will say of a name that was taken all the same.
    /// - Parameters:
    ///   - message: in English.
    ///   - cure: in English.
    package static func nameComplaint(rule: String, message: String, cure: String) -> Message { Message(rule, message, cure) }

    // MARK: Why it waits

    package static func sidecarHasGaps(reason: String) -> Message { Message(reason) }
    /// Behind that, where it is the person's own git.
    package static var gitMayHaveRest: Message { Message() }
    package static var nameOfRejected: Message { Message() }
    package static var wouldBeConverted: Message { Message() }
    package static func waitsForCarrier(message: Message) -> Message { Message(message) }
    package static func cameEarlier(message: Message, command: String) -> Message { Message(message, command) }
    /// The same before the first look that is kept.
    package static func cameUnseen(message: Message, command: String) -> Message { Message(message, command) }
    package static func waitsForUser(message: Message, program: String, process: Int) -> Message { Message(message, program, process) }
    package static func waitsForLock(message: Message, lock: String) -> Message { Message(message, lock) }
    package static func stillFilled(message: Message) -> Message { Message(message) }
    package static func stillWritten(message: Message) -> Message { Message(message) }
    package static func waitsForGit(message: Message) -> Message { Message(message) }
    package static func writtenAgain(message: Message) -> Message { Message(message) }
    package static func cameBack(message: Message, path: String) -> Message { Message(message, path) }
    package static func leftWhereItIs(path: String, message: Message, rule: String) -> Message { Message(path, message, rule) }
    package static func moreLeft(count: Int) -> Message { Message(count) }

    // MARK: What to do

    package static func toAllow(message: Message, command: String) -> Message { Message(message, command) }
    package static func toHaveElsewhere(message: Message, command: String) -> Message { Message(message, command) }
    package static func toHaveUnderOtherName(message: Message, command: String) -> Message { Message(message, command) }
    /// - Parameter folders: names of some, one at least; here and below.
    package static func nameTaker(folders: Message) -> Message { Message(folders) }
    package static func nameTakerOrAllow(folders: Message, command: String) -> Message { Message(folders, command) }
    package static func allowItThere(command: String) -> Message { Message(command) }
    package static func moveOrAllow(command: String) -> Message { Message(command) }
    package static var rejectAll: Message { Message() }
    package static func rejectAllOrAllow(command: String) -> Message { Message(command) }
    /// One sentence after the other.
    package static func sentences(first: Message, second: Message) -> Message { Message(first, second) }
    /// What can be done about a finding of a rule, by its name.
    /// - Parameter cure: in English.
    package static func ruleCure(rule: String, cure: String) -> Message { Message(rule, cure) }
}
