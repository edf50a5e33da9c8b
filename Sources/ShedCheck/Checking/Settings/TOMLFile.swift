import ShedModel
import ShedProject
import ShedTOML

/// A TOML file that a person wrote: parsed, with the lines of its keys for complaints.
struct TOMLFile {
    /// A table of the file.
    struct Block {
        var table: TOMLTable
        /// Its keys from the root, joined by full stops.
        var path = ""
        /// Where it begins; `nil` for the root.
        var line: Int?
    }

    /// The longest file that is read, in bytes.
    static let longest = 1 << 20
    /// The most tables of one sort, and the most texts in one list.
    static let most = 1_000

    /// The file as people are told of it.
    let label: String
    let root: Block

    init(bytes: [UInt8], label: String) throws(ShedError) {
        self.label = label
        do throws(TOMLError) { root = Block(table: try TOMLTable(parsing: bytes, limits: TOMLLimits(length: TOMLFile.longest))) } catch {
            if let line = UTF8Fault.firstLine(in: bytes) { throw TOMLFile.failure(label, line, "it is not UTF-8 text") }
            throw TOMLFile.failure(label, error.position?.line, EscapedText.escape(Array(error.message.utf8)))
        }
    }

    /// The line of a key, from 1; where the key is not there, that of its table.
    func line(of key: String, in block: Block) -> Int? { block.table.entry(key)?.position.line ?? block.line }

    /// The file and the line of a table, for people.
    func origin(of block: Block) -> String { label + (block.line.map { " line \($0)" } ?? "") }

    /// A complaint about a key of a table.
    func fault(_ key: String, in block: Block, _ reason: String) -> ShedError {
        let name = EscapedText.escape(Array((block.path.isEmpty ? key : "\(block.path).\(key)").utf8))
        return TOMLFile.failure(label, line(of: key, in: block), "“\(name)” \(reason)")
    }

    private static func failure(_ label: String, _ line: Int?, _ reason: String) -> ShedError {
        let place = line.map { "line \($0): " } ?? ""
        return ShedError(.environment, "\(label): \(place)\(reason)", remedy: "Mend or remove the line.")
    }
}

extension TOMLFile {
    /// Refuses keys that the table does not have: a misspelt key would be a wish without effect.
    func allow(_ keys: [String], in block: Block) throws(ShedError) {
        guard let key = block.table.unknownKey(besides: keys) else { return }
        let guess = Nearest.of(key, among: keys).map { "; did you mean “\($0)”?" } ?? ""
        throw fault(key, in: block, "is no key here; the keys are \(keys.joined(separator: ", "))\(guess)")
    }

    /// A table; `nil` where there is none.
    func table(_ key: String, in block: Block) throws(ShedError) -> Block? {
        guard let entry = block.table.entry(key) else { return nil }
        let path = block.path.isEmpty ? key : "\(block.path).\(key)"
        guard let table = entry.value.table else { throw fault(key, in: block, "must be a table, [\(path)]") }
        return Block(table: table, path: path, line: entry.position.line)
    }

    /// The tables of a list of tables, or one table alone.
    func tables(_ key: String, in block: Block) throws(ShedError) -> [Block] {
        guard let entry = block.table.entry(key) else { return [] }
        let path = "\(block.path).\(key)"
        if let table = entry.value.table { return [Block(table: table, path: path, line: entry.position.line)] }
        guard let array = entry.value.array else { throw fault(key, in: block, "must be written as [[\(path)]] tables") }
        guard array.count <= TOMLFile.most else { throw fault(key, in: block, "has more than \(TOMLFile.most) tables") }
        var blocks: [Block] = []
        for value in array {
            guard let table = value.table else { throw fault(key, in: block, "must be written as [[\(path)]] tables") }
            blocks.append(Block(table: table, path: path, line: table.position.line))
        }
        return blocks
    }

    func text(_ key: String, in block: Block) throws(ShedError) -> String? {
        guard let value = block.table[key] else { return nil }
        guard let text = value.string else { throw fault(key, in: block, "must be a text in quotes") }
        return text
    }

    /// A text that must be there and have something in it.
    func requiredText(_ key: String, in block: Block) throws(ShedError) -> String {
        guard let text = try text(key, in: block) else { throw fault(key, in: block, "is missing") }
        guard !text.allSatisfy(\.isWhitespace) else { throw fault(key, in: block, "is empty") }
        return text
    }

    /// A list of texts, or one text alone; `nil` where there is none.
    func texts(_ key: String, in block: Block) throws(ShedError) -> [String]? {
        guard let value = block.table[key] else { return nil }
        if let text = value.string { return [text] }
        guard let array = value.array, array.count <= TOMLFile.most else {
            throw fault(key, in: block, "must be a list of at most \(TOMLFile.most) texts, [\"…\"]")
        }
        guard let texts = value.strings else { throw fault(key, in: block, "must be a list of texts, [\"…\"]") }
        return texts
    }

    func number(_ key: String, upTo largest: Int = 1_000_000, in block: Block) throws(ShedError) -> Int? {
        guard let value = block.table[key] else { return nil }
        guard let number = value.integer, number >= 0, number <= largest else {
            throw fault(key, in: block, "must be a whole number from 0 to \(largest)")
        }
        return number
    }

    func flag(_ key: String, in block: Block) throws(ShedError) -> Bool? {
        guard let value = block.table[key] else { return nil }
        guard let flag = value.bool else { throw fault(key, in: block, "must be true or false") }
        return flag
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ key: String, in block: Block) throws(ShedError) -> Choice? {
        guard let text = try text(key, in: block) else { return nil }
        return try choice(text, key, in: block)
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ text: String, _ key: String, in block: Block) throws(ShedError) -> Choice {
        guard let choice = Choice(rawValue: text) else {
            throw fault(key, in: block, "must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }
}
