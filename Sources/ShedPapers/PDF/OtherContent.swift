import ShedModel

/// What a file is that is no PDF, as far as its beginning tells: people are to learn what they have, and how it becomes one.
enum OtherContent: Hashable {
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
        let (what, remedy) = words
        return PapersError(.notPDF, "\(label) is no PDF" + (what.isEmpty ? "" : ": \(what)"), remedy: remedy)
    }

    private var words: (what: String, remedy: String) {
        switch self {
        case .empty: ("it is empty", "fetch or save it again")
        case .webPage:
            ("it is a web page (HTML)", "open it in a browser; if it is what you want, print it there as a PDF, else fetch the PDF that it leads to")
        case .picture: ("it is a picture", "make a PDF of it first: img2pdf PICTURE --output FILE.pdf")
        case .office:
            ("it is an office document or an archive", "open it and save it as a PDF, or: libreoffice --convert-to pdf FILE")
        case .postScript: ("it is PostScript", "make a PDF of it first: ps2pdf FILE FILE.pdf")
        case .djvu: ("it is DjVu", "make a PDF of it first: ddjvu -format=pdf FILE FILE.pdf")
        case .unknown: ("", "convert it into one first, or put it into a folder for files")
        }
    }
}
