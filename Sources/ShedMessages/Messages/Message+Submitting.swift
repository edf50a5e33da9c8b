/// What is said of submissions.
extension Message {
    // MARK: Submitting

    package static func submitted(isDryRun: Bool, path: String, venue: String, record: String) -> Message { Message(isDryRun, path, venue, record) }
    package static func submitAnyway(reasons: Message) -> Message { Message(reasons) }
    package static func submittedBefore(path: String, venue: String, day: String, status: String) -> Message { Message(path, venue, day, status) }
    package static func stillOut(path: String, venue: String, day: String) -> Message { Message(path, venue, day) }
    package static func moreConflicts(count: Int) -> Message { Message(count) }
    package static var noSubmissions: Message { Message() }
    package static var kindsWithSubmissions: Message { Message() }
    package static func noPieceToSubmit(path: String) -> Message { Message(path) }
    package static var submitFiles: Message { Message() }
    package static func noSuchVenue(venue: String) -> Message { Message(venue) }
    package static var createVenue: Message { Message() }
    package static var venuesAreFolders: Message { Message() }
    package static func severalVenues(name: String, first: String, second: String) -> Message { Message(name, first, second) }
    package static func noDay(option: String, text: String) -> Message { Message(option, text) }
    package static var daysLookLike: Message { Message() }

    // MARK: Answers

    package static func answered(isDryRun: Bool, piece: String, venue: String, status: String) -> Message { Message(isDryRun, piece, venue, status) }
    package static func answeredBeforeSent(path: String, day: String, sent: String) -> Message { Message(path, day, sent) }
    package static func isSoAlreadyAnswered(path: String, status: String) -> Message { Message(path, status) }
    package static func unreadableRecord(path: String, reason: String) -> Message { Message(path, reason) }
    package static var mendRecordFirst: Message { Message() }
    package static func noRecordHere(path: String) -> Message { Message(path) }
    package static var submissionsAreListed: Message { Message() }
    package static func nothingOut(path: String) -> Message { Message(path) }
    package static func severalOut(path: String, count: Int, record: String) -> Message { Message(path, count, record) }
    package static var nameTheRecord: Message { Message() }
    package static func offerPublishing(path: String, folder: String) -> Message { Message(path, folder) }
    package static func mayBePublished(command: String) -> Message { Message(command) }
    package static func cannotPublish(path: String) -> Message { Message(path) }
    package static var publishFromReady: Message { Message() }

    // MARK: Listing

    package static func submissionColumn(name: String) -> Message { Message(name) }
    package static func submissionStatus(status: String) -> Message { Message(status) }
    package static func answeredOn(status: Message, day: Message) -> Message { Message(status, day) }
    package static func dueOn(day: String, isOverdue: Bool) -> Message { Message(day, isOverdue) }
    package static func pieceIsGone(name: String) -> Message { Message(name) }
    package static func venuesAre(venues: Message) -> Message { Message(venues) }
    package static var nothingSubmitted: Message { Message() }
    package static func recordsUnread(count: Int, command: String) -> Message { Message(count, command) }
}
