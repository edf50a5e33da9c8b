import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedRecords

/// `key=value` words of the command line.
enum PairArgument {
    /// The pairs that words give. The first “=” ends the key; a value may be empty.
    static func pairs(_ words: [String], _ session: Session) throws(ShedError) -> [Pair] {
        var pairs: [Pair] = []
        for word in words {
            let text = try session.text(word, of: "KEY=VALUE")
            guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")), sign > text.startIndex else {
                throw ShedError(.usage, .noKeyAndValue(text: EscapedText.escape(Array(text.utf8))), remedy: .writeKeyAndValue)
            }
            let key = String(text[..<sign])
            guard !pairs.contains(where: { $0.key.utf8.elementsEqual(key.utf8) }) else {
                throw ShedError(.usage, .givenTwice(key: EscapedText.escape(Array(key.utf8))), remedy: .giveEachKeyOnce)
            }
            pairs.append(Pair(String(text[..<sign]), String(text[text.utf8.index(after: sign)...])))
        }
        return pairs
    }
}
