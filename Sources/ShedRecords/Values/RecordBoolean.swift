/// Reads booleans: `true`, `yes`, `false`, `no`, in upper or lower case.
public enum RecordBoolean {
    public static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
        func reads(_ word: StaticString) -> Bool {
            guard bytes.count == word.utf8CodeUnitCount else { return false }
            for position in 0..<bytes.count where bytes[position] | 0x20 != word.utf8Start[position] { return false }
            return true
        }
        if reads("true") || reads("yes") { return true }
        if reads("false") || reads("no") { return false }
        return nil
    }

    public static func read(_ text: String) -> Bool? {
        var text = text
        return text.withUTF8 { read($0) }
    }
}
