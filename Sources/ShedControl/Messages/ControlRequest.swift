/// A command line that a daemon is asked to carry out.
public struct ControlRequest: Hashable, Sendable {
    /// The words behind `shed`, as bytes.
    public var arguments: [[UInt8]]
    /// The absolute path of the directory that the words are meant in.
    public var directory: [UInt8]
    /// The variables of the asker's environment that the answer depends on.
    public var environment: [String: String]
    /// Whether the asker's stdout is a terminal.
    public var isTerminal: Bool

    public init(arguments: [[UInt8]], directory: [UInt8], environment: [String: String] = [:], isTerminal: Bool = false) {
        self.arguments = arguments
        self.directory = directory
        self.environment = environment
        self.isTerminal = isTerminal
    }
}
