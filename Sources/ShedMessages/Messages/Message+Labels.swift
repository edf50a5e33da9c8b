/// Why a tag, a group or a variable cannot be found, made, changed or given, and what to do.
extension Message {
    /// - Parameter sort: `group`, `tag` or `variable`, here and below.
    package static func noSuchLabel(sort: String, name: String) -> Message { Message(sort, name) }
    package static func showsWhatThereIs(command: String) -> Message { Message(command) }
    package static func severalTags(name: String) -> Message { Message(name) }
    package static func sayWhich(names: Message) -> Message { Message(names) }
    package static func createMakesIt(remedy: Message) -> Message { Message(remedy) }
    package static func labelTaken(sort: String, name: String) -> Message { Message(sort, name) }
    package static var namesDifferByMore: Message { Message() }
    package static func impossibleLabel(sort: String, name: String, complaint: Message) -> Message { Message(sort, name, complaint) }
    package static var nameIsEmpty: Message { Message() }
    package static func nameIsTooLong(bytes: Int) -> Message { Message(bytes) }
    package static var nameIsBlank: Message { Message() }
    package static var nameIsControlled: Message { Message() }
    package static var nameHasBlankEnds: Message { Message() }
    package static var nameHasSlash: Message { Message() }
    package static func nameHasComparison(signs: String) -> Message { Message(signs) }
    package static func noSuchScope(kind: String, scope: String) -> Message { Message(kind, scope) }
    package static func scopesAre(scopes: String) -> Message { Message(scopes) }
    package static func outOfScope(path: String, more: Int, sort: String, name: String, scope: String, type: Message) -> Message { Message(path, more, sort, name, scope, type) }
    package static var nothingWasChanged: Message { Message() }
    package static func nothingNewYet(reason: String) -> Message { Message(reason) }
    package static var letSyncFinish: Message { Message() }
    package static func integerHasNoOptions(name: String) -> Message { Message(name) }
    package static var noOptions: Message { Message() }
    package static var nameTheOptions: Message { Message() }
    package static func tooManyOptions(most: Int) -> Message { Message(most) }
    package static func impossibleOption(option: String, complaint: Message) -> Message { Message(option, complaint) }
    package static var chooseOtherWords: Message { Message() }
    package static var sameOptions: Message { Message() }
    package static var optionsDifferByMore: Message { Message() }
    package static func notAnInteger(text: String, name: String) -> Message { Message(text, name) }
    package static var giveWholeNumber: Message { Message() }
    package static func noSuchOption(text: String, name: String) -> Message { Message(text, name) }
    package static func optionsAre(options: String) -> Message { Message(options) }
    package static func noSuchColour(text: String) -> Message { Message(text) }
    package static func coloursAre(names: String, code: String) -> Message { Message(names, code) }
}
