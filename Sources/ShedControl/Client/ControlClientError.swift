/// What went wrong after a daemon had the request. It may have been carried out wholly, in part or not at all.
public enum ControlClientError: Error, Hashable, Sendable {
    /// The connection ended before the answer came: the daemon was stopped or died.
    case connectionLost(pid: Int32)
    /// The daemon said that it gives no answer, and why; the reason can be shown on one line.
    case refused(pid: Int32, reason: String)
    /// What came is no answer of the protocol, or longer than one can be.
    case garbled(pid: Int32, reason: String)

    /// The process of the daemon.
    public var pid: Int32 {
        switch self {
        case .connectionLost(let pid), .refused(let pid, _), .garbled(let pid, _): pid
        }
    }
}

extension ControlClientError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .connectionLost(let pid):
            """
            The daemon (process \(pid)) ended before it answered. What was asked may have been done: look with “shed \
            status”, then try again.
            """
        case .refused(let pid, let reason):
            "The daemon (process \(pid)) gave no answer: \(reason). Look with “shed status”, then try again."
        case .garbled(let pid, let reason):
            """
            The daemon (process \(pid)) gave an answer that cannot be read: \(reason). Stop it, and start it from the \
            same installation as this program.
            """
        }
    }
}
