import ShedModel

/// How wide a picture is when it is printed, as far as it says so itself: PNG (RFC 2083) and JPEG (JFIF 1.02). Where it says no density it
/// has 72 pixels an inch, as pandoc takes it.
enum ImageWidth {
    /// - Returns: twentieths of a point; `nil` for what is no such picture.
    static func of(_ bytes: [UInt8]) -> Int? {
        guard let (pixels, density) = png(bytes) ?? jpeg(bytes), pixels > 0, density > 0 else { return nil }
        return Int(bounded: Double(pixels) / density * 1_440)
    }

    /// So many parts of a file are looked at.
    private static let mostParts = 200

    private static func number(_ bytes: [UInt8], _ place: Int, _ length: Int) -> Int {
        guard place >= 0, place + length <= bytes.count else { return 0 }
        return bytes[place..<place + length].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Pixels, and pixels an inch.
    private static func png(_ bytes: [UInt8]) -> (Int, Double)? {
        guard bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else { return nil }
        var (position, pixels) = (8, 0)
        for _ in 0..<mostParts {
            guard position + 12 <= bytes.count else { break }
            switch String(decoding: bytes[position + 4..<position + 8], as: UTF8.self) {
            case "IHDR": pixels = number(bytes, position + 8, 4)
            // By the metre.
            case "pHYs" where number(bytes, position + 16, 1) == 1: return (pixels, Double(number(bytes, position + 8, 4)) * 0.0254)
            case "IDAT": return (pixels, 72)
            default: break
            }
            position += 12 + number(bytes, position, 4)
        }
        return (pixels, 72)
    }

    private static func jpeg(_ bytes: [UInt8]) -> (Int, Double)? {
        guard bytes.starts(with: [0xff, 0xd8]) else { return nil }
        var (position, density) = (2, 72.0)
        for _ in 0..<mostParts {
            guard position + 9 <= bytes.count, bytes[position] == 0xff else { return nil }
            let sort = bytes[position + 1]
            if sort == 0xe0, position + 14 <= bytes.count, bytes[position + 4..<position + 8].elementsEqual("JFIF".utf8) {
                let dots = Double(number(bytes, position + 12, 2))
                switch bytes[position + 11] {
                case 1 where dots > 1: density = dots
                case 2 where dots > 1: density = dots * 2.54
                default: break
                }
            }
            // The frames that there are, but for tables and the extension.
            if (0xc0...0xcf).contains(sort), ![0xc4, 0xc8, 0xcc].contains(sort) { return (number(bytes, position + 7, 2), density) }
            position += 2 + number(bytes, position + 2, 2)
        }
        return nil
    }
}

/// A picture that a document shows.
package struct PandocImage: Hashable, Sendable {
    /// The name of its copy.
    package var file: String
    /// How wide it is, in twentieths of a point; `nil` where that is not known.
    var width: Int?

    /// - Parameter bytes: what it holds.
    package init(file: String, _ bytes: [UInt8] = []) { (self.file, width) = (file, ImageWidth.of(bytes)) }
}
