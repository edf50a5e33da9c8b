import ShedModel
import TOMLKit

/// The text of a kind's file: parsed, and searched for the line that a complaint is about.
struct KindFile {
    /// One table of the file: the root, or the `number`th `[[header]]` (from 0).
    struct Block {
        var table: TOMLTable
        var header: String?
        var number = 0
    }

    /// The longest file that is read, in bytes.
    static let longest = 256 * 1024
    /// The most tables of a sort that a file may have.
    static let mostBlocks = 500

    let path: String
    let root: Block
    private let lines: [Substring]

    init(bytes: [UInt8], path: String) throws(KindError) {
        self.path = path
        guard bytes.count <= KindFile.longest else {
            throw .invalid(path: path, line: nil, key: nil, reason: "The file is longer than 256 KiB; shorten it.")
        }
        // TOMLKit reads C strings: what follows a NUL would be left out without a word.
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw .invalid(path: path, line: nil, key: nil, reason: "The file is not UTF-8 text; save it as UTF-8.")
        }
        if let line = TOMLGuard.namelessHeader(in: bytes) {
            throw .invalid(path: path, line: line, key: nil, reason: "Not TOML: a table has no name.")
        }
        // By bytes: to Swift, CR LF is one character.
        lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
        do {
            root = Block(table: try TOMLTable(string: text))
        } catch let error as TOMLParseError {
            throw .invalid(path: path, line: error.source.begin.line, key: nil, reason: "Not TOML: \(error.description)")
        } catch {
            throw .invalid(path: path, line: nil, key: nil, reason: "Not TOML: \(error)")
        }
    }

    /// The `[[header]]` tables, in order.
    func blocks(_ header: String) throws(KindError) -> [Block] {
        guard let value = root.table[header] else { return [] }
        guard let array = value.array else { throw fault(header, in: root, "Write it as [[\(header)]] tables.") }
        guard array.count <= KindFile.mostBlocks else {
            throw fault(header, in: root, "There are more than \(KindFile.mostBlocks) [[\(header)]] tables.")
        }
        var blocks: [Block] = []
        for number in 0..<array.count {
            guard let table = array[number].table else {
                throw fault(header, in: root, "Write it as [[\(header)]] tables.")
            }
            blocks.append(Block(table: table, header: header, number: number))
        }
        return blocks
    }

    /// Refuses keys that the format does not have: a mistyped key would be a wish without effect.
    func allow(_ keys: [String], in block: Block) throws(KindError) {
        for key in block.table.keys where !keys.contains(key) {
            let guess = NearestName.of(key, among: keys).map { " Did you mean “\($0)”?" } ?? ""
            throw fault(key, in: block, "There is no such key.\(guess) There are: \(keys.joined(separator: ", ")).")
        }
    }

    /// The text of a key, `nil` if it is not there.
    func text(_ key: String, in block: Block) throws(KindError) -> String? {
        guard let value = block.table[key] else { return nil }
        guard let text = value.string else { throw fault(key, in: block, "Write a text in quotes.") }
        return text
    }

    /// The text of a key that must be there.
    func requiredText(_ key: String, in block: Block) throws(KindError) -> String {
        guard let text = try text(key, in: block) else { throw fault(key, in: block, "This key is missing; add it.") }
        return text
    }

    /// A list of texts; empty if the key is not there.
    func texts(_ key: String, in block: Block) throws(KindError) -> [String] {
        guard let value = block.table[key] else { return [] }
        guard let array = value.array else { throw fault(key, in: block, "Write a list of texts, [\"…\"].") }
        var texts: [String] = []
        for position in 0..<array.count {
            guard let text = array[position].string else { throw fault(key, in: block, "Write a list of texts, [\"…\"].") }
            texts.append(text)
        }
        return texts
    }

    /// A complaint about a key of a block. Where the key is not there, the line is that of the block's header.
    func fault(_ key: String, in block: Block, _ reason: String) -> KindError {
        .invalid(path: path, line: line(of: key, in: block), key: key, reason: reason)
    }

    private func line(of key: String, in block: Block) -> Int? {
        var headers = 0
        var start = 0
        if let header = block.header {
            guard let line = lines.firstIndex(where: { line in
                if isHeader(line, named: header) { headers += 1 }
                return headers == block.number + 1
            }) else { return nil }
            start = line + 1
        }
        for number in start..<lines.count {
            let line = lines[number].drop(while: \.isWhitespace)
            if line.first == "[" {
                if block.header == nil, isHeader(line, named: key) { return number + 1 }
                break
            }
            guard line.hasPrefix(key) || line.hasPrefix("\"\(key)\"") else { continue }
            let rest = line.dropFirst(line.first == "\"" ? key.count + 2 : key.count).drop(while: \.isWhitespace)
            if rest.first == "=" || rest.first == "." { return number + 1 }
        }
        return start > 0 ? start : nil
    }

    private func isHeader(_ line: Substring, named name: String) -> Bool {
        let line = line.drop(while: \.isWhitespace)
        guard line.hasPrefix("[[") else { return false }
        return line.dropFirst(2).prefix { $0 != "]" }.filter { !$0.isWhitespace } == name
    }
}
