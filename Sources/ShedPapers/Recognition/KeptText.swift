import ShedHash
import ShedModel

/// The text of all pages of one PDF, as it is kept: one line of JSON that says where each page's text ends and where it
/// comes from, then the texts as UTF-8, each followed by a form feed. How sure recognition was stands in a member of its own,
/// which earlier versions of shed did not write and do not read.
public struct KeptText: Sendable {
    /// Where the text of a page comes from.
    public enum Origin: String, Hashable, Sendable {
        /// The page carries it.
        case layer
        /// It was recognised in the picture of the page.
        case recognition
        /// It could not be recognised; there is none.
        case failed
    }

    public struct Page: Hashable, Sendable {
        public var origin: Origin
        /// Where its text stands in ``bytes``.
        public var range: Range<Int>
        /// In percent; `nil` where nothing was recognised, or by a version of shed that did not keep it.
        public var confidence: Int?
    }

    /// What recognised pages: program, version, languages, resolution; `nil` where no page needed that.
    public let engine: String?
    /// The page with number n stands at n - 1. Never empty.
    public let pages: [Page]
    /// The texts, with what stands between and before them.
    public let bytes: [UInt8]
    /// Where the first text begins.
    private let start: Int

    /// A kept text that is longer, in bytes, is not read: all that is allowed of one PDF, and the line before it.
    static let largest = 64 << 20 + 1 << 20
    static let longestHeader = 1 << 20
    private static let formFeed: UInt8 = 0x0c

    init(_ outcomes: [PageOutcome], engine: String?) {
        var (bytes, pages): ([UInt8], [Page]) = ([], [])
        var isRecognised = false
        for outcome in outcomes {
            let start = bytes.count
            var (origin, sureness): (Origin, Int?) = (.failed, nil)
            if case .text(let text, let source, let confidence) = outcome {
                sureness = confidence
                bytes += text.utf8
                origin = source == .layer ? .layer : .recognition
            }
            isRecognised = isRecognised || origin != .layer
            pages.append(Page(origin: origin, range: start..<bytes.count, confidence: sureness))
            bytes.append(KeptText.formFeed)
        }
        (self.engine, self.pages, self.bytes, start) = (isRecognised ? engine : nil, pages, bytes, 0)
    }

    /// The text of a page, from 1; `nil` for one that there is not. Whoever wrote the file, it has no controls and is no longer
    /// than the text of a page may be.
    public func text(of page: Int) -> String? {
        guard page >= 1, page <= pages.count else { return nil }
        return PlainText.normalised(bytes[pages[page - 1].range], atMost: PDFLimits().pageText)
    }

    /// Where the text of a page comes from; `nil` for one that there is not.
    public func origin(of page: Int) -> Origin? { page >= 1 && page <= pages.count ? pages[page - 1].origin : nil }

    /// How sure recognition was of a page, in percent; `nil` where that is not known.
    public func confidence(of page: Int) -> Int? { page >= 1 && page <= pages.count ? pages[page - 1].confidence : nil }

    /// How many pages have text from there.
    public func count(_ origin: Origin) -> Int { pages.count { $0.origin == origin } }

    // MARK: The file

    var file: [UInt8] {
        let list = pages.map { page -> JSONValue in [.string(page.origin.rawValue), .integer(Int64(page.range.count))] }
        var header: JSONObject = [
            "format": 1, "engine": JSONValue(engine), "check": .string(KeptText.check(bytes[start...])), "pages": .array(list),
        ]
        if pages.contains(where: { $0.confidence != nil }) { header["confidence"] = .array(pages.map { KeptText.json($0.confidence) }) }
        return JSONValue.object(header).compact + [UInt8(ascii: "\n")] + bytes[start...]
    }

    /// - Returns: `nil` for what no shed wrote, or what was cut or altered since.
    init?(file: [UInt8]) {
        guard let end = file.prefix(KeptText.longestHeader).firstIndex(of: UInt8(ascii: "\n")),
            let json = try? JSONParser.parse(Array(file[..<end])), json["format"]?.integer == 1,
            let list = json["pages"]?.array, !list.isEmpty, list.count <= PageReference.mostPages
        else { return nil }
        guard json["check"]?.string == KeptText.check(file[(end + 1)...]) else { return nil }
        var pages: [Page] = []
        var position = end + 1
        let confidences = json["confidence"]?.array.flatMap { $0.count == list.count ? $0 : nil }
        for (number, item) in list.enumerated() {
            guard let pair = item.array, pair.count == 2, let origin = pair[0].string.flatMap(Origin.init),
                let length = pair[1].integer.flatMap({ Int(exactly: $0) }), length >= 0, length < file.count - position,
                file[position + length] == KeptText.formFeed
            else { return nil }
            pages.append(Page(origin: origin, range: position..<position + length, confidence: KeptText.confidence(confidences?[number])))
            position += length + 1
        }
        guard position == file.count else { return nil }
        (engine, self.pages, bytes, start) = (json["engine"]?.string, pages, file, end + 1)
    }

    /// On how many pages recognition failed, by the beginning of a file; `nil` for what no shed wrote.
    static func failures(head: [UInt8]) -> Int? {
        guard let end = head.prefix(longestHeader).firstIndex(of: UInt8(ascii: "\n")), let json = try? JSONParser.parse(Array(head[..<end])),
            json["format"]?.integer == 1, let list = json["pages"]?.array
        else { return nil }
        return list.count { $0.array?.first?.string == Origin.failed.rawValue }
    }

    /// How long a whole file is, in bytes, by its beginning; `nil` for what no shed wrote.
    static func length(head: [UInt8]) -> Int? {
        guard let end = head.prefix(longestHeader).firstIndex(of: UInt8(ascii: "\n")), let json = try? JSONParser.parse(Array(head[..<end])),
            json["format"]?.integer == 1, let list = json["pages"]?.array, !list.isEmpty
        else { return nil }
        var length = end + 1
        for item in list {
            guard let count = item.array?.last?.integer.flatMap({ Int(exactly: $0) }), count >= 0, count <= largest, length <= largest else { return nil }
            length += count + 1
        }
        return length
    }

    static func json(_ confidence: Int?) -> JSONValue { confidence.map { .integer(Int64($0)) } ?? .null }

    /// - Returns: `nil` for what is no confidence.
    static func confidence(_ json: JSONValue?) -> Int? {
        json?.integer.flatMap { Int(exactly: $0) }.flatMap { RecognisedText.range.contains($0) ? $0 : nil }
    }

    private static func check(_ body: ArraySlice<UInt8>) -> String {
        var hash = SHA256()
        body.withUnsafeBytes { hash.update($0) }
        return Hexadecimal.string(of: hash.digest().prefix(8))
    }
}
