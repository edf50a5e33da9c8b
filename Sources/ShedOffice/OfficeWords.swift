import ShedModel

/// A format of documents whose words are counted as LibreOffice Writer counts them.
public enum OfficeFormat: String, Hashable, Sendable, CaseIterable {
    /// Office Open XML, as Word writes it.
    case docx
    /// OpenDocument text.
    case odt

    /// By the ending of a file's name; `nil` for any other, and for what Word puts beside a document while somebody works on it.
    public init?(_ name: Name) {
        guard !name.bytes.starts(with: "~$".utf8), let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
        let ending = name.bytes[(dot + 1)...].map { $0 | 0x20 }
        guard let format = OfficeFormat.allCases.first(where: { ending.elementsEqual($0.rawValue.utf8) }) else { return nil }
        self = format
    }
}

/// Counts the words of a document of unknown origin. Memory is bounded whatever it holds, and nothing of it is written anywhere.
public enum OfficeWords {
    /// What LibreOffice says of the document: text, tables, notes, frames, headers and footers, and the numbers of lists; no
    /// comments, nothing hidden, nothing that was deleted while changes were tracked.
    /// - Throws: why it cannot be counted.
    public static func count(_ source: ArchiveSource, _ format: OfficeFormat) throws(OfficeError) -> Int {
        var parts = OfficeParts(try ZipArchive(source))
        switch format {
        case .docx: return try DocxWords.count(&parts)
        case .odt: return try OdtWords.count(&parts)
        }
    }
}

/// The parts of a document, of which so much is read and no more.
struct OfficeParts {
    private let archive: ZipArchive
    /// In bytes.
    private var allowance = OfficeLimits.whole

    init(_ archive: ZipArchive) { self.archive = archive }

    func has(_ name: String) -> Bool { archive.part(name) != nil }

    /// Reads a part.
    /// - Returns: whether there is one.
    @discardableResult
    mutating func read(_ name: String, _ reader: inout some OfficeReader) throws(OfficeError) -> Bool {
        guard let part = archive.part(name) else { return false }
        let stream = try archive.stream(part, allowance: allowance)
        allowance -= part.size
        try reader.read(stream)
        return true
    }
}
