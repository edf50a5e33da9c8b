/// An image as it is put into a document, with how large it is, which stands in its head.
package struct PrintImage: Hashable, Sendable {
    package let bytes: [UInt8]
    /// With its dot, in lower case, as its content says.
    package let ending: String
    /// In pixels, from 1.
    package let width: Int
    package let height: Int

    /// - Parameter bytes: a PNG, JPEG, GIF, BMP or WebP file; of others `nil`. Only its head is read, in time linear to it.
    package init?(_ bytes: [UInt8]) {
        let sizes: [(String, ([UInt8]) -> (Int, Int)?)] = [
            (".png", PrintImage.png), (".jpg", PrintImage.jpeg), (".gif", PrintImage.gif), (".bmp", PrintImage.bmp), (".webp", PrintImage.webp),
        ]
        for (ending, size) in sizes {
            guard let (width, height) = size(bytes), (1...PrintImage.largest).contains(width), (1...PrintImage.largest).contains(height) else { continue }
            (self.bytes, self.ending, self.width, self.height) = (bytes, ending, width, height)
            return
        }
        return nil
    }

    /// More pixels in a row have none of these but by a fault.
    private static let largest = 100_000

    /// How large it is shown, in inches: 96 pixels an inch, smaller where there is not so much room.
    package func shown(atMost width: Double, _ height: Double) -> (width: Double, height: Double) {
        let natural = (width: Double(self.width) / 96, height: Double(self.height) / 96)
        let scale = min(1, width / natural.width, height / natural.height)
        return (natural.width * scale, natural.height * scale)
    }

    // MARK: Heads

    private static func png(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else { return nil }
        return (high(bytes, 16, 4), high(bytes, 20, 4))
    }

    private static func gif(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 10, bytes.starts(with: "GIF8".utf8) else { return nil }
        return (low(bytes, 6, 2), low(bytes, 8, 2))
    }

    private static func bmp(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 26, bytes.starts(with: "BM".utf8), low(bytes, 14, 4) >= 40 else { return nil }
        // Lines from the top have a height below 0.
        return (low(bytes, 18, 4), Int(Int32(truncatingIfNeeded: low(bytes, 22, 4)).magnitude))
    }

    private static func webp(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 30, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) else { return nil }
        switch bytes[15] {
        case UInt8(ascii: "X"): return (low(bytes, 24, 3) + 1, low(bytes, 27, 3) + 1)
        case UInt8(ascii: "L"):
            let bits = low(bytes, 21, 4)
            return (bits & 0x3fff + 1, bits >> 14 & 0x3fff + 1)
        case UInt8(ascii: " "): return (low(bytes, 26, 2) & 0x3fff, low(bytes, 28, 2) & 0x3fff)
        default: return nil
        }
    }

    /// The first frame header (ITU T.81, B.2.2).
    private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.starts(with: [0xff, 0xd8]) else { return nil }
        var position = 2
        while position + 9 <= bytes.count, bytes[position] == 0xff {
            let mark = bytes[position + 1]
            if mark == 0xff {
                position += 1
                continue
            }
            if (0xc0...0xcf).contains(mark), ![0xc4, 0xc8, 0xcc].contains(mark) { return (high(bytes, position + 7, 2), high(bytes, position + 5, 2)) }
            position += 2 + max(2, high(bytes, position + 2, 2))
        }
        return nil
    }

    /// A number of so many bytes, four at most, which must be there: the highest first, and the lowest first.
    private static func high(_ bytes: [UInt8], _ position: Int, _ count: Int) -> Int { bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) } }
    private static func low(_ bytes: [UInt8], _ position: Int, _ count: Int) -> Int { bytes[position..<position + count].reversed().reduce(0) { $0 << 8 | Int($1) } }
}
