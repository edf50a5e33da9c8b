import ShedDisk
import ShedHash
import ShedModel

/// Recognised text, kept by the content that it was recognised in: a folder for each PDF, named by its SHA-256, and in
/// it a small file for each page and engine. A file is there whole or not at all, whenever shed is killed. It can be
/// deleted at any time; that costs the time of recognising again.
public struct TextCache: Sendable {
    public let directory: DirectoryHandle

    /// A file that is larger, in bytes, is not read.
    private static let largest = 8 << 20

    public init(_ directory: DirectoryHandle) { self.directory = directory }

    /// The text of a page.
    /// - Returns: `nil` where it is not known, or what is there is not ours or was cut.
    public func text(of hash: ContentHash, page: Int, engine: String) throws(PapersError) -> RecognisedText? {
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = try directory.openDirectory(Name(hash.description)).readText(name(page, engine), atMost: TextCache.largest)
        } catch {
            if [.notFound, .isLink, .notFile, .notDirectory, .tooLarge].contains(error.code) { return nil }
            throw PapersError(error)
        }
        guard let json = try? JSONParser.parse(bytes), json["format"]?.integer == 1, json["page"]?.integer == Int64(page),
            json["engine"]?.string == engine, let text = json["text"]?.string, json["check"]?.string == check(text)
        else { return nil }
        return RecognisedText(text, confidence: KeptText.confidence(json["confidence"]))
    }

    /// Keeps the text of a page, durably.
    public func keep(_ text: RecognisedText, of hash: ContentHash, page: Int, engine: String) throws(PapersError) {
        let json: JSONValue = [
            "format": 1, "engine": .string(engine), "page": .integer(Int64(page)), "check": .string(check(text.text)), "text": .string(text.text),
            "confidence": KeptText.json(text.confidence),
        ]
        try PapersError.onDisk { () throws(DiskError) in
            let folder = try directory.openDirectory(Name(hash.description), create: true)
            try folder.write(name(page, engine), json.compact, replacing: true)
        }
    }

    /// The PDF that a folder is of; `nil` for one of others.
    static func hash(_ folder: Name) -> ContentHash? {
        guard let text = folder.text, let hash = ContentHash(text), hash.description == text else { return nil }
        return hash
    }

    /// In bytes: of all the pages of a PDF.
    static func size(of folder: Name, in directory: DirectoryHandle) throws(DiskError) -> Int64 {
        let folder = try directory.openDirectory(folder)
        var size: Int64 = 0
        for entry in try folder.list(atMost: 1_000_000) { size = size.addingUp(try folder.evidence(of: entry.name)?.size ?? 0) }
        return size
    }

    private func name(_ page: Int, _ engine: String) -> Name { Name("\(page)-\(check(engine)).json") }

    private func check(_ text: String) -> String { Hexadecimal.string(of: SHA256.hash(Array(text.utf8)).prefix(8)) }
}
