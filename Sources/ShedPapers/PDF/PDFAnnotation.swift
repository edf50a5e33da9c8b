import ShedModel

/// What somebody wrote or drew on a page of a PDF (PDF 1.7, 12.5), as qpdf's JSON has it. Links, form fields and the windows
/// of notes are none of it.
public struct PDFAnnotation: Hashable, Sendable {
    /// Such as `Text`, `Highlight`, `FreeText`, `Ink`.
    public var sort: String
    /// Who made it, on one line; `nil` where that is not said.
    public var author: String?
    /// What is written in it; empty where nothing is.
    public var text: String

    /// The most of a page that count, links and the like among them, the most of a file, and the longest text of one, in bytes.
    public static let most = 1_000
    static let mostOfFile = 20_000
    static let longest = 64 << 10
    private static let longestWord = 200
    private static let members = ["/Subtype", "/T", "/Contents"]
    fileprivate static let ignored: Set<String> = ["/Link", "/Widget", "/Popup"]

    /// Reads the annotations of a PDF, page by page in their order. qpdf says what the pages are and refer to, and nothing else of
    /// the file, so that a large one costs no more than its annotations do.
    /// - Throws: `tooLarge` where one answer is more than ``PDFLimits/text`` or 16 MiB, and what running a program throws.
    public static func pages(of file: PDFFile, _ tools: Tools, _ cancellation: Cancellation? = nil) throws(PapersError) -> [[PDFAnnotation]] {
        var objects = PDFObjects(file, tools, cancellation)
        let pages = try objects.pages().prefix(PageReference.mostPages)
        try objects.fetch(pages)
        let lists = pages.map { objects.value($0)?["/Annots"] }
        try objects.fetch(lists.compactMap(\.self))
        var count = mostOfFile
        let found = lists.map { list -> ArraySlice<JSONValue> in
            let annotations = objects.array(list).prefix(min(most, count))
            count -= annotations.count
            return annotations
        }
        try objects.fetch(found.joined())
        try objects.fetch(found.joined().flatMap { item in members.compactMap { objects.value(item)?[$0] } })
        var room = tools.limits.text
        return found.map { list in
            let annotations = list.compactMap { PDFAnnotation($0, objects) }
            // One that many pages refer to is not repeated without end.
            room -= annotations.reduce(0) { $0 + $1.text.utf8.count }
            return room >= 0 ? annotations : []
        }
    }

    /// On one line.
    static func word(_ text: String) -> String {
        String(PlainText.normalised(Array(text.utf8), atMost: longestWord).map { $0 == "\n" ? " " : $0 })
    }
}

extension PDFAnnotation {
    fileprivate init?(_ json: JSONValue, _ objects: PDFObjects) {
        guard let annotation = objects.value(json), let sort = objects.value(annotation["/Subtype"])?.string, sort.hasPrefix("/"),
            !PDFAnnotation.ignored.contains(sort)
        else { return nil }
        self.sort = PDFAnnotation.word(String(sort.dropFirst()))
        author = objects.text(annotation["/T"]).map(PDFAnnotation.word)
        text = objects.text(annotation["/Contents"]).map { PlainText.normalised(Array($0.utf8), atMost: PDFAnnotation.longest) } ?? ""
    }
}
