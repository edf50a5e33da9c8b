/// What is said of what was done with texts and their places, and of submissions that are meant and are not there.
extension Message {
    // MARK: What was done

    /// - Parameter path: one thing, or several of which one is named (``thingsDone(count:path:)``); here and below.
    package static func didPutToo(path: Message, folder: String) -> Message { Message(path, folder) }
    package static func didTakeOut(path: Message, folder: String) -> Message { Message(path, folder) }
    package static func didOrder(path: Message, folder: String) -> Message { Message(path, folder) }
    /// - Parameter count: of texts, of which one is named.
    package static func didSubmit(count: Int, path: String, venue: String) -> Message { Message(count, path, venue) }

    // MARK: What stands, and was not taken in

    package static func standsUntaken(reason: Message) -> Message { Message(reason) }

    // MARK: Which submission is meant

    package static func neverSentTo(path: String, venue: String) -> Message { Message(path, venue) }
    package static func notOutAt(path: String, venue: String) -> Message { Message(path, venue) }
    package static func isOutAt(venues: Message) -> Message { Message(venues) }
    package static var isOutNowhere: Message { Message() }
}
