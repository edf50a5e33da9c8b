import Glibc
import ShedModel

/// Tells the service manager how the daemon is: the protocol of sd_notify(3), one datagram a message.
///
/// Without a service manager, or where it does not listen, nothing happens. No call waits or fails the daemon.
public struct ReadinessNotifier: Sendable {
    private let address: UnixAddress?
    /// A socket to a process that passes on what it reads there; `nil`: ``address`` is written to.
    private let socket: Int32?
    /// How long the service manager waits for ``watchdog()`` before it takes the daemon for dead, in milliseconds;
    /// `nil` where it does not. Call at half this time.
    public let watchdogMilliseconds: Int64?

    /// From the variables `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`. What makes no sense counts as absent.
    /// - Parameter process: whose process ID `WATCHDOG_PID` must be, where it is set.
    public init(environment: [String: String], process: Int32 = getpid()) {
        // A path, or a name that begins with `@`. Sockets to the host of a virtual machine (`vsock:`) are not for us.
        address = environment["NOTIFY_SOCKET"].flatMap { UnixAddress($0) }
        let isForUs = environment["WATCHDOG_PID"].map { $0 == String(process) } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdogMilliseconds = isForUs && microseconds >= 1_000 && address != nil ? microseconds / 1_000 : nil
        socket = nil
    }

    /// Tells by way of another process, which passes on what it reads (``pass(_:)``).
    /// - Parameters:
    ///   - socket: of datagrams or packets, and stays the caller's; `nil`: nobody is told.
    ///   - watchdogMilliseconds: as ``watchdogMilliseconds``.
    public init(through socket: Int32?, watchdogMilliseconds: Int64?) {
        address = nil
        self.socket = socket
        self.watchdogMilliseconds = socket == nil ? nil : watchdogMilliseconds
    }

    /// From the process's environment, out of which the variables are taken, so that no child speaks for the daemon.
    ///
    /// Call it before there is a second thread: the environment belongs to no thread (setenv(3)).
    public static func fromProcess() -> ReadinessNotifier {
        var environment: [String: String] = [:]
        for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] {
            environment[name] = getenv(name).flatMap { String(validatingCString: $0) }
            unsetenv(name)
        }
        return ReadinessNotifier(environment: environment)
    }

    /// Whether there is anybody to tell.
    public var isTold: Bool { address != nil || socket != nil }

    /// All projects are watched, and what happened before is taken in.
    /// - Returns: whether it was delivered, as for all that follow; `false` may be tried again later.
    @discardableResult public func ready(_ status: String? = nil) -> Bool {
        send(["READY=1"] + (status.map { [line($0)] } ?? []))
    }

    /// What the daemon is at, in a few words for people; at most 200 characters of it are sent.
    @discardableResult public func status(_ text: String) -> Bool { send([line(text)]) }

    /// The daemon reads its settings anew; ``ready(_:)`` must follow.
    @discardableResult public func reloading() -> Bool {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return send(["RELOADING=1", "MONOTONIC_USEC=\(Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)"])
    }

    /// The daemon is ending.
    @discardableResult public func stopping() -> Bool { send(["STOPPING=1"]) }

    /// The daemon is alive..
    @discardableResult public func watchdog() -> Bool { send(["WATCHDOG=1"]) }

    /// A line break in the text would begin another assignment.
    private func line(_ text: String) -> String { "STATUS=" + NotificationText.line(text, atMost: 200) }

    private func send(_ lines: [String]) -> Bool { pass(Array(lines.joined(separator: "\n").utf8)) }

    /// Passes on a message of another process as it is.
    @discardableResult public func pass(_ message: [UInt8]) -> Bool {
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        if let socket { return Glibc.send(socket, message, message.count, flags) == message.count }
        guard let address else { return false }
        let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = Glibc.socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return address.with { sendto(descriptor, message, message.count, flags, $0, $1) } == message.count
    }
}
