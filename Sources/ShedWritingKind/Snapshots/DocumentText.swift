import ShedDisk
import ShedModel
import ShedProject
import ShedService

/// Documents that hold more than text, as pandoc calls them and as their names end.
enum DocumentFormat: String, CaseIterable {
    case docx
    case odt

    init?(_ name: Name) {
        guard let format = DocumentFormat.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) else { return nil }
        self = format
    }

    /// Larger ones are not read, in bytes.
    static let largest = 64 << 20
}

extension Pandoc {
    private static let reading = Bounds(
        limits: Cell.Limits(memory: 4 << 30, processorSeconds: 30, fileSize: 1 << 20), milliseconds: 60_000, output: WordDiffLimit.text)

    /// The text of a document: Markdown without line breaks within paragraphs.
    /// - Throws: ``ShedError`` where pandoc cannot read it.
    func text(of file: ReadableFile, _ format: DocumentFormat, shown path: RelativePath) throws(ShedError) -> [UInt8] {
        let arguments = ["--sandbox", "--from=\(format.rawValue)", "--to=markdown", "--wrap=none"]
        defer { withExtendedLifetime(file) {} }
        return try run(arguments, ChildStreams(input: file.descriptor), Pandoc.reading, on: path)
    }
}
