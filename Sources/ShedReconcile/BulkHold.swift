import ShedMessages
import ShedModel
import ShedRules

/// That more was refused at once than is moved without being asked, so that all of it stays where it is.
public struct BulkHold: Hashable, Sendable {
    /// How many additions would be refused.
    public var count: Int
    /// How many would be moved (`settings.bulk`).
    public var limit: Int
    /// The folder in which all of them may stand once it accepts both files and folders; `nil` where there is no such one.
    public var folder: RelativePath?

    public init(count: Int, limit: Int, folder: RelativePath? = nil) {
        self.count = count
        self.limit = limit
        self.folder = folder
    }

    /// What is the matter, in one sentence.
    public var words: Message { .tooMuchAtOnce(count: count, limit: limit) }

    /// What a person can do about it, in one sentence.
    public var remedy: Message { folder.map { .rejectAllOrAllow(command: "shed allow \(ShellWord.path($0)) both") } ?? .rejectAll }
}

extension Report {
    public init(_ hold: BulkHold) {
        self.init(rule: BulkAddition.info, path: .root, id: nil, .sentences(first: hold.words, second: hold.remedy))
        self.hold = hold
    }
}
