import ShedModel
import ShedTOML

/// A schema's file, parsed.
struct SchemaFile {
    /// A table of the file.
    struct Block {
        var table: TOMLTable
        var path: [String] = []
        /// Where it begins; `nil` for the root.
        var line: Int?
    }

    let root: Block

    init(_ bytes: [UInt8]) throws(RecordsError) {
        guard bytes.count <= Schema.largest else {
            throw RecordsError("the schema has more than \(Schema.largest >> 10) KiB", remedy: "Shorten it.")
        }
        if let offset = UTF8Fault.first(in: bytes) {
            throw SchemaFile.fault(UTF8Fault.line(of: offset, in: bytes), "the schema is not UTF-8 text", "Save it as UTF-8.")
        }
        // No value of a record holds one, written as an escape neither.
        for nul in ["\0", "\\u0000", "\\U00000000", "\\x00"] {
            guard let offset = SchemaFile.find(Array(nul.utf8), in: bytes) else { continue }
            throw SchemaFile.fault(UTF8Fault.line(of: offset, in: bytes), "a NUL stands in the schema", "Remove it.")
        }
        do throws(TOMLError) { root = Block(table: try TOMLTable(parsing: bytes)) } catch {
            if error.cause == .namelessTable { throw SchemaFile.fault(error.position?.line, error.message, "Write [key.NAME].") }
            let reason = EscapedText.escape(Array(error.message.utf8))
            throw SchemaFile.fault(error.position?.line, "not TOML: \(reason)", "Mend or remove the line.")
        }
    }

    private static func fault(_ line: Int?, _ message: String, _ remedy: String) -> RecordsError {
        RecordsError(message, line: line, remedy: remedy)
    }

    private static func find(_ needle: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= needle.count else { return nil }
        return (0...bytes.count - needle.count).first { start in
            bytes[start] == needle[0] && bytes[start..<start + needle.count].elementsEqual(needle)
        }
    }

    /// A complaint about a key of a table, or about the table.
    func fault(_ key: String?, in block: Block, _ reason: String, _ remedy: String) -> RecordsError {
        let path = block.path + (key.map { [$0] } ?? [])
        let name = EscapedText.escape(Array(path.joined(separator: ".").utf8))
        let line = key.flatMap { block.table.entry($0)?.position.line } ?? block.line
        return SchemaFile.fault(line, "“\(name)” \(reason)", remedy)
    }

    /// Refuses keys that the table does not have: a misspelt key would be a wish without effect.
    func allow(_ keys: [String], in block: Block) throws(RecordsError) {
        guard let key = block.table.unknownKey(besides: keys) else { return }
        throw fault(key, in: block, "is no key here", "There are \(keys.joined(separator: ", ")).")
    }

    func text(_ key: String, in block: Block) throws(RecordsError) -> String? {
        guard let value = block.table[key] else { return nil }
        guard let text = value.string else { throw fault(key, in: block, "must be a text", "Put it in quotation marks.") }
        return text
    }

    func flag(_ key: String, in block: Block) throws(RecordsError) -> Bool? {
        guard let value = block.table[key] else { return nil }
        guard let flag = value.bool else { throw fault(key, in: block, "must be true or false", "Write it without quotation marks.") }
        return flag
    }

    func texts(_ key: String, in block: Block) throws(RecordsError) -> [String]? {
        guard let value = block.table[key] else { return nil }
        guard let array = value.array, array.count <= Schema.most else {
            throw fault(key, in: block, "must be a list of at most \(Schema.most) texts", "Write [\"…\", \"…\"].")
        }
        guard let texts = value.strings else { throw fault(key, in: block, "must be a list of texts", "Write [\"…\", \"…\"].") }
        return texts
    }

    /// A number or a text, as text.
    func bound(_ key: String, in block: Block) throws(RecordsError) -> String? {
        guard let value = block.table[key] else { return nil }
        if let text = value.string { return text }
        if let number = value.integer { return "\(number)" }
        if let number = value.double { return "\(number)" }
        throw fault(key, in: block, "must be a number, or a date in quotation marks", "Write 1400 or \"1400-01-01\".")
    }

    /// The tables below a table, in the order of the file.
    func tables(_ key: String) throws(RecordsError) -> [(name: String, block: Block)] {
        guard let entry = root.table.entry(key) else { return [] }
        let remedy = "Write [\(key).NAME]."
        guard let table = entry.value.table else { throw fault(key, in: root, "must hold tables", remedy) }
        guard table.count <= Schema.most else { throw fault(key, in: root, "holds more than \(Schema.most) tables", "Remove some.") }
        let block = Block(table: table, path: [key], line: entry.position.line)
        if let wrong = table.sortedEntries.first(where: { $0.value.table == nil }) { throw fault(wrong.key, in: block, "must be a table", remedy) }
        return table.entries.compactMap { entry in
            entry.value.table.map { (entry.key, Block(table: $0, path: [key, entry.key], line: entry.position.line)) }
        }
    }
}
