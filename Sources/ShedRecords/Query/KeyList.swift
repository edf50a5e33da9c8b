import ShedMessages

/// Reads keys between commas: `year,-title,"two words"`, each perhaps with a minus sign before it.
enum KeyList {
    struct Entry {
        var name: String
        var isDescending: Bool
        /// Whether it stood in backticks or quotation marks, and so is no pseudo key.
        var isQuoted: Bool
    }

    static func parse(_ text: String, allowsMinus: Bool) throws(RecordsError) -> [Entry] {
        var entries: [Entry] = []
        let bytes = Array(text.utf8)
        guard bytes.count <= Query.longest else { throw RecordsError(.keysTooLong(kib: Query.longest >> 10), remedy: .shortenIt) }
        var position = 0
        repeat {
            let start = position
            while position < bytes.count, bytes[position] == 0x20 { position += 1 }
            var isDescending = false
            if allowsMinus, position < bytes.count, bytes[position] == UInt8(ascii: "-") {
                isDescending = true
                position += 1
            }
            var name: [UInt8] = []
            let mark = position < bytes.count ? bytes[position] : 0
            let isQuoted = mark == UInt8(ascii: "`") || mark == UInt8(ascii: "\"")
            if isQuoted {
                position += 1
                while position < bytes.count, bytes[position] != mark {
                    if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
                    name.append(bytes[position])
                    position += 1
                }
                guard position < bytes.count else { throw fault(.quotationHasNoEnd, start) }
                position += 1
                while position < bytes.count, bytes[position] == 0x20 { position += 1 }
                guard position == bytes.count || bytes[position] == UInt8(ascii: ",") else { throw fault(.commaIsMissing, position) }
            } else {
                while position < bytes.count, bytes[position] != UInt8(ascii: ",") {
                    name.append(bytes[position])
                    position += 1
                }
                while name.last == 0x20 { name.removeLast() }
                guard !name.isEmpty else { throw fault(.keyIsMissing, start) }
            }
            entries.append(Entry(name: String(decoding: name, as: UTF8.self), isDescending: isDescending, isQuoted: isQuoted))
            position += 1
        } while position <= bytes.count
        return entries
    }

    private static func fault(_ words: Message, _ offset: Int) -> RecordsError {
        RecordsError(words, line: 1, column: offset + 1, remedy: .writeKeysWithCommas)
    }

    /// What an entry means.
    static func source(_ entry: Entry) throws(RecordsError) -> QueryConstants.Source {
        guard !entry.isQuoted, entry.name.utf8.first == UInt8(ascii: "@") else { return .pair }
        switch entry.name.lowercased() {
        case "@id": return .id
        case "@name": return .name
        case "@modified": return .modified
        default:
            throw RecordsError(.noPseudoKey(key: QueryLexer.quoted(entry.name)), remedy: .pseudoKeysAre)
        }
    }
}
