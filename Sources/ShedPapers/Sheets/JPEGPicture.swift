/// A JPEG as a PDF can embed it.
struct JPEGPicture {
    let bytes: [UInt8]
    /// In pixels.
    let width: Int
    let height: Int
    /// 1 (grey) or 3 (red, green and blue).
    let components: Int

    /// Looks for the frame header (ITU-T T.81, B.2.2).
    /// - Returns: `nil` where there is none of a kind that PDFs take.
    init?(_ bytes: [UInt8]) {
        guard bytes.count > 4, bytes[0] == 0xff, bytes[1] == 0xd8 else { return nil }
        var position = 2
        while position + 9 < bytes.count {
            guard bytes[position] == 0xff else { return nil }
            let marker = bytes[position + 1]
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            // Baseline, extended and progressive frames.
            if (0xc0...0xc2).contains(marker) {
                height = Int(bytes[position + 5]) << 8 | Int(bytes[position + 6])
                width = Int(bytes[position + 7]) << 8 | Int(bytes[position + 8])
                components = Int(bytes[position + 9])
                self.bytes = bytes
                guard width > 0, height > 0, components == 1 || components == 3 else { return nil }
                return
            }
            guard length >= 2 else { return nil }
            position += 2 + length
        }
        return nil
    }
}
