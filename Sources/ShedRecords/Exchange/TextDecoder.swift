/// Turns the bytes of an import into UTF-8 while they are read, a few kilobytes at a time.
///
/// UTF-8 is passed on as it is, mark and all: the readers look at it. A mark of another encoding is left out.
final class TextDecoder {
    private let source: ByteSource
    private let chosen: TextEncoding?
    /// `nil` before the first bytes were seen.
    private var encoding: TextEncoding?
    private var chunk = [UInt8](repeating: 0, count: 1 << 15)
    /// Bytes that are part of a character whose rest comes later.
    private var rest: [UInt8] = []
    /// What is decoded and not yet passed on.
    private var ready: [UInt8] = []
    private var position = 0
    private var isDrained = false
    private var line = 1

    /// - Parameter encoding: what a person said; `nil`: what the byte order mark says, else UTF-8.
    init(_ source: @escaping ByteSource, as encoding: TextEncoding?) {
        self.source = source
        chosen = encoding
    }

    /// Whether the bytes are in another encoding than UTF-8, as far as they were seen.
    var isDecoded: Bool { encoding.map { $0 != .utf8 } ?? false }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordsError) -> Int {
        while position == ready.count {
            if isDrained { return 0 }
            if encoding == .utf8, rest.isEmpty { return try source(buffer) }
            try fill()
        }
        let given = ready[position...].prefix(buffer.count)
        buffer.copyBytes(from: given)
        position += given.count
        return given.count
    }

    private func fill() throws(RecordsError) {
        (ready, position) = ([], 0)
        let source = source
        let result: Result<Int, RecordsError> = chunk.withUnsafeMutableBytes { bytes in
            do throws(RecordsError) { return .success(try source(bytes)) } catch { return .failure(error) }
        }
        let count = min(max(try result.get(), 0), chunk.count)
        isDrained = count == 0
        rest += chunk[..<count]
        if encoding == nil {
            // As long as the longest mark.
            guard rest.count >= 3 || isDrained else { return }
            encoding = try known()
        }
        switch encoding {
        case .utf16LE, .utf16, nil: try decodeUTF16(high: 1)
        case .utf16BE: try decodeUTF16(high: 0)
        case .windows1252: try decodeWindows()
        case .utf8: (ready, rest) = (rest, [])
        }
    }

    /// What the input is in, by its mark and by what a person said; the mark of UTF-16 is left out.
    private func known() throws(RecordsError) -> TextEncoding {
        guard let mark = TextEncoding(mark: rest) else { return chosen ?? .utf8 }
        if let chosen, !chosen.allows(mark: mark) {
            throw RecordsError(
                "the input begins with the byte order mark of \(mark.rawValue), and --encoding says \(chosen.rawValue)", line: 1,
                remedy: "Leave out --encoding: the mark says it.")
        }
        if mark != .utf8 { rest.removeFirst(2) }
        return mark
    }

    /// - Parameter high: where in each pair of bytes the greater one stands.
    private func decodeUTF16(high: Int) throws(RecordsError) {
        var next = 0
        func unit(at place: Int) -> UInt32 { UInt32(rest[place + high]) << 8 | UInt32(rest[place + 1 - high]) }
        while next + 2 <= rest.count {
            let lead = unit(at: next)
            var code = lead
            if lead & 0xfc00 == 0xd800 {
                guard next + 4 <= rest.count else { break }
                let trail = unit(at: next + 2)
                guard trail & 0xfc00 == 0xdc00 else { throw notWhole }
                code = 0x10000 + (lead & 0x3ff) << 10 + trail & 0x3ff
                next += 2
            }
            next += 2
            guard let scalar = Unicode.Scalar(code) else { throw notWhole }
            append(scalar)
        }
        rest.removeFirst(next)
        guard !isDrained || rest.isEmpty else { throw notWhole }
    }

    private var notWhole: RecordsError {
        RecordsError("half of a character of UTF-16", line: line, remedy: "Is the file whole, and is it UTF-16? --encoding says another.")
    }

    private func decodeWindows() throws(RecordsError) {
        for byte in rest {
            let code = byte & 0xe0 == 0x80 ? TextEncoding.windows[Int(byte & 0x1f)] : UInt32(byte)
            guard code != 0 || byte == 0, let scalar = Unicode.Scalar(code) else {
                throw RecordsError(
                    "a byte that windows-1252 has no character for", line: line, remedy: "Say which encoding the file has with --encoding.")
            }
            append(scalar)
        }
        rest = []
    }

    private func append(_ scalar: Unicode.Scalar) {
        if scalar == "\n" { line += 1 }
        if scalar.isASCII { ready.append(UInt8(truncatingIfNeeded: scalar.value)) } else { ready += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter }
    }
}

extension ExchangeFormat {
    /// The beginning of an input as UTF-8, to tell its format from.
    /// - Parameter encoding: what a person said; `nil`: what the byte order mark says, else UTF-8.
    public static func beginning(of source: @escaping ByteSource, as encoding: TextEncoding?) throws(RecordsError) -> [UInt8] {
        let decoder = TextDecoder(source, as: encoding)
        var bytes = [UInt8](repeating: 0, count: longestBeginning)
        var count = 0
        while count < bytes.count {
            let from = count
            let result: Result<Int, RecordsError> = bytes.withUnsafeMutableBytes { bytes in
                do throws(RecordsError) { return .success(try decoder.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[from...]))) } catch {
                    return .failure(error)
                }
            }
            let read = try result.get()
            if read == 0 { break }
            count += read
        }
        return Array(bytes[..<count])
    }
}
