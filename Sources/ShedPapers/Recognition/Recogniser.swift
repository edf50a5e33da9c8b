import ShedDisk
import ShedMessages
import ShedModel

/// Optical recognition of text, by Tesseract.
public struct Recogniser: Sendable {
    /// Codes of Tesseract, such as `eng`, in the order of their weight.
    public let languages: [String]
    /// Such as `5.3.0`.
    public let version: String
    /// Whether it sees which way up a page is, for which it needs data of its own (`osd`).
    private let seesOrientation: Bool
    private let tools: Tools

    /// Pixels an inch at which pages are read; Tesseract's documentation asks for 300 at least.
    static let resolution = 300.0
    /// In bytes, of Tesseract's table of the words of a page.
    private static let largestTable = 32 << 20

    /// Finds Tesseract.
    /// - Parameter languages: at least one, each once.
    /// - Throws: `programMissing`; `languageMissing`, with the package to install.
    public init(_ languages: [String], _ tools: Tools) throws(PapersError) {
        let listing = try Recogniser.listing(tools)
        let installed = TextLanguage.listed(listing)
        guard !languages.isEmpty else {
            throw PapersError(.failed, .noTextLanguage, cure: .chooseOneOf(names: installed.joined(separator: ", ")))
        }
        for language in languages where !installed.contains(language) {
            let package = TextLanguage.package(of: language)
            throw PapersError(
                .languageMissing(language), .textLanguageUnknown(language: EscapedText.escape(Array(language.utf8.prefix(40)))),
                cure: .chooseOrInstall(names: installed.joined(separator: ", "), package: EscapedText.escape(Array(package.utf8))))
        }
        self.languages = languages
        seesOrientation = TextLanguage.hasOrientation(listing)
        self.tools = tools
        let job = ToolJob(.tesseract, ["--version"], files: [], limits: tools.limits.page)
        let result = try tools.run(job, in: try tools.work())
        let words = (result.output + result.errors).textLines.first?.split(separator: " ") ?? []
        guard words.count >= 2, words[0] == "tesseract" else { throw job.failure(result) }
        version = String(words[1].prefix(40))
    }

    /// The languages that are installed, sorted; what is no language (`osd`, `equ`) is left out.
    public static func languages(_ tools: Tools) throws(PapersError) -> [String] { TextLanguage.listed(try listing(tools)) }

    private static func listing(_ tools: Tools) throws(PapersError) -> [UInt8] {
        let job = ToolJob(.tesseract, ["--list-langs"], files: [], limits: tools.limits.page)
        let result = try tools.run(job, in: try tools.work())
        guard result.code == 0 else { throw job.failure(result) }
        return result.output + result.errors
    }

    /// What a result depends on besides the page: program, version, languages, resolution, segmentation. On one line.
    public var engine: String {
        (["tesseract", version, languages.joined(separator: "+"), "\(Int(Recogniser.resolution))"] + segmentation).joined(separator: " ")
    }

    /// Mode 1 is the usual one, and turns the page before.
    private var segmentation: [String] { seesOrientation ? ["--psm", "1"] : [] }

    /// Reads one page: renders it in grey and recognises that. One processor, for some seconds a page.
    /// - Throws: `outOfTime` and what running a program throws.
    public func recognise(
        _ page: Int, of file: PDFFile, _ facts: PDFFacts, _ cancellation: Cancellation? = nil
    ) throws(PapersError) -> RecognisedText {
        let work = try tools.work()
        let options = PDFImage.Options(resolution: Recogniser.resolution, isGray: true)
        try PDFImage.draw(page, of: file, facts, options, [], tools, work, cancellation)
        let arguments = ["page.pgm", "page", "-l", languages.joined(separator: "+"), "--dpi", "\(Int(Recogniser.resolution))"] + segmentation
            + ["-c", "tessedit_create_txt=1", "-c", "tessedit_create_tsv=1"]
        let job = ToolJob(.tesseract, arguments, files: [], limits: tools.limits.page, subject: .pageOfFile(page: page, file: file.label))
        let result = try tools.run(job, in: work, cancellation)
        guard result.code == 0 else { throw job.failure(result) }
        let text: [UInt8]
        do throws(DiskError) { text = try work.handle.read("page.txt", atMost: tools.limits.page.output) } catch {
            guard error.code == .tooLarge else { throw job.failure(result) }
            throw PapersError(.tooLarge, .pageTextTooLong(page: page, file: file.label), cure: .pdfUseSmaller)
        }
        // A table that is missing or too large costs nobody the text.
        let table = try? work.handle.read("page.tsv", atMost: Recogniser.largestTable)
        return RecognisedText(
            PlainText.normalised(text, atMost: tools.limits.pageText), confidence: table.flatMap(RecognisedText.confidence(table:)))
    }
}
