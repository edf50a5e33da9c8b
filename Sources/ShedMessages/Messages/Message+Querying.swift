/// What is wrong with a query, or with a list of keys, and what to do.
extension Message {
    /// - Parameter excerpt: the line with its place, on lines of its own, or nothing.
    package static func queryFault(place: Message, excerpt: String, advice: Message) -> Message { Message(place, excerpt, advice) }
    package static func queryPlace(line: Int, column: Int, fault: Message) -> Message { Message(line, column, fault) }
    package static func queryTooLong(kib: Int) -> Message { Message(kib) }
    package static func keysTooLong(kib: Int) -> Message { Message(kib) }
    package static var shortenIt: Message { Message() }
    package static func bangAlone(sign: String) -> Message { Message(sign) }
    package static func writeOrNot(first: String, second: String) -> Message { Message(first, second) }
    package static func meansNothingHere(text: String) -> Message { Message(text) }
    package static var quoteTextsAndKeys: Message { Message() }
    package static func noQuotationMarkHere(mark: String) -> Message { Message(mark) }
    package static func useInstead(mark: String) -> Message { Message(mark) }
    package static var backslashBeforeNothing: Message { Message() }
    package static func writeBackslash(text: String) -> Message { Message(text) }
    package static func markHasNoEnd(mark: String) -> Message { Message(mark) }
    package static var closeIt: Message { Message() }
    package static var queryIsEmpty: Message { Message() }
    package static func writeAComparison(example: String) -> Message { Message(example) }
    package static func closesNothing(sign: String) -> Message { Message(sign) }
    package static var removeIt: Message { Message() }
    package static func joinMissing(before: Message) -> Message { Message(before) }
    package static var putJoin: Message { Message() }
    package static func nestsDeeper(levels: Int) -> Message { Message(levels) }
    package static var writeWithFewer: Message { Message() }
    package static func notClosed(sign: String) -> Message { Message(sign) }
    package static func addSign(sign: String) -> Message { Message(sign) }
    /// - Parameter sort: `tag:` or `var:`.
    package static func labelHasNoName(sort: String) -> Message { Message(sort) }
    package static func writeLabel(sort: String) -> Message { Message(sort) }
    package static func tooManyLabels(count: Int) -> Message { Message(count) }
    package static var askForFewer: Message { Message() }
    package static func signsInVariable(signs: String) -> Message { Message(signs) }
    package static func renameVariable(command: String) -> Message { Message(command) }
    package static var anyComparesBy: Message { Message() }
    package static func sayNoValueHolds(example: String) -> Message { Message(example) }
    package static func valueMissing(before: Message) -> Message { Message(before) }
    package static func quoteTexts(example: String) -> Message { Message(example) }
    /// What stands behind the last word.
    package static var endOfQuery: Message { Message() }
    package static func noPseudoKey(key: Message) -> Message { Message(key) }
    package static var pseudoKeysAre: Message { Message() }
    package static func schemaHasNoKey(key: Message) -> Message { Message(key) }
    package static func keysOfSchema(keys: Message) -> Message { Message(keys) }
    package static func keyMissing(before: Message) -> Message { Message(before) }
    package static var writeKeyIsValue: Message { Message() }
    package static func comparisonMissing(key: Message) -> Message { Message(key) }
    package static func comparisonSigns(signs: String, example: String) -> Message { Message(signs, example) }
    package static var timeHoldsNoText: Message { Message() }
    package static func compareBySigns(first: String, second: String) -> Message { Message(first, second) }
    package static func booleanHasNoOrder(key: Message) -> Message { Message(key) }
    package static func listNotOpened(sign: String) -> Message { Message(sign) }
    package static func writeList(example: String) -> Message { Message(example) }
    package static func commaMissingBefore(sign: String, before: Message) -> Message { Message(sign, before) }
    package static func isNeverThat(key: Message, value: Message) -> Message { Message(key, value) }
    package static func useOneOf(list: Message, example: String) -> Message { Message(list, example) }
    /// - Parameter type: `number`, `date` or `boolean`.
    package static func isNotOfType(value: Message, type: String, key: Message) -> Message { Message(value, type, key) }
    package static func compareWithType(type: String) -> Message { Message(type) }
    package static var quotationHasNoEnd: Message { Message() }
    package static var commaIsMissing: Message { Message() }
    package static var keyIsMissing: Message { Message() }
    package static var writeKeysWithCommas: Message { Message() }
}
