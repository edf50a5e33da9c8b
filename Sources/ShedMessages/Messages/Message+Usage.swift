/// What a command's words lack, or have too much: sentences.
extension Message {
    package static var sayBothOrLikely: Message { Message() }
    package static var nameWhatAndWhere: Message { Message() }
    package static var nameWhatToRestore: Message { Message() }
    package static func giveEither(first: String, second: String) -> Message { Message(first, second) }
    package static var folderHoldsNoText: Message { Message() }
    package static var nameNumberOrList: Message { Message() }
    package static var limitGoesWithList: Message { Message() }
    package static var numbersBeginWithOne: Message { Message() }
    package static func isAtLeast(option: String, least: Int) -> Message { Message(option, least) }
    package static var nameProjectsOrGone: Message { Message() }
    package static var sayKindOrAs: Message { Message() }
    package static var goWithKind: Message { Message() }
    package static var sayWhatValues: Message { Message() }
    package static var sayWhichValue: Message { Message() }
    package static func sayWhatToChange(first: String, second: String) -> Message { Message(first, second) }
    package static var sayWhatTheyShow: Message { Message() }
    package static var namePagesAndGroup: Message { Message() }
    package static var sayWhatToMap: Message { Message() }
    package static var nameShownOrSearched: Message { Message() }
    package static var goWithOnePDF: Message { Message() }
    package static var nameCollectionAndQuery: Message { Message() }
    package static func nameKeysToRename(isKey: Bool) -> Message { Message(isKey) }
}
