/// What a daemon answers.
public enum ControlReply: Hashable, Sendable {
    /// The command line was carried out: the bytes for stdout and stderr, and the exit code.
    case done(output: [UInt8], errors: [UInt8], exitCode: Int32)
    /// Nothing was done yet: the asker is to put this question to the person and, on a yes, to ask again with `--yes`.
    case question(String)
    /// The daemon does not do this; the asker does the work itself. The text says why.
    case declined(String)
}
