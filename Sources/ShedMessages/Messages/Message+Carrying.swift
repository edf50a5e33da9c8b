/// What is said when a project is set up for what carries it between devices.
extension Message {
    /// Files, by their absolute paths.
    package static func setupWrites(isDryRun: Bool, path: String) -> Message { Message(isDryRun, path) }
    package static func setupRemoves(isDryRun: Bool, path: String) -> Message { Message(isDryRun, path) }
    package static func setupLeaves(path: String, why: String) -> Message { Message(path, why) }
    /// Nothing had to be done.
    package static func setupStands(carrier: String) -> Message { Message(carrier) }
    /// Where lines are left for the person to write.
    package static func setupStandsElse(carrier: String) -> Message { Message(carrier) }
    package static func setupIsGone(carrier: String) -> Message { Message(carrier) }
    /// Above what is left to do.
    package static var setupRemaining: Message { Message() }

    // Why a file stays as it is.
    package static var setupIsNoFile: Message { Message() }
    package static var setupIsTooLong: Message { Message() }
    package static var setupMarkIsMissing: Message { Message() }
    package static var setupHookIsYours: Message { Message() }
    package static var setupChangedMeanwhile: Message { Message() }

    // What is left to do.
    package static var setupNoRepository: Message { Message() }
    package static var setupUntrack: Message { Message() }
    package static var setupCommit: Message { Message() }
    package static func setupHooksElsewhere(path: String) -> Message { Message(path) }
    package static func setupHookLine(path: String) -> Message { Message(path) }
    package static var setupTrust: Message { Message() }
    package static func setupSyncthingShare(path: String) -> Message { Message(path) }
    package static var setupSyncthingEach: Message { Message() }
    package static func setupSyncthingAbove(path: String) -> Message { Message(path) }
    package static var setupRcloneFirst: Message { Message() }
    package static var setupRcloneEach: Message { Message() }
}
