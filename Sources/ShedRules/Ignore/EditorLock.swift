import ShedModel

/// The lock and swap files that editors keep beside a file while a person works on it.
public enum EditorLock {
    /// The file that a lock or swap file stands beside, or `nil` if the name is none, or does not tell: an owner file of Microsoft Office's
    /// (``isOwnerFile(_:)``) may be of several. Whether a file is locked is asked of ``LocksBeside``.
    ///
    /// Knows vim's `.name.sw?`, Kate's `.name.kate-swp`, LibreOffice's `.~lock.name#` and emacs's `.#name`.
    package static func locks(_ name: Name) -> Name? {
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

    /// Whether the name is one of Microsoft Office's, `~$name`, and of what LibreOffice puts beside a file for that.
    static func isOwnerFile(_ name: Name) -> Bool { name.bytes.count > 2 && name.bytes.starts(with: "~$".utf8) }

    /// The names that the owner file of a file may have. Word leaves out the beginning of the name, so that `~$` takes its place in one of more
    /// than eight characters: of six before the ending nothing, of seven one, of more two, counted in UTF-16. Other programs leave out nothing.
    static func ownerFiles(of file: Name) -> [Name] {
        let mark = Array("~$".utf8)
        var names = [Name(bytes: mark + file.bytes)]
        let length = Name(bytes: Array(file.parts.stem)).text?.utf16.count ?? 0
        guard length > 6, let text = file.text else { return names }
        var (rest, missing) = (text.unicodeScalars[...], length == 7 ? 1 : 2)
        while missing > 0, let first = rest.popFirst() { missing -= first.utf16.count }
        // A letter of two units is left out whole, or not at all.
        if missing == 0 { names.append(Name(bytes: mark + Array(String(rest).utf8))) }
        return names
    }

    /// Whether the name is `.*.sw?`, a swap file of vim's.
    static func isSwapFile(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = name.count
        return count >= 5 && name[0] == UInt8(ascii: ".") && name[count - 4] == UInt8(ascii: ".")
            && name[count - 3] == UInt8(ascii: "s") && name[count - 2] == UInt8(ascii: "w")
    }
}
