import Glibc

/// Asks the daemon that listens at a control socket.
public enum ControlClient {
    /// Asks, and waits for the answer however long it takes.
    ///
    /// - Parameters:
    ///   - path: The socket's absolute path, of any length.
    ///   - onSlow: Called once if the answer takes longer than ``ControlPatience/slow``.
    /// - Returns: the answer, or `nil` where nothing was asked and the caller does the work itself: no daemon listens,
    ///   or not one of this user's, or of another protocol, or it did not greet in time (busy, stopped); or the request
    ///   is too long, or did not get through whole.
    /// - Throws: what went wrong once the daemon had the request. The caller decides whether to repeat it.
    public static func ask(
        _ request: ControlRequest, at path: [UInt8], patience: ControlPatience = ControlPatience(),
        onSlow: (ControlGreeting) -> Void = { _ in }
    ) throws(ControlClientError) -> ControlAnswer? {
        let line = request.line
        guard line.count - 1 <= patience.requestBytes else { return nil }
        guard var stream = ControlStream(path: path, deadline: MonotonicTime.now() &+ patience.greeting),
            let greeting = greeting(from: &stream, patience)
        else { return nil }
        var slow: UInt64? = MonotonicTime.now() &+ patience.slow
        func waitForever(_ attempt: (UInt64?) -> ControlStream.Outcome) -> ControlStream.Outcome {
            let outcome = attempt(slow)
            guard slow != nil, case .late = outcome else { return outcome }
            slow = nil
            onSlow(greeting)
            return attempt(nil)
        }
        guard case .done = waitForever({ stream.send(line, deadline: $0) }) else { return nil }
        switch waitForever({ stream.line(limit: patience.replyBytes, deadline: $0) }) {
        case .line(let line): return ControlAnswer(reply: try reply(line, greeting.pid), greeting: greeting)
        case .tooLong: throw .garbled(pid: greeting.pid, reason: "it is longer than \(patience.replyBytes) bytes")
        case .ended, .late, .done: throw .connectionLost(pid: greeting.pid)
        }
    }

    /// Who listens at the socket; `nil` where ``ask(_:at:patience:onSlow:)`` would give `nil`.
    public static func greeting(at path: [UInt8], patience: ControlPatience = ControlPatience()) -> ControlGreeting? {
        guard var stream = ControlStream(path: path, deadline: MonotonicTime.now() &+ patience.greeting) else { return nil }
        return greeting(from: &stream, patience)
    }

    private static func greeting(from stream: inout ControlStream, _ patience: ControlPatience) -> ControlGreeting? {
        guard stream.peer == Int64(geteuid()), case .line(let line) = stream.line(limit: 4096, deadline: stream.opened),
            let greeting = ControlGreeting(line: line), greeting.protocolNumber == ControlProtocol.number
        else { return nil }
        return greeting
    }

    private static func reply(_ line: [UInt8], _ pid: Int32) throws(ControlClientError) -> ControlReply {
        do throws(ControlReplyFailure) { return try ControlReply(line: line) } catch {
            switch error {
            case .refused(let reason): throw .refused(pid: pid, reason: reason)
            case .garbled(let reason): throw .garbled(pid: pid, reason: reason)
            }
        }
    }
}
