/// The input of a reader: bytes one after the other, by chunks of 64 KiB, with the line and column they stand in.
struct ExchangeInput {
    private let source: ByteSource
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var position = 0
    private var end = 0
    private var isDrained = false
    /// Of the input before the buffer.
    private var consumed = 0
    private var lineStart = 0
    /// Of the byte that is next, from 1.
    private(set) var line = 1

    init(_ source: @escaping ByteSource) { self.source = source }

    /// Of the byte that is next, from the beginning.
    var offset: Int { consumed + position }

    /// Of the byte that is next, in bytes, from 1.
    var column: Int { offset - lineStart + 1 }

    /// The byte that is next; `nil` at the end.
    @inline(__always)
    mutating func peek() throws(RecordsError) -> UInt8? {
        if position == end, !(try fill()) { return nil }
        return buffer[position]
    }

    /// Goes behind the byte that ``peek()`` gave.
    @inline(__always)
    mutating func advance() {
        let isLineEnd = buffer[position] == UInt8(ascii: "\n")
        position += 1
        if isLineEnd {
            line += 1
            lineStart = consumed + position
        }
    }

    /// The byte that is next, and goes behind it.
    @inline(__always)
    mutating func read() throws(RecordsError) -> UInt8? {
        guard let byte = try peek() else { return nil }
        advance()
        return byte
    }

    /// Goes behind as many of the byte as the buffer has next. Not to be used for a line feed.
    @inline(__always)
    mutating func skipBuffered(_ byte: UInt8) {
        while position < end, buffer[position] == byte { position += 1 }
    }

    /// Goes behind the byte if it is the next one.
    mutating func skip(_ byte: UInt8) throws(RecordsError) -> Bool {
        guard try peek() == byte else { return false }
        advance()
        return true
    }

    /// Goes behind a byte order mark, if the input begins with one. To be called first.
    mutating func skipByteOrderMark() throws(RecordsError) -> Bool {
        guard try peek() == 0xef else { return true }
        for byte: UInt8 in [0xef, 0xbb, 0xbf] {
            guard try skip(byte) else { return false }
        }
        lineStart = consumed + position
        return true
    }

    /// Appends bytes as long as they are ordinary. A line feed must not be.
    /// - Returns: `false` where there were more than the limit.
    @inline(__always)
    mutating func takeRun(to bytes: inout [UInt8], limit: Int, _ isOrdinary: (UInt8) -> Bool) throws(RecordsError) -> Bool {
        while try peek() != nil {
            let start = position
            while position < end, isOrdinary(buffer[position]) { position += 1 }
            bytes += buffer[start..<position]
            if bytes.count > limit { return false }
            if position < end { return true }
        }
        return true
    }

    private mutating func fill() throws(RecordsError) -> Bool {
        if isDrained { return false }
        consumed += end
        position = 0
        end = 0
        let source = source
        let result: Result<Int, RecordsError> = buffer.withUnsafeMutableBytes { bytes in
            do throws(RecordsError) { return .success(try source(bytes)) } catch { return .failure(error) }
        }
        end = min(max(try result.get(), 0), buffer.count)
        isDrained = end == 0
        return end > 0
    }

    /// An error about the place that is next.
    func fault(_ message: String, remedy: String = "") -> RecordsError {
        RecordsError(message, line: line, column: column, remedy: remedy)
    }
}
