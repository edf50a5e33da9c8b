import ShedModel

/// A format of documents whose text is looked into.
public enum DocumentFormat: Hashable, Sendable {
    case office(OfficeFormat)
    /// A book: web pages in a zip archive (EPUB 3.3).
    case epub

    /// By the ending of a file's name; `nil` for any other.
    public init?(_ name: Name) {
        if let format = OfficeFormat(name) {
            self = .office(format)
        } else {
            let ending = name.bytes.suffix(5).map { $0 == UInt8(ascii: ".") ? $0 : $0 | 0x20 }
            guard ending.elementsEqual(".epub".utf8), name.bytes.count > 5 else { return nil }
            self = .epub
        }
    }
}

/// Takes the text out of a document of unknown origin. Memory is bounded whatever it holds, and nothing of it is written anywhere.
public enum OfficeText {
    /// Its text in UTF-8, a paragraph in a line: of office documents what ``OfficeWords`` counts, of books their pages in the order in which
    /// they stand in the archive.
    /// - Throws: why it cannot be read.
    public static func text(_ source: ArchiveSource, _ format: DocumentFormat) throws(OfficeError) -> [UInt8] {
        switch format {
        case .office(.docx):
            var parts = OfficeParts(try ZipArchive(source))
            return try DocxWords.text(&parts)
        case .office(.odt):
            var parts = OfficeParts(try ZipArchive(source))
            return try OdtWords.text(&parts)
        case .epub: return try book(try ZipArchive(source))
        }
    }

    private static func book(_ archive: ZipArchive) throws(OfficeError) -> [UInt8] {
        var allowance = OfficeLimits.whole
        var text: [UInt8] = []
        for name in archive.names where isPage(name) {
            guard let part = archive.part(name) else { continue }
            let stream = try archive.stream(part, allowance: allowance)
            allowance -= part.size
            var page: [UInt8] = []
            while case let piece = try stream.next(), !piece.isEmpty { page += piece }
            guard String(validating: page, as: UTF8.self) != nil else { throw .damaged }
            PageMarkup.append(page, to: &text)
        }
        return text
    }

    private static func isPage(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".xhtml") || name.hasSuffix(".html") || name.hasSuffix(".htm")
    }
}
