import ShedMessages
import ShedModel
import ShedPapers
import ShedProject

/// The text of a doc.
public struct ExportedText: Sendable {
    /// In UTF-8.
    public var bytes: [UInt8]
    /// How many pages are in it.
    public var pages: Int
    /// Those that have no text.
    public var left: [LeftPage]
}

extension ProjectReader {
    /// The texts of a doc's pages in their order.
    /// - Parameter isMarkdown: with headings for the doc, its groups and its pages; if not, each text with a form feed behind
    ///   it, as pdftotext has it.
    /// - Throws: ``ShedError`` of kind refused where no page has text, or there is too much.
    public func exportText(of doc: PapersView.Doc, isMarkdown: Bool, in view: PapersView) throws(ShedError) -> ExportedText {
        let texts = try self.texts(of: doc.groups.flatMap(\.pages), in: view)
        var export = ExportedText(bytes: isMarkdown ? MarkdownText.heading(1, doc.name.escaped) : [], pages: 0, left: [])
        var lacks: Set<TextLack> = []
        for group in doc.groups {
            if isMarkdown, group.pages.contains(where: { texts[$0.id]?.text != nil }) {
                export.bytes += MarkdownText.heading(2, group.ordered.title.escaped)
            }
            for page in group.pages {
                let name = view.bundleName(of: page)
                guard let found = texts[page.id], let text = found.text else {
                    let lack = texts[page.id]?.lack ?? .waiting
                    lacks.insert(lack)
                    export.left.append(LeftPage(path: page.path, words: lack.words(name)))
                    continue
                }
                if isMarkdown {
                    export.bytes += MarkdownText.heading(3, "\(name) p\(page.reference?.number ?? 0)") + MarkdownText.paragraphs(text)
                } else {
                    export.bytes += Array(text.utf8) + (text.isEmpty ? [] : [UInt8(ascii: "\n")]) + [0x0c]
                }
                export.pages += 1
            }
        }
        guard export.pages > 0 else { throw ShedError.noText(doc, export.left, lacks) }
        return export
    }
}

/// Text as Markdown that shows it as it is.
enum MarkdownText {
    static func heading(_ level: Int, _ text: String) -> [UInt8] {
        Array(repeating: UInt8(ascii: "#"), count: level) + [UInt8(ascii: " ")] + escaped(text[...]) + Array("\n\n".utf8)
    }

    /// Its paragraphs, an empty line behind each.
    static func paragraphs(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            bytes += escaped(line.drop { $0 == " " || $0 == "\t" }) + [UInt8(ascii: "\n")]
        }
        return text.isEmpty ? [] : bytes + [UInt8(ascii: "\n")]
    }

    /// A line of which nothing is taken for markup.
    private static func escaped(_ line: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        // Of digits at the beginning a full stop or a bracket makes a list, of other marks the mark itself or what it underlines.
        var isNumber = true
        for (position, byte) in line.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "["), UInt8(ascii: "]"),
                UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "~"), UInt8(ascii: "|"), UInt8(ascii: "#"):
                bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "="):
                bytes += position == 0 ? [UInt8(ascii: "\\"), byte] : [byte]
            case UInt8(ascii: "."), UInt8(ascii: ")"):
                bytes += isNumber && position > 0 ? [UInt8(ascii: "\\"), byte] : [byte]
            default: bytes.append(byte)
            }
            isNumber = isNumber && byte.isDigit
        }
        return bytes
    }
}

extension ShedError {
    fileprivate static func noText(_ doc: PapersView.Doc, _ left: [LeftPage], _ lacks: Set<TextLack>) -> ShedError {
        guard !left.isEmpty else { return ShedError(.refused, .docHasNoPages(path: "\(doc.path)"), remedy: .pageAddMakesSome) }
        let remedies = Set(lacks.map(\.advice)).sorted { $0.english < $1.english }
        return ShedError(
            .refused, .noPageHasText(path: "\(doc.path)", pages: LeftPage.named(left)),
            remedy: remedies.dropFirst().reduce(remedies.first ?? .nothing) { .sentences(first: $0, second: $1) })
    }
}
