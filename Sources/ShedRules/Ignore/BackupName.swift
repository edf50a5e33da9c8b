import ShedModel

/// The names under which editors keep the old content of a file when they save it (Documentation/Identity.md, rule 3).
public enum BackupName {
    /// Whether `candidate` is a backup name of `original`.
    ///
    /// For `a.txt` these are `a.txt~`, `a.txt.~1~` (emacs, numbered), `a.txt.bak`, `a.txt.orig`, `a.txt.old`, and with
    /// the extension replaced `a.bak`, `a.orig`, `a.old`. The case of the added extension does not count.
    public static func isBackupName(_ candidate: Name, of original: Name) -> Bool {
        guard !original.bytes.isEmpty, candidate != original else { return false }
        if let added = rest(of: candidate, after: original.bytes[...]) {
            return added.elementsEqual("~".utf8) || isBackupSuffix(added) || isNumbered(added)
        }
        let (stem, suffix) = original.parts
        guard !suffix.isEmpty, let added = rest(of: candidate, after: stem) else { return false }
        return isBackupSuffix(added)
    }

    private static func rest(of candidate: Name, after prefix: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard candidate.bytes.count > prefix.count, candidate.bytes.starts(with: prefix) else { return nil }
        return candidate.bytes.dropFirst(prefix.count)
    }

    private static func isBackupSuffix(_ suffix: ArraySlice<UInt8>) -> Bool {
        Array(suffix).withUnsafeBufferPointer {
            $0.equalsIgnoringCase(".bak") || $0.equalsIgnoringCase(".orig") || $0.equalsIgnoringCase(".old")
        }
    }

    private static func isNumbered(_ suffix: ArraySlice<UInt8>) -> Bool {
        let digits = suffix.dropFirst(2).dropLast()
        return suffix.starts(with: ".~".utf8) && suffix.last == UInt8(ascii: "~") && !digits.isEmpty
            && digits.allSatisfy(\.isDigit)
    }
}
