import ShedCommand
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
                throw ShedError(.usage, "“\(EscapedText.escape(Array(text.utf8)))” is no KEY=VALUE", remedy: "Write for example Year=1944; quote what has spaces: 'Title=A Book'.")
            }
            let key = String(text[..<sign])
            guard !pairs.contains(where: { $0.key.utf8.elementsEqual(key.utf8) }) else {
                throw ShedError(.usage, "“\(EscapedText.escape(Array(key.utf8)))” is given twice", remedy: "Give each key once.")
            }
            pairs.append(Pair(String(text[..<sign]), String(text[text.utf8.index(after: sign)...])))
        }
        return pairs
    }
}
