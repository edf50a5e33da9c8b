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

    /// The most of a page that count, and the longest text of one, in bytes.
    public static let most = 1_000
    static let longest = 64 << 10
    fileprivate static let longestWord = 200
    fileprivate static let ignored: Set<String> = ["/Link", "/Widget", "/Popup"]

    /// Reads the annotations of a PDF, page by page in their order: one run of qpdf, which also says what it refers to.
    /// - Throws: `tooLarge` where that is more than ``PDFLimits/text``, and what running a program throws.
    public static func pages(of file: PDFFile, _ tools: Tools, _ cancellation: Cancellation? = nil) throws(PapersError) -> [[PDFAnnotation]] {
        var limits = tools.limits.tool
        limits.output = tools.limits.text
        let arguments = ["--json=2", "--json-key=pages", "--json-key=qpdf", "--json-stream-data=none", ToolJob.path(0)]
        let job = ToolJob(.qpdf, arguments, files: [file], limits: limits, subject: "the annotations of \(file.label)")
        let result = try tools.run(job, in: try tools.work(), cancellation)
        // 3 is a warning, as of a file that was accepted with one.
        guard result.code == 0 || result.code == 3 else { throw job.failure(result, .damaged) }
        guard let json = try? JSONParser.parse(result.output), let pages = json["pages"]?.array, let objects = Objects(json["qpdf"]) else {
            throw PapersError(.failed, "what qpdf says of the annotations of \(file.label) cannot be understood", remedy: "check its version: qpdf 11 or newer is needed")
        }
        var room = tools.limits.text
        return pages.map { page in
            let found = objects.array(objects.value(page["object"])?["/Annots"]).prefix(most).compactMap { PDFAnnotation($0, objects) }
            // One that many pages refer to is not repeated without end.
            room -= found.reduce(0) { $0 + $1.text.utf8.count }
            return room >= 0 ? found : []
        }
    }

    /// On one line.
    fileprivate static func word(_ text: String) -> String {
        String(PlainText.normalised(Array(text.utf8), atMost: longestWord).map { $0 == "\n" ? " " : $0 })
    }
}

extension PDFAnnotation {
    fileprivate init?(_ json: JSONValue, _ objects: Objects) {
        guard let annotation = objects.value(json), let sort = objects.value(annotation["/Subtype"])?.string, sort.hasPrefix("/"),
            !PDFAnnotation.ignored.contains(sort)
        else { return nil }
        self.sort = PDFAnnotation.word(String(sort.dropFirst()))
        author = objects.text(annotation["/T"]).map(PDFAnnotation.word)
        text = objects.text(annotation["/Contents"]).map { PlainText.normalised(Array($0.utf8), atMost: PDFAnnotation.longest) } ?? ""
    }
}

/// The objects of a PDF in qpdf's JSON.
private struct Objects {
    private let members: [String: JSONValue]

    init?(_ json: JSONValue?) {
        guard let objects = json?.array?.last?.object else { return nil }
        members = Dictionary(objects.members.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// What a reference (`3 0 R`) leads to, else the value itself. A reference to a reference is none in PDF.
    func value(_ json: JSONValue?) -> JSONValue? {
        // Text begins with “u:”, other bytes with “b:”, a name with “/”.
        guard let word = json?.string, word.first?.isNumber == true, word.hasSuffix(" R") else { return json }
        return members["obj:\(word)"]?["value"]
    }

    func array(_ json: JSONValue?) -> [JSONValue] { value(json)?.array ?? [] }

    /// A text string; `nil` for bytes that are none.
    func text(_ json: JSONValue?) -> String? {
        guard let word = value(json)?.string, word.hasPrefix("u:") else { return nil }
        return String(word.dropFirst(2))
    }
}
