import CLinux
import Glibc

/// A client's connection, line by line.
struct ControlStream {
    enum Outcome {
        /// Everything was sent.
        case done
        case line([UInt8])
        case tooLong
        /// The other side is gone.
        case ended
        /// The deadline came first; what was sent or read so far is kept, and the call can be made again.
        case late
    }

    private let socket: Descriptor
    /// The deadline that the connection was made with, for the greeting.
    let opened: UInt64
    private var input = LineBuffer()
    private var sent = 0

    /// Connects; `nil` if nothing listens there, or does not take the connection in time.
    init?(path bytes: [UInt8], deadline: UInt64) {
        guard bytes.first == UInt8(ascii: "/"), !bytes.contains(0), let socket = Descriptor(shed_socket(0)) else { return nil }
        let milliseconds = MonotonicTime.milliseconds(from: MonotonicTime.now(), to: deadline)
        guard shed_limit_waiting(socket.number, Int64(max(1, milliseconds))) >= 0 else { return nil }
        var result = bytes.withPath { shed_connect(socket.number, $0) }
        if result == -ENAMETOOLONG {
            // An address holds 107 bytes; the file itself can be reached through a descriptor.
            guard let file = Descriptor(bytes.withPath({ shed_open(AT_FDCWD, $0, shed_flag_path() | O_CLOEXEC, 0) })) else {
                return nil
            }
            result = "/proc/self/fd/\(file.number)".withCString { shed_connect(socket.number, $0) }
        }
        guard result >= 0 else { return nil }
        self.socket = socket
        opened = deadline
    }

    /// The user of the process that listens, or a negative error number.
    var peer: Int64 { shed_peer_user(socket.number) }

    /// Sends a whole line, from where the last call stopped.
    mutating func send(_ line: [UInt8], deadline: UInt64?) -> Outcome {
        while sent < line.count {
            let count = line.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
                return shed_send(socket.number, rest.baseAddress, rest.count)
            }
            if count > 0 {
                sent += count
            } else if count != Int(-EAGAIN) {
                return .ended
            } else if !wait(for: Int16(POLLOUT), until: deadline) {
                return .late
            }
        }
        return .done
    }

    /// Reads up to the next end of a line, which is taken off.
    mutating func line(limit: Int, deadline: UInt64?) -> Outcome {
        while true {
            switch input.next(limit: limit) {
            case .line(let line): return .line(line)
            case .tooLong: return .tooLong
            case .none: break
            }
            let count = withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
                let count = shed_receive(socket.number, buffer.baseAddress, buffer.count)
                if count > 0 { input.append(buffer[..<count]) }
                return count
            }
            if count > 0 { continue }
            guard count == Int(-EAGAIN) else { return .ended }
            guard wait(for: Int16(POLLIN), until: deadline) else { return .late }
        }
    }

    /// Whether something happened before the deadline.
    private func wait(for events: Int16, until deadline: UInt64?) -> Bool {
        while true {
            var polled = pollfd(fd: socket.number, events: events, revents: 0)
            let milliseconds = MonotonicTime.milliseconds(from: MonotonicTime.now(), to: deadline)
            let result = poll(&polled, 1, milliseconds)
            if result > 0 { return true }
            // Only want of memory is left; it must not become a busy loop.
            if result < 0, errno != EINTR { usleep(10_000) }
            if let deadline, deadline <= MonotonicTime.now() { return false }
        }
    }
}
