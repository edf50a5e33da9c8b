import ShedModel

/// The lock and swap files that editors keep beside a file while a person works on it.
public enum EditorLock {
    /// The file that a lock or swap file stands beside, or `nil` if the name is none.
    ///
    /// Knows vim's `.name.sw?`, Kate's `.name.kate-swp`, LibreOffice's `.~lock.name#` and emacs's `.#name`.
    public static func locks(_ name: Name) -> Name? {
        let bytes = name.bytes
        let locked: ArraySlice<UInt8>? = bytes.withUnsafeBufferPointer { name in
            if name.begins(with: ".#") { return bytes.dropFirst(2) }
            if name.begins(with: ".~lock."), name.ends(with: "#") {
                return bytes.dropFirst(".~lock.".utf8.count).dropLast()
            }
            if isSwapFile(name) { return bytes.dropFirst().dropLast(".swp".utf8.count) }
            if name.begins(with: "."), name.ends(with: ".kate-swp") {
                return bytes.dropFirst().dropLast(".kate-swp".utf8.count)
            }
            return nil
        }
        guard let locked else { return nil }
        let result = Name(bytes: Array(locked))
        return result.isPossible ? result : nil
    }

    /// Whether the name is `.*.sw?`, a swap file of vim's.
    static func isSwapFile(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = name.count
        return count >= 5 && name[0] == UInt8(ascii: ".") && name[count - 4] == UInt8(ascii: ".")
            && name[count - 3] == UInt8(ascii: "s") && name[count - 2] == UInt8(ascii: "w")
    }
}
