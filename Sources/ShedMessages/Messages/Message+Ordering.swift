/// What is said of the order of a folder.
extension Message {
    /// - Parameters:
    ///   - place: `first`, `last`, `before` or `after`.
    ///   - other: before or after which; of the first two the folder.
    package static func putInOrder(isDryRun: Bool, what: Message, place: String, other: String) -> Message { Message(isDryRun, what, place, other) }
    /// - Parameter basis: `name`, `modified`, `created` or `number`.
    package static func folderInOrder(isDryRun: Bool, path: String, basis: String) -> Message { Message(isDryRun, path, basis) }
    /// Behind what has no place of its own in an order.
    package static var standsByName: Message { Message() }
    package static func hasNoNumbers(path: String) -> Message { Message(path) }
    package static func logOrdered(path: Message) -> Message { Message(path) }
    package static func logOrderedBy(path: Message, by: Message) -> Message { Message(path, by) }
    /// - Parameter basis: `name`, `modified`, `created` or `number`.
    package static func orderedBy(basis: String) -> Message { Message(basis) }

    // MARK: Why it was not done

    package static var nameWhatToOrder: Message { Message() }
    package static var sayOneOrder: Message { Message() }
    package static var digitsGoWithNumbers: Message { Message() }
    package static func digitsAreUpTo(most: Int) -> Message { Message(most) }
    package static var nameOneFolderToOrder: Message { Message() }
    package static var sayWhereTheyGo: Message { Message() }
    package static var nameFolderOrPlace: Message { Message() }
    package static func hasNoOrder(path: String) -> Message { Message(path) }
    package static var orderWhereItBelongs: Message { Message() }
    package static var projectHasNoPlace: Message { Message() }
    package static var nameWhatIsInOneFolder: Message { Message() }
    package static func notInOneFolder(first: String, second: String) -> Message { Message(first, second) }
    package static var moveItThereFirst: Message { Message() }
    package static func besideItself(path: String) -> Message { Message(path) }
    package static var nameAnotherThere: Message { Message() }
    package static func orderIsOfItsKind(path: String) -> Message { Message(path) }
    package static func orderByCommand(command: String) -> Message { Message(command) }
    package static func noNumbersInKind(kind: String) -> Message { Message(kind) }
    package static var orderWithoutNumbers: Message { Message() }
    package static func noRoomForNumber(path: String) -> Message { Message(path) }
    package static var shortenItsName: Message { Message() }
}
