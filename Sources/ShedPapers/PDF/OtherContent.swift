import ShedMessages
import ShedModel

/// What a file is that is no PDF, as far as its beginning tells: people are to learn what they have, and how it becomes one.
enum OtherContent: String, Hashable, CaseIterable {
    case empty, webPage, picture, office, postScript, djvu, unknown

    /// - Parameter start: the first bytes of the file.
    init(_ start: [UInt8]) {
        let signatures: [(OtherContent, [UInt8])] = [
            (.picture, [0x89] + Array("PNG".utf8)), (.picture, [0xff, 0xd8, 0xff]), (.picture, Array("GIF8".utf8)),
            (.picture, Array("II*\0".utf8)), (.picture, Array("MM\0*".utf8)),
            // ZIP, in which today's office documents are, and what those of before 2007 begin with.
            (.office, Array("PK\u{3}\u{4}".utf8)), (.office, [0xd0, 0xcf, 0x11, 0xe0]), (.office, Array("{\\rtf".utf8)),
            (.postScript, Array("%!PS".utf8)), (.djvu, Array("AT&TFORM".utf8)),
        ]
        if start.isEmpty {
            self = .empty
        } else if let found = signatures.first(where: { start.starts(with: $0.1) }) {
            self = found.0
        } else {
            let text = start.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
            self = text.containsText("<html") || text.containsText("<!doctype html") ? .webPage : .unknown
        }
    }

    /// - Parameter label: the file's path, for the message.
    func error(_ label: String) -> PapersError {
        PapersError(.notPDF, .notAPDF(file: label, sort: rawValue), cure: .notAPDFCure(sort: rawValue))
    }
}
