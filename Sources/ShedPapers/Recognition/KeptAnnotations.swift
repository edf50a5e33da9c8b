import ShedHash
import ShedModel

/// The annotations of one PDF in which something is written, as they are kept: one line of JSON that says of each its page, its
/// sort, its author and how long its text is, then the texts as UTF-8, each followed by a form feed.
public struct KeptAnnotations: Sendable {
    public struct Item: Hashable, Sendable {
        /// From 1.
        public var page: Int
        public var sort: String
        public var author: String?
        /// Where its text stands in ``bytes``.
        public var range: Range<Int>
    }

    /// In the order of pages, and on each in that of the PDF.
    public let items: [Item]
    /// The texts, with what stands between and before them.
    public let bytes: [UInt8]
    /// Where the first text begins.
    private let start: Int

    /// What is kept of one PDF; the rest is left out. The texts in bytes.
    static let most = 10_000
    static let mostText = 8 << 20
    /// A file that is longer, in bytes, is not read.
    static let largest = 20 << 20
    private static let longestHeader = 10 << 20
    private static let formFeed: UInt8 = 0x0c

    /// - Parameter pages: the annotations of each page, in order.
    init(_ pages: [[PDFAnnotation]]) {
        var (items, bytes): ([Item], [UInt8]) = ([], [])
        for (position, page) in pages.enumerated() {
            for annotation in page where !annotation.text.isEmpty {
                guard items.count < KeptAnnotations.most, bytes.count + annotation.text.utf8.count < KeptAnnotations.mostText else { break }
                let start = bytes.count
                bytes += annotation.text.utf8
                items.append(Item(page: position + 1, sort: annotation.sort, author: annotation.author, range: start..<bytes.count))
                bytes.append(KeptAnnotations.formFeed)
            }
        }
        (self.items, self.bytes, start) = (items, bytes, 0)
    }

    /// Those of a page, from 1. Whoever wrote the file, they have no controls and are no longer than may be.
    public func annotations(of page: Int) -> [PDFAnnotation] {
        items.filter { $0.page == page }.map { item in
            PDFAnnotation(
                sort: item.sort, author: item.author, text: PlainText.normalised(bytes[item.range], atMost: PDFAnnotation.longest))
        }
    }

    // MARK: The file

    var file: [UInt8] {
        let list = items.map { item -> JSONValue in
            [.integer(Int64(item.page)), .string(item.sort), JSONValue(item.author), .integer(Int64(item.range.count))]
        }
        let header: JSONObject = ["format": 1, "check": .string(KeptAnnotations.check(bytes[start...])), "annotations": .array(list)]
        return JSONValue.object(header).compact + [UInt8(ascii: "\n")] + bytes[start...]
    }

    /// - Returns: `nil` for what no shed wrote, or what was cut or altered since.
    init?(file: [UInt8]) {
        guard file.count <= KeptAnnotations.largest, let end = file.prefix(KeptAnnotations.longestHeader).firstIndex(of: UInt8(ascii: "\n")),
            let json = try? JSONParser.parse(Array(file[..<end])), json["format"]?.integer == 1,
            let list = json["annotations"]?.array, list.count <= KeptAnnotations.most,
            json["check"]?.string == KeptAnnotations.check(file[(end + 1)...])
        else { return nil }
        var items: [Item] = []
        var position = end + 1
        for item in list {
            guard let parts = item.array, parts.count == 4, let page = parts[0].integer.flatMap({ Int(exactly: $0) }),
                page >= items.last?.page ?? 1, page <= PageReference.mostPages, let sort = parts[1].string,
                let length = parts[3].integer.flatMap({ Int(exactly: $0) }), length >= 0, length < file.count - position,
                file[position + length] == KeptAnnotations.formFeed
            else { return nil }
            let author = parts[2].string.map(PDFAnnotation.word)
            items.append(Item(page: page, sort: PDFAnnotation.word(sort), author: author, range: position..<position + length))
            position += length + 1
        }
        guard position == file.count else { return nil }
        (self.items, bytes, start) = (items, file, end + 1)
    }

    private static func check(_ body: ArraySlice<UInt8>) -> String {
        var hash = SHA256()
        body.withUnsafeBytes { hash.update($0) }
        return Hexadecimal.string(of: hash.digest().prefix(8))
    }
}
