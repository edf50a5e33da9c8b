import ShedModel
import TOMLKit

/// The text of a schema: parsed, with the lines of its keys for complaints.
struct SchemaFile {
    /// A table of the file.
    struct Block {
        var table: TOMLTable
        var path: [String]
    }

    let root: Block
    let lines: SchemaLines

    init(_ bytes: [UInt8]) throws(RecordsError) {
        guard bytes.count <= Schema.largest else {
            throw RecordsError("the schema has more than \(Schema.largest >> 10) KiB", remedy: "Shorten it.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let offset = bytes.withUnsafeBufferPointer { UTF8Fault.first(in: $0) } ?? 0
            throw SchemaFile.fault(bytes[..<offset].reduce(1) { $0 + ($1 == 0x0a ? 1 : 0) }, "the schema is not UTF-8 text", "Save it as UTF-8.")
        }
        // TOMLKit reads and gives C strings: what follows a NUL would be left out without a word.
        for nul in ["\0", "\\u0000", "\\U00000000", "\\x00"] {
            guard let offset = SchemaFile.find(Array(nul.utf8), in: bytes) else { continue }
            throw SchemaFile.fault(bytes[..<offset].reduce(1) { $0 + ($1 == 0x0a ? 1 : 0) }, "a NUL stands in the schema", "Remove it.")
        }
        if let line = TOMLGuard.namelessHeader(in: bytes) { throw SchemaFile.fault(line, "a table has no name", "Write [key.NAME].") }
        do { root = Block(table: try TOMLTable(string: text), path: []) } catch let error as TOMLParseError {
            let reason = EscapedText.escape(Array(error.description.utf8))
            throw SchemaFile.fault(error.source.begin.line, "not TOML: \(reason)", "Mend or remove the line.")
        } catch { throw SchemaFile.fault(nil, "not TOML: \(error)", "Mend or remove the line.") }
        lines = SchemaLines(bytes)
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
        return SchemaFile.fault(lines.line(of: path), "“\(name)” \(reason)", remedy)
    }

    /// Refuses keys that the table does not have: a misspelt key would be a wish without effect.
    func allow(_ keys: [String], in block: Block) throws(RecordsError) {
        for key in block.table.keys where !keys.contains(key) {
            throw fault(key, in: block, "is no key here", "There are \(keys.joined(separator: ", ")).")
        }
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
        var texts: [String] = []
        for position in 0..<array.count {
            guard let text = array[position].string else { throw fault(key, in: block, "must be a list of texts", "Write [\"…\", \"…\"].") }
            texts.append(text)
        }
        return texts
    }

    /// A number or a text, as text.
    func bound(_ key: String, in block: Block) throws(RecordsError) -> String? {
        guard let value = block.table[key] else { return nil }
        if let text = value.string { return text }
        switch value.type {
        case .int: if let number = value.int { return "\(number)" }
        case .double: if let number = value.double { return "\(number)" }
        default: break
        }
        throw fault(key, in: block, "must be a number, or a date in quotation marks", "Write 1400 or \"1400-01-01\".")
    }

    /// The tables below a table, in the order of the file.
    func tables(_ key: String) throws(RecordsError) -> [(name: String, block: Block)] {
        guard let value = root.table[key] else { return [] }
        let remedy = "Write [\(key).NAME]."
        guard let table = value.table else { throw fault(key, in: root, "must hold tables", remedy) }
        guard table.count <= Schema.most else { throw fault(key, in: root, "holds more than \(Schema.most) tables", "Remove some.") }
        var blocks: [KeyBytes: Block] = [:]
        for name in table.keys {
            guard let inner = table[name]?.table else { throw fault(name, in: Block(table: table, path: [key]), "must be a table", remedy) }
            blocks[KeyBytes(name)] = Block(table: inner, path: [key, name])
        }
        var result: [(name: String, block: Block)] = []
        for statement in lines.statements {
            let path = statement.sort == .pair ? statement.table + statement.keys : statement.table
            guard path.count > 1, path[0] == key, let block = blocks.removeValue(forKey: KeyBytes(path[1])) else { continue }
            result.append((path[1], block))
        }
        // What is written in some other way comes last.
        result += blocks.sorted { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }.map { ($0.key.text, $0.value) }
        return result
    }
}
