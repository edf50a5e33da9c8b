/// How large an image is, in pixels.
package struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// What the beginning of a file says; `nil` where it does not say it.
    init?(_ bytes: [UInt8]) {
        let size: PixelSize? =
            switch ImageFormat(bytes) {
            case .jpeg: PixelSize.ofJPEG(bytes)
            case .png: PixelSize.ofPNG(bytes)
            case nil: nil
            }
        guard let size else { return nil }
        self = size
    }

    package var description: String { "\(width)×\(height)" }

    /// Of the header, which is the first chunk (PNG specification, 11.2.1).
    private static func ofPNG(_ bytes: [UInt8]) -> PixelSize? {
        guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        return PixelSize(width: number(bytes[16..<20]), height: number(bytes[20..<24]))
    }

    /// Of the first frame header, behind any other segments (ITU-T T.81, B.2.2).
    private static func ofJPEG(_ bytes: [UInt8]) -> PixelSize? {
        var position = 2
        while position + 9 <= bytes.count, bytes[position] == 0xff {
            let marker = bytes[position + 1]
            if (0xc0...0xcf).contains(marker), ![0xc4, 0xc8, 0xcc].contains(marker) {
                return PixelSize(width: number(bytes[position + 7..<position + 9]), height: number(bytes[position + 5..<position + 7]))
            }
            position += 2 + number(bytes[position + 2..<position + 4])
        }
        return nil
    }

    /// The first byte counts most.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
