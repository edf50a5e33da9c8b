import ShedMessages
import ShedModel

/// Objects of a PDF in qpdf's JSON, of which only those are kept that were asked for.
struct PDFObjects {
    private let file: PDFFile
    private let tools: Tools
    private let cancellation: Cancellation?
    private var values: [String: JSONValue] = [:]
    /// What was asked for, there or not.
    private var asked: Set<String> = []

    /// So many objects are asked for at once.
    private static let portion = 2_000
    /// Of one answer, in bytes.
    private static let longest = 16 << 20

    init(_ file: PDFFile, _ tools: Tools, _ cancellation: Cancellation?) {
        (self.file, self.tools, self.cancellation) = (file, tools, cancellation)
    }

    /// The pages, in their order, as references.
    func pages() throws(PapersError) -> [JSONValue] {
        guard let pages = try ask(["--json-key=pages"])["pages"]?.array else { throw unclear }
        return pages.compactMap { $0["object"] }
    }

    /// Gets what some of these refer to. What is no reference stands for itself, and need not be got.
    mutating func fetch(_ wanted: some Sequence<JSONValue>) throws(PapersError) {
        var numbers: [String] = []
        for json in wanted { if let word = PDFObjects.reference(json), asked.insert(word).inserted { numbers.append(PDFObjects.selector(word)) } }
        while !numbers.isEmpty {
            let portion = numbers.prefix(PDFObjects.portion)
            numbers.removeFirst(portion.count)
            let answer = try ask(["--json-key=qpdf", "--json-stream-data=none"] + portion.map { "--json-object=\($0)" })
            guard let objects = answer["qpdf"]?.array?.last?.object else { throw unclear }
            for member in objects.members { values[member.name] = member.value["value"] }
        }
    }

    /// What a reference (`3 0 R`) leads to, else the value itself. A reference to a reference is none in PDF.
    func value(_ json: JSONValue?) -> JSONValue? {
        guard let word = PDFObjects.reference(json) else { return json }
        return values["obj:\(word)"]
    }

    func array(_ json: JSONValue?) -> [JSONValue] { value(json)?.array ?? [] }

    /// A text string; `nil` for bytes that are none.
    func text(_ json: JSONValue?) -> String? {
        guard let word = value(json)?.string, word.hasPrefix("u:") else { return nil }
        return String(word.dropFirst(2))
    }

    /// Text begins with “u:”, other bytes with “b:”, a name with “/”: so nothing else is two numbers and an R.
    private static func reference(_ json: JSONValue?) -> String? {
        guard let word = json?.string, word.utf8.count <= 24, word.hasSuffix(" R") else { return nil }
        let parts = word.split(separator: " ", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[..<2].allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) } ? word : nil
    }

    /// As `--json-object` has it: `3,0`.
    private static func selector(_ reference: String) -> String { String(reference.dropLast(2)).replacing(" ", with: ",") }

    private func ask(_ options: [String]) throws(PapersError) -> JSONValue {
        var limits = tools.limits.tool
        limits.output = min(tools.limits.text, PDFObjects.longest)
        let job = ToolJob(.qpdf, ["--json=2"] + options + [ToolJob.path(0)], files: [file], limits: limits, subject: subject)
        let result = try tools.run(job, in: try tools.work(), cancellation)
        // 3 is a warning, as of a file that was accepted with one.
        guard result.code == 0 || result.code == 3 else { throw job.failure(result, .damaged) }
        guard let json = try? JSONParser.parse(result.output) else { throw unclear }
        return json
    }

    private var subject: Message { .annotationsOf(file: file.label) }

    private var unclear: PapersError {
        PapersError(.failed, .qpdfUnclear(subject: subject), cure: .qpdfVersion)
    }
}
