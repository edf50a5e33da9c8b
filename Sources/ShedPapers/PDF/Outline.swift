import ShedDisk
import ShedMessages
import ShedModel

/// The bookmarks of a PDF (PDF 1.7, 12.3.3), set by qpdf's JSON: the page objects are asked for, then the catalog is
/// replaced by itself with `/Outlines`. pdfunite can join but set none.
enum Outline {
    /// How deep bookmarks may stand in each other.
    static let deepest = 16
    /// How many there may be.
    static let most = 20_000

    static func check(_ bookmarks: [PDFBookmark], pages: Int) throws(PapersError) {
        var level = bookmarks
        var depth = 0
        var count = 0
        while !level.isEmpty {
            depth += 1
            count += level.count
            guard depth <= deepest, count <= most else {
                throw PapersError(.tooLarge, .pdfTooManyBookmarks, cure: .pdfMakeSeveral)
            }
            if let wrong = level.first(where: { $0.page < 1 || $0.page > pages }) {
                throw PapersError(
                    .noSuchPage, .pdfBookmarkAstray(title: EscapedText.escape(Array(wrong.title.utf8)), page: wrong.page, last: pages),
                    cure: .choosePageTo(last: pages))
            }
            level = level.flatMap(\.children)
        }
    }

    static func add(
        _ bookmarks: [PDFBookmark], pages: Int, to file: PDFFile, as name: String, _ tools: Tools, _ work: WorkDirectory,
        _ cancellation: Cancellation?
    ) throws(PapersError) {
        let facts = try read(file, pages: pages, tools, work, cancellation)
        var writer = OutlineWriter(pages: facts.pages, next: facts.last + 1)
        let root = writer.write(bookmarks)
        var catalog = facts.catalog
        catalog["/Outlines"] = .string(root)
        catalog["/PageMode"] = "/UseOutlines"
        writer.members.append(JSONObject.Member(facts.root, ["value": .object(catalog)]))
        var header = facts.header
        header["maxobjectid"] = .integer(Int64(writer.next - 1))
        let update: JSONValue = [
            "version": 2, "parameters": ["decodelevel": "none"],
            "qpdf": [.object(header), .object(JSONObject(writer.members))],
        ]
        try PapersError.onDisk { () throws(DiskError) in try work.handle.write("update.json", update.compact, replacing: true) }
        let arguments = ["--deterministic-id", ToolJob.path(0), "--update-from-json=update.json", name]
        let job = ToolJob(.qpdf, arguments, files: [file], limits: tools.limits.tool, subject: .bookmarks)
        let result = try tools.run(job, in: work, cancellation)
        guard result.code == 0 else { throw job.failure(result) }
    }

    private struct Facts {
        var header: JSONObject
        /// The name of the catalog's object, as `obj:1 0 R`.
        var root: String
        var catalog: JSONObject
        /// The page objects in order, as `3 0 R`.
        var pages: [JSONValue]
        /// The highest object number.
        var last: Int
    }

    private static func read(
        _ file: PDFFile, pages count: Int, _ tools: Tools, _ work: WorkDirectory, _ cancellation: Cancellation?
    ) throws(PapersError) -> Facts {
        var limits = tools.limits.tool
        limits.output = tools.limits.text
        func ask(_ words: [String]) throws(PapersError) -> JSONValue {
            let job = ToolJob(.qpdf, ["--json=2"] + words + [ToolJob.path(0)], files: [file], limits: limits, subject: .bookmarks)
            let result = try tools.run(job, in: work, cancellation)
            guard result.code == 0 else { throw job.failure(result) }
            do throws(JSONParser.Failure) { return try JSONParser.parse(result.output) } catch { throw misread() }
        }
        let trailer = try ask(["--json-key=qpdf", "--json-object=trailer"])
        guard let root = trailer["qpdf"]?.array?.last?["trailer"]?["value"]?["/Root"]?.string, let words = number(root) else { throw misread() }
        let json = try ask(["--json-key=pages", "--json-key=qpdf", "--json-object=\(words)"])
        let parts = json["qpdf"]?.array
        let objects = json["pages"]?.array?.compactMap { $0["object"] } ?? []
        guard let header = parts?.first?.object, let last = header["maxobjectid"]?.integer, last >= 0, last < 1 << 24,
            let catalog = parts?.last?["obj:\(root)"]?["value"]?.object, objects.count == count
        else { throw misread() }
        return Facts(header: header, root: "obj:\(root)", catalog: catalog, pages: objects, last: Int(last))
    }

    /// `1 0 R` as `1,0`.
    private static func number(_ reference: String) -> String? {
        let words = reference.split(separator: " ")
        guard words.count == 3, words[2] == "R", let object = Int(words[0]), let generation = Int(words[1]) else { return nil }
        return "\(object),\(generation)"
    }

    private static func misread() -> PapersError {
        PapersError(.failed, .qpdfUnclear(subject: .thePDF), cure: .qpdfVersion)
    }
}
