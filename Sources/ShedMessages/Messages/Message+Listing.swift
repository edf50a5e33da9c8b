/// What `tree`, `ls` and `show` say, and counts everywhere.
extension Message {
    // MARK: Counts

    package static func files(count: Int) -> Message { Message(count) }
    package static func folders(count: Int) -> Message { Message(count) }
    package static func words(count: Int) -> Message { Message(count) }
    package static func bytes(count: Int) -> Message { Message(count) }
    /// How much goes with something: folders and files, as far as there are any.
    package static func extent(folders: Int, files: Int) -> Message {
        if folders == 0 { return .files(count: files) }
        return files == 0 ? .folders(count: folders) : .both(first: .folders(count: folders), second: .files(count: files))
    }
    package static func both(first: Message, second: Message) -> Message { Message(first, second) }
    /// Names one behind the other.
    package static func list(_ names: [String]) -> Message {
        guard let first = names.first else { return .nothing }
        return names.dropFirst().reduce(.verbatim(first)) { .listed(names: $0, next: $1) }
    }
    package static func listed(names: Message, next: String) -> Message { Message(names, next) }
    /// The same of messages.
    package static func list(_ parts: [Message]) -> Message {
        guard let first = parts.first else { return .nothing }
        return parts.dropFirst().reduce(first) { .listed(names: $0, next: $1) }
    }
    package static func listed(names: Message, next: Message) -> Message { Message(names, next) }
    /// Names, of which some are left out.
    package static func andMore(names: Message, count: Int) -> Message { Message(names, count) }

    // MARK: Lines

    /// - Parameter word: the type, in English.
    package static func noun(type: String, word: String) -> Message { Message(type, word) }
    /// - Parameter what: `files`, `folders`, `both`, `nothing`, or `moves`: what is moved there.
    package static func accepts(what: String) -> Message { Message(what) }
    package static var emptyFolder: Message { Message() }
    package static func projectOfKind(kind: String) -> Message { Message(kind) }
    package static var noIDYet: Message { Message() }
    package static var noID: Message { Message() }

    // MARK: One thing

    /// The name of a line of `show`, by its English name.
    package static func field(name: String) -> Message { Message(name) }
    package static var noneYet: Message { Message() }
    package static func acceptedSort(what: String) -> Message { Message(what) }
    /// What a type is called.
    package static func sort(type: String) -> Message { Message(type) }
    /// What stands behind the name of a rule.
    package static func explained(by: Message) -> Message { Message(by) }
    package static func refusedBy(time: String, rule: String, why: Message) -> Message { Message(time, rule, why) }
    package static var noPreview: Message { Message() }
    package static func wordsNotCounted(path: String, limit: Int) -> Message { Message(path, limit) }
    package static func moreAsLarge(count: Int) -> Message { Message(count) }
    package static func moreUnreadable(count: Int) -> Message { Message(count) }
}
