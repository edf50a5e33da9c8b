import Glibc

/// Bytes that came over a socket, and the lines in them.
struct LineBuffer {
    enum Next {
        case none, tooLong
        case line([UInt8])
    }

    private var bytes: [UInt8] = []
    /// How much of the bytes is known to hold no end of a line, so that a long line is searched once.
    private var searched = 0

    mutating func append(_ more: Slice<UnsafeMutableRawBufferPointer>) { bytes.append(contentsOf: more) }

    /// The next line, its end taken off; `tooLong` as soon as it can be no line within the limit.
    mutating func next(limit: Int) -> Next {
        guard let end = endOfLine() else {
            searched = bytes.count
            return bytes.count > limit ? .tooLong : .none
        }
        guard end <= limit else { return .tooLong }
        var line: [UInt8]
        if end == bytes.count - 1 {
            line = bytes
            line.removeLast()
            bytes = []
        } else {
            line = Array(bytes[..<end])
            bytes.removeSubrange(...end)
        }
        searched = 0
        return .line(line)
    }

    private func endOfLine() -> Int? {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, searched < bytes.count else { return nil }
            guard let found = memchr(start + searched, Int32(ControlProtocol.newline), bytes.count - searched) else { return nil }
            return start.distance(to: UnsafeRawPointer(found))
        }
    }
}
