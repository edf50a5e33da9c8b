import CLinux
import Glibc

/// One client, as the server's thread sees it.
final class ControlConnection {
    enum Phase {
        /// The next line is a request.
        case listening
        /// A request is in the owner's hands; nothing is read until it is answered.
        case waiting(ControlFate)
        /// The connection ends when everything was sent.
        case closing
    }

    let id: UInt64
    let socket: Descriptor
    var phase = Phase.listening
    /// The client sends no more, but may still read.
    private(set) var hasEnded = false
    /// The connection is of no use any more.
    private(set) var isBroken = false
    /// When the client has been waited for long enough, by the server's clock.
    var deadline: UInt64?
    private var input = LineBuffer()
    private var output: [UInt8] = []
    private var sent = 0

    init(id: UInt64, socket: Descriptor) {
        self.id = id
        self.socket = socket
    }

    var hasOutput: Bool { sent < output.count }

    /// Whether there is nothing left to do.
    var isOver: Bool {
        if isBroken { return true }
        if hasOutput { return false }
        return switch phase {
        case .listening: hasEnded
        case .waiting: false
        case .closing: true
        }
    }

    /// What poll(2) is to wait for; it tells of an end of both directions unasked.
    var events: Int16 {
        if hasOutput { return Int16(POLLOUT) }
        if case .listening = phase, !hasEnded { return Int16(POLLIN) }
        return 0
    }

    /// Reads once, so that no client keeps the thread to itself.
    func receive(into buffer: UnsafeMutableRawBufferPointer) {
        let count = shed_receive(socket.number, buffer.baseAddress, buffer.count)
        switch count {
        case 0: hasEnded = true
        case 1...: input.append(buffer[..<count])
        case Int(-EAGAIN): break
        default: isBroken = true
        }
    }

    func nextLine(limit: Int) -> LineBuffer.Next { input.next(limit: limit) }

    /// Sends as much as the client's buffer takes now, and at most 256 KiB, of this and what waits before it.
    /// - Returns: whether anything went out.
    @discardableResult
    func send(_ line: [UInt8] = []) -> Bool {
        if output.isEmpty { output = line } else { output += line }
        guard hasOutput, !isBroken else { return false }
        let count = output.withUnsafeBytes { bytes in
            let rest = bytes[sent..<min(bytes.count, sent + 256 << 10)]
            return shed_send(socket.number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        }
        guard count > 0 else {
            isBroken = count != Int(-EAGAIN)
            return false
        }
        sent += count
        if sent == output.count {
            output = []
            sent = 0
        }
        return true
    }

    func markBroken() { isBroken = true }

    func dropInput() { input = LineBuffer() }
}
