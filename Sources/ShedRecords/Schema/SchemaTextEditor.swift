import ShedTOML

/// Changes single lines of a schema's text.
struct SchemaTextEditor {
    private(set) var bytes: [UInt8]
    private let statements: [SchemaLines.Statement]
    private let lineEnd: String

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        statements = SchemaLines(bytes).statements
        let feed = bytes.firstIndex(of: 0x0a)
        lineEnd = feed.map { $0 > 0 && bytes[$0 - 1] == 0x0d } == true ? "\r\n" : "\n"
    }

    private static func isEqual(_ left: [String], _ right: [String]) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }

    private static func refusal(_ line: Int?) -> RecordsError {
        RecordsError(
            "the schema says this in a way that shed does not change by itself", line: line,
            remedy: "Change the file in an editor: shed collection schema COLLECTION --edit.")
    }

    /// Writes, changes or removes a line of a table.
    mutating func set(_ table: [String], _ name: String, _ value: String?) throws(RecordsError) {
        let pair = statements.first {
            $0.sort == .pair && SchemaTextEditor.isEqual($0.table, table) && SchemaTextEditor.isEqual($0.keys, [name])
        }
        if let pair {
            if let value { bytes.replaceSubrange(pair.value, with: value.utf8) } else { cut(pair) }
            return
        }
        // Said with full stops or in braces.
        let whole = table + [name]
        if let other = statements.first(where: { statement in
            statement.sort == .pair && !SchemaTextEditor.isEqual(statement.table, table)
                && SchemaTextEditor.isPart(statement.table + statement.keys, whole)
        }) {
            throw SchemaTextEditor.refusal(other.line)
        }
        guard let value else { return }
        let line = "\(SchemaEdit.quoted(key: name)) = \(value)\(lineEnd)"
        if let header = statements.first(where: { $0.sort == .header && SchemaTextEditor.isEqual($0.table, table) }) {
            let last = statements.last { $0.sort == .pair && SchemaTextEditor.isEqual($0.table, table) }
            insert(line, at: (last ?? header).lines.upperBound)
        } else if table.isEmpty {
            let last = statements.last { $0.sort == .pair && $0.table.isEmpty }
            insert(line, at: last?.lines.upperBound ?? (bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0))
        } else {
            let header = "[\(table.map { SchemaEdit.quoted(key: $0) }.joined(separator: "."))]\(lineEnd)"
            insert((bytes.isEmpty ? "" : lineEnd) + header + line, at: bytes.count)
        }
    }

    /// Whether one path begins with the other.
    private static func isPart(_ left: [String], _ right: [String]) -> Bool {
        zip(left, right).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }

    /// Removes a table with its lines.
    mutating func remove(_ table: [String]) throws(RecordsError) {
        for statement in statements.reversed() {
            let path = statement.sort == .pair ? statement.table + statement.keys : statement.table
            guard path.count >= table.count, SchemaTextEditor.isPart(path, table) else { continue }
            guard SchemaTextEditor.isEqual(statement.table, table), statement.sort != .listHeader else {
                throw SchemaTextEditor.refusal(statement.line)
            }
            cut(statement)
        }
    }

    private mutating func insert(_ text: String, at offset: Int) {
        let needsEnd = offset > 0 && offset == bytes.count && bytes[offset - 1] != 0x0a
        bytes.insert(contentsOf: (needsEnd ? lineEnd + text : text).utf8, at: offset)
    }

    /// Removes the lines of a statement but for its comment.
    private mutating func cut(_ statement: SchemaLines.Statement) {
        let rest = bytes[statement.value.upperBound..<statement.lines.upperBound]
        let comment = rest.firstIndex(of: UInt8(ascii: "#")).map { bytes[$0..<statement.lines.upperBound] } ?? []
        bytes.replaceSubrange(statement.lines, with: Array(comment))
    }

    /// Makes sure that an edit changed what it should and nothing else.
    static func verify(_ before: [UInt8], _ after: [UInt8], _ edit: SchemaEdit) throws(RecordsError) {
        var expected = leaves(try SchemaFile(before).root.table)
        let result: [[KeyBytes]: TOMLValue]
        do throws(RecordsError) { result = leaves(try SchemaFile(after).root.table) } catch { throw refusal(nil) }
        switch edit {
        case .set(let place, let name, let value):
            let path = (SchemaEdit.path(place) + [name]).map(KeyBytes.init)
            expected[path] = value == nil ? nil : result[path]
            if let value, result[path] != leaf(value) { throw refusal(nil) }
        case .remove(let place):
            let path = SchemaEdit.path(place).map(KeyBytes.init)
            expected = expected.filter { !$0.key.starts(with: path) }
        }
        guard expected == result else { throw refusal(nil) }
    }

    /// What a value must read as.
    private static func leaf(_ value: SchemaEdit.Value) -> TOMLValue? {
        (try? TOMLTable(parsing: Array("v = \(SchemaEdit.written(value))".utf8)))?["v"]
    }

    /// All values of a table and of those below it.
    private static func leaves(_ table: TOMLTable) -> [[KeyBytes]: TOMLValue] {
        var leaves: [[KeyBytes]: TOMLValue] = [:]
        var open: [(path: [KeyBytes], table: TOMLTable)] = [([], table)]
        while let (path, table) = open.popLast() {
            for entry in table.entries {
                let path = path + [KeyBytes(entry.key)]
                if let inner = entry.value.table { open.append((path, inner)) } else { leaves[path] = entry.value }
            }
        }
        return leaves
    }
}
