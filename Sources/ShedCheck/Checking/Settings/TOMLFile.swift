import ShedModel
import ShedProject
import TOMLKit

/// A TOML file that a person wrote: parsed, with the lines of its keys for complaints.
struct TOMLFile {
    /// A table of the file.
    struct Block {
        var table: TOMLTable
        /// Its keys from the root, joined by full stops.
        var path: String
        /// Which of the tables of the outermost list that it is in, from 0.
        var number = 0
        /// Whether it is in a list of tables.
        var isListed = false
    }

    /// The longest file that is read, in bytes.
    static let longest = 1 << 20
    /// The most tables of one sort, and the most texts in one list.
    static let most = 1_000

    /// The file as people are told of it.
    let label: String
    let root: Block
    private let lines: TOMLLines

    init(bytes: [UInt8], label: String) throws(ShedError) {
        self.label = label
        // TOMLKit reads C strings: what follows a NUL would be left out without a word.
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw TOMLFile.failure(label, UTF8Lines.firstBroken(in: bytes), "it is not UTF-8 text")
        }
        if let line = TOMLGuard.namelessHeader(in: bytes) { throw TOMLFile.failure(label, line, "a table has no name") }
        lines = TOMLLines(text)
        do { root = Block(table: try TOMLTable(string: text), path: "") } catch let error as TOMLParseError {
            throw TOMLFile.failure(label, error.source.begin.line, EscapedText.escape(Array(error.description.utf8)))
        } catch { throw TOMLFile.failure(label, nil, "\(error)") }
    }

    /// The line of a key, from 1; where the key is not there, that of its table.
    func line(of key: String?, in block: Block) -> Int? { lines.line(of: key, in: block.path, number: block.number) }

    /// The file and the line of a table, for people.
    func origin(of block: Block) -> String { label + (line(of: nil, in: block).map { " line \($0)" } ?? "") }

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
        for key in block.table.keys where !keys.contains(key) {
            let guess = Nearest.of(key, among: keys).map { "; did you mean “\($0)”?" } ?? ""
            throw fault(key, in: block, "is no key here; the keys are \(keys.joined(separator: ", "))\(guess)")
        }
    }

    /// A table; `nil` where there is none.
    func table(_ key: String, in block: Block) throws(ShedError) -> Block? {
        guard let value = block.table[key] else { return nil }
        let path = block.path.isEmpty ? key : "\(block.path).\(key)"
        guard let table = value.table else { throw fault(key, in: block, "must be a table, [\(path)]") }
        return Block(table: table, path: path)
    }

    /// The tables of a list of tables, or one table alone.
    func tables(_ key: String, in block: Block) throws(ShedError) -> [Block] {
        guard let value = block.table[key] else { return [] }
        let path = "\(block.path).\(key)"
        if let table = value.table { return [Block(table: table, path: path, number: block.number, isListed: block.isListed)] }
        guard let array = value.array else { throw fault(key, in: block, "must be written as [[\(path)]] tables") }
        guard array.count <= TOMLFile.most else { throw fault(key, in: block, "has more than \(TOMLFile.most) tables") }
        var blocks: [Block] = []
        for number in 0..<array.count {
            guard let table = array[number].table else { throw fault(key, in: block, "must be written as [[\(path)]] tables") }
            blocks.append(Block(table: table, path: path, number: block.isListed ? block.number : number, isListed: true))
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
        var texts: [String] = []
        for position in 0..<array.count {
            guard let text = array[position].string else { throw fault(key, in: block, "must be a list of texts, [\"…\"]") }
            texts.append(text)
        }
        return texts
    }

    func number(_ key: String, upTo largest: Int = 1_000_000, in block: Block) throws(ShedError) -> Int? {
        guard let value = block.table[key] else { return nil }
        guard let number = value.int, number >= 0, number <= largest else {
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
