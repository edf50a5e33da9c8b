/// The format of an image's file, told by its first bytes.
package enum ImageFormat: String, Hashable, Sendable, CaseIterable {
    case jpeg
    case png

    /// In bytes.
    static let longestMark = 8

    init?(_ bytes: [UInt8]) {
        guard let format = ImageFormat.allCases.first(where: { bytes.starts(with: $0.mark) }) else { return nil }
        self = format
    }

    /// How such a file begins (ITU-T T.81, B.1.1.3; PNG specification, 5.2).
    private var mark: [UInt8] {
        switch self {
        case .jpeg: [0xff, 0xd8, 0xff]
        case .png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        }
    }
}
