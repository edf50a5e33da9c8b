/// What is said of words: targets, and the days on which they were written.
extension Message {
    package static func wordTargetSet(isDryRun: Bool, path: String, count: Int) -> Message { Message(isDryRun, path, count) }
    package static func wordTargetSetBy(isDryRun: Bool, path: String, count: Int, day: String) -> Message { Message(isDryRun, path, count, day) }
    package static func wordTargetRemoved(isDryRun: Bool, path: String) -> Message { Message(isDryRun, path) }
    package static func wordTargetAlready(path: String) -> Message { Message(path) }
    package static func noWordTarget(path: String) -> Message { Message(path) }
    package static var noWordTargets: Message { Message() }
    package static var wordTargetsTitle: Message { Message() }

    /// The name of a field of `show`.
    package static var wordTargetField: Message { Message() }
    /// - Parameter part: in percent.
    package static func wordProgress(there: Int, count: Int, part: Int, missing: Int) -> Message { Message(there, count, part, missing) }
    package static func wordsReached(there: Int, count: Int) -> Message { Message(there, count) }
    /// What is behind a progress: how much is to be written on each day until the last.
    package static func wordsEachDay(progress: Message, day: String, left: Int, count: Int) -> Message { Message(progress, day, left, count) }
    package static func wordsOverdue(progress: Message, day: String) -> Message { Message(progress, day) }

    // MARK: What is wrong with a command

    package static func noWordNumber(most: Int) -> Message { Message(most) }
    package static func noCalendarDay(text: String) -> Message { Message(text) }
    package static var wordTargetNeedsWords: Message { Message() }
    package static var wordTargetOrNone: Message { Message() }
    package static var wordTargetNeedsPath: Message { Message() }
    package static func daysOutOfRange(most: Int) -> Message { Message(most) }
    package static var ofNeedsDays: Message { Message() }
    package static var countsNoWords: Message { Message() }
    package static func viewHasNoWords(path: String) -> Message { Message(path) }
    package static var targetWhatIsShown: Message { Message() }
}
