/// A ZIP file (APPNOTE 6.3.3) whose files stand in it as they are, with the first time that ZIP can say, 1980-01-01: the same bytes for the
/// same files. Names are UTF-8.
struct ZipWriter {
    private var output: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0
    private var isTooLarge = false

    /// Adds a file. Takes time and memory linear to it.
    mutating func add(_ name: String, _ bytes: [UInt8]) {
        let name = Array(name.utf8)
        // Lengths and places have 32 bits, the number of files has 16.
        guard let size = UInt32(exactly: bytes.count), let place = UInt32(exactly: output.count), let length = UInt16(exactly: name.count), count < 0xffff else {
            isTooLarge = true
            return
        }
        count += 1
        // Bit 11: the name is UTF-8. No compression.
        var head: [UInt8] = [20, 0, 0, 8, 0, 0, 0, 0, 0x21, 0]
        for number in [CyclicCheck.crc32(bytes), size, size] { ZipWriter.append(number, to: &head) }
        ZipWriter.append(length, to: &head)
        head += [0, 0]
        output += [0x50, 0x4b, 3, 4] + head + name
        output += bytes
        directory += [0x50, 0x4b, 1, 2, 20, 0] + head + [UInt8](repeating: 0, count: 10)
        ZipWriter.append(place, to: &directory)
        directory += name
    }

    /// - Returns: `nil` for what ZIP cannot hold.
    func finished() -> [UInt8]? {
        guard !isTooLarge, let place = UInt32(exactly: output.count), let size = UInt32(exactly: directory.count) else { return nil }
        var result = output + directory + [0x50, 0x4b, 5, 6, 0, 0, 0, 0]
        for _ in 0..<2 { ZipWriter.append(UInt16(truncatingIfNeeded: count), to: &result) }
        ZipWriter.append(size, to: &result)
        ZipWriter.append(place, to: &result)
        return result + [0, 0]
    }

    /// The lowest byte first.
    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}

/// CRC-32 (ISO 3309), as ZIP has it.
enum CyclicCheck {
    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var value = UInt32.max
        bytes.withUnsafeBufferPointer { bytes in
            table.withUnsafeBufferPointer { table in
                for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xff)] ^ value >> 8 }
            }
        }
        return ~value
    }

    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1 }
    }
}
