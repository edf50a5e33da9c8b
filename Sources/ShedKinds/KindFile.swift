import ShedModel
import ShedTOML

/// A kind's file, parsed.
struct KindFile {
    /// One table of the file.
    struct Block {
        var table: TOMLTable
        /// Where it begins; `nil` for the root.
        var line: Int?
    }

    /// The longest file that is read, in bytes.
    static let longest = 256 * 1024
    /// The most tables of a sort that a file may have.
    static let mostBlocks = 500

    let path: String
    let root: Block

    init(bytes: [UInt8], path: String) throws(KindError) {
        self.path = path
        guard bytes.count <= KindFile.longest else {
            throw .invalid(path: path, line: nil, key: nil, reason: "The file is longer than 256 KiB; shorten it.")
        }
        do throws(TOMLError) { root = Block(table: try TOMLTable(parsing: bytes)) } catch {
            switch error.cause {
            case .notUTF8, .nul:
                throw .invalid(path: path, line: nil, key: nil, reason: "The file is not UTF-8 text; save it as UTF-8.")
            case .syntax(let reason): throw .invalid(path: path, line: error.position?.line, key: nil, reason: "Not TOML: \(reason)")
            default: throw .invalid(path: path, line: error.position?.line, key: nil, reason: "Not TOML: \(error.message).")
            }
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
        for value in array {
            guard let table = value.table else { throw fault(header, in: root, "Write it as [[\(header)]] tables.") }
            blocks.append(Block(table: table, line: table.position.line))
        }
        return blocks
    }

    /// Refuses keys that the format does not have: a mistyped key would be a wish without effect.
    func allow(_ keys: [String], in block: Block) throws(KindError) {
        guard let key = block.table.unknownKey(besides: keys) else { return }
        let guess = Nearest.of(key, among: keys).map { " Did you mean “\($0)”?" } ?? ""
        throw fault(key, in: block, "There is no such key.\(guess) There are: \(keys.joined(separator: ", ")).")
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
        guard let texts = value.strings else { throw fault(key, in: block, "Write a list of texts, [\"…\"].") }
        return texts
    }

    /// A complaint about a key of a block. Where the key is not there, the line is that of the block's header.
    func fault(_ key: String, in block: Block, _ reason: String) -> KindError {
        .invalid(path: path, line: block.table.entry(key)?.position.line ?? block.line, key: key, reason: reason)
    }
}
