import ShedModel

/// CSV as Zotero's own translator of that name writes it: RFC 4180, a line of names and one for each thing, several values of one field with “; ”
/// between. It names files where they lie on the disk of whoever exported it, so they are sought beside the list by the ends of these paths, as in
/// `storage/ABCD1234/Rain.pdf`.
struct ZoteroCSV {
    private let bytes: [UInt8]
    private let path: RelativePath
    private var position = 0
    private var line = 1

    private static let mostRows = 200_000
    private static let mostColumns = 1_000
    /// Names of fields by which the list is known.
    private static let known = ["Key", "Item Type", "Title", "File Attachments", "Manual Tags"]

    private init(_ bytes: [UInt8], _ path: RelativePath) {
        self.bytes = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
        self.path = path
    }

    /// Whether a file begins with the names that Zotero writes.
    static func isMeant(by path: RelativePath, in folder: any ForeignFolder) throws(ForeignError) -> Bool {
        guard path.last?.hasSuffix(".csv") == true, let size = try folder.size(path), size <= Int64(ForeignLimits.index) else { return false }
        var reader = ZoteroCSV(try folder.bytes(path, limit: ForeignLimits.index), path)
        guard let names = try? reader.row() else { return false }
        return known.allSatisfy(names.contains)
    }

    static func read(_ bytes: [UInt8], _ path: RelativePath) throws(ForeignError) -> ZoteroItems {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw ForeignError(.notUTF8, path) }
        var reader = ZoteroCSV(bytes, path)
        guard let names = try reader.row(), known.allSatisfy(names.contains) else { throw ForeignError(.malformed(line: 1), path) }
        var found = ZoteroItems()
        found.isOfElsewhere = true
        while true {
            let line = reader.line
            guard let values = try reader.row() else { return found }
            if values == [""] { continue }
            guard values.count == names.count else { throw ForeignError(.malformed(line: line), path) }
            guard found.items.count < mostRows else { throw ForeignError(.tooMany(most: mostRows), path) }
            let fields = Dictionary(zip(names, values)) { first, _ in first }
            found.items.append(item(fields, "\(line)"))
        }
    }

    private static func item(_ fields: [String: String], _ line: String) -> ZoteroItems.Item {
        let key = fields["Key"] ?? ""
        var item = ZoteroItems.Item(id: key.isEmpty ? "line " + line : key, title: fields["Title"] ?? "")
        var tags = ForeignTags()
        for name in ["Manual Tags", "Automatic Tags"] { for text in parts(fields[name]) { tags.add(ForeignTag(text)) } }
        item.tags = tags.all
        item.files = parts(fields["File Attachments"]).map { ZoteroItems.File($0) }
        // Notes are HTML, in which that stands too: they are not taken apart.
        if let notes = fields["Notes"], !notes.isEmpty { item.notes.append(ZoteroItems.Note(html: notes)) }
        return item
    }

    private static func parts(_ value: String?) -> [String] {
        (value ?? "").split(separator: "; ").map { ForeignText.trimmed(String($0)) }.filter { !$0.isEmpty }
    }

    // MARK: Rows

    /// The values of the next row; `nil` at the end.
    private mutating func row() throws(ForeignError) -> [String]? {
        guard position < bytes.count else { return nil }
        var values: [String] = []
        while true {
            values.append(try value())
            guard values.count <= ZoteroCSV.mostColumns else { throw ForeignError(.tooMany(most: ZoteroCSV.mostColumns), path) }
            guard position < bytes.count else { return values }
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: ",") { continue }
            if byte == 0x0d, position < bytes.count, bytes[position] == 0x0a { position += 1 }
            line += 1
            return values
        }
    }

    /// Whether a byte ends a value without quotation marks.
    private func isEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ",") || byte == 0x0a || byte == 0x0d }

    private mutating func value() throws(ForeignError) -> String {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            let start = position
            while position < bytes.count, !isEnd(bytes[position]) { position += 1 }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }
        let begun = line
        position += 1
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            guard byte == UInt8(ascii: "\"") else {
                if byte == 0x0a { line += 1 }
                text.append(byte)
                continue
            }
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
                guard position == bytes.count || isEnd(bytes[position]) else { throw ForeignError(.malformed(line: line), path) }
                return String(decoding: text, as: UTF8.self)
            }
            position += 1
            text.append(byte)
        }
        throw ForeignError(.malformed(line: begun), path)
    }
}
