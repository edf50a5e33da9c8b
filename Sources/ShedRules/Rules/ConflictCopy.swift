import ShedModel

/// A sync engine or git kept a second version of a file beside it.
///
/// Two devices changed one file before they heard of each other. Both versions are there; a person has to look.
/// Such a copy is never refused.
///
/// To cure it: `shed resolve Draft/Rain.txt --diff` shows by words how the two differ, `shed resolve Draft/Rain.txt --keep this`
/// keeps the file and moves the copy to Trash, `--keep other` keeps what the copy holds, `--keep both` makes the copy a file like
/// others, and `--merge` puts the two together where it is known what both were made of. `shed conflicts` lists all of them.
public enum ConflictCopy: Rule {
    public static let info = RuleInfo(
        "conflict-copy", "SYN002", .warning,
        summary: "A sync engine or git kept a second version of a file beside it.",
        cure: "“shed resolve FILE --diff” compares the two; “--keep this”, “other” or “both” says which stays.")

    /// Whether a name is one that a sync engine gives to such a copy:
    ///
    /// - Syncthing: `a.sync-conflict-20240131-120000-ABCDEFG.txt`
    /// - Nextcloud, ownCloud, Dropbox: `a (conflicted copy 2024-01-31).txt`, `a (Ann's conflicted copy 2024-01-31).txt`,
    ///   `a (Case Conflict).txt`, also as Dropbox has it in German, French, Spanish and Japanese
    /// - Seafile: `a (SFConflict ann@example.org 2024-01-31-12-00-00).txt`
    /// - Resilio Sync: `a.Conflict.txt`, `a.Conflict2.txt`, `a.Conflict` (its help center, “Conflict files in Sync”)
    /// - rclone: `a.txt.conflict1`, or `a.conflict1.txt` where it keeps extensions (its manual, “bisync”); before 1.66 `a.txt..path1`
    /// - Synology Drive: `a_Anns-PC_Jan-31-1200-2024_CaseConflict_1.txt`
    /// - Unison: `a (conflict_on_2024-01-31).txt`; ownCloud before 2.5: `a_conflict-20240131-120000.txt`
    /// - The OneDrive client for Linux: `a-HOST-safeBackup-0001.txt`
    /// - git mergetool: `a_LOCAL_1234.txt`, `_REMOTE_`, `_BASE_` and `_BACKUP_`
    ///
    /// - OneDrive on Windows: `a-DESKTOP-1A2B3C4.txt`, `a-LAPTOP-1A2B3C4D.txt`, with the machine's name as Windows gives it by itself
    ///
    /// Names that people give too, such as OneDrive's with another machine's name and Google Drive's `a (1).txt`, are not taken for one.
    /// Resilio's, git's and OneDrive's could be a person's too: whether it is one, ``original(of:)`` helps to tell.
    public static func isConflictCopy(_ name: Name) -> Bool { read(name) != nil }

    private static func read(_ name: Name) -> ConflictName? {
        guard name.bytes.withUnsafeBufferPointer(mayBeConflictCopy), let read = ConflictName(name), read.isTold else { return nil }
        return read
    }

    /// Whether `candidate` is the name of a copy of what `original` names: its name, or that without the extension, then
    /// what makes it a copy, then the extension. For Resilio's names too, which could be a person's.
    public static func isConflictCopy(_ candidate: Name, of original: Name) -> Bool {
        guard isConflictCopy(candidate), !original.bytes.isEmpty else { return false }
        let (stem, suffix) = original.parts
        return isConflictCopy(candidate, stem, suffix) || isConflictCopy(candidate, original.bytes[...], [])
    }

    private static func isConflictCopy(_ candidate: Name, _ stem: ArraySlice<UInt8>, _ suffix: ArraySlice<UInt8>) -> Bool {
        guard candidate.bytes.count > stem.count + suffix.count, candidate.bytes.starts(with: stem),
            candidate.bytes.suffix(suffix.count).elementsEqual(suffix)
        else { return false }
        // What was added makes it a copy, not what was in the name: a copy can have a copy of its own.
        return isConflictCopy(Name(bytes: Array("a".utf8) + candidate.bytes.dropFirst(stem.count)))
    }

    /// The name of what a copy by Resilio Sync, OneDrive or git conflicts with; `nil` for every other name. A person can call a file
    /// `The.Conflict.txt` too: it is a copy where `The.txt` stands beside it, whatever its case or Unicode form.
    public static func original(of name: Name) -> Name? {
        guard let read = read(name), read.certainty == .besideOriginal else { return nil }
        return read.originals.first
    }

    /// Whether the bytes hold “onflict”, “h from”, “afeB”, “OP-”, one of git's words or “競”, or end as rclone's older ones, as every such name does: a first, quick look.
    public static func mayBeConflictCopy(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= 7 else { return false }
        if hasPathSide(bytes) { return true }
        // “f” between “n” and “l” is rare enough; the rest is looked at only there.
        for index in 1..<bytes.count - 2 {
            switch bytes[index] {
            case UInt8(ascii: "f"):
                if bytes[index - 1] == UInt8(ascii: "n") && bytes[index + 1] == UInt8(ascii: "l") { return true }
                if bytes[index - 1] == UInt8(ascii: "a") && bytes[index + 1] == UInt8(ascii: "e") && bytes[index + 2] == UInt8(ascii: "B") { return true }
                if index > 1 && bytes[index - 2] == UInt8(ascii: "h") && bytes[index - 1] == UInt8(ascii: " ") && bytes[index + 1] == UInt8(ascii: "r") { return true }
            // “-DESKTOP-” and “-LAPTOP-”.
            case UInt8(ascii: "P"):
                if bytes[index - 1] == UInt8(ascii: "O") && bytes[index + 1] == UInt8(ascii: "-") { return true }
            // “競”, of which Dropbox makes its word in Japanese.
            case 0xe7:
                if bytes[index + 1] == 0xab && bytes[index + 2] == 0xb6 { return true }
            case UInt8(ascii: "_"):
                if isGitWord(bytes[index + 1]) && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[index + 2]) { return true }
            default: continue
            }
        }
        return false
    }

    /// Whether a name ends with “..path1” or “..path2”, as far as a glance tells.
    static func hasPathSide(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count > 7, let last = bytes.last, last == UInt8(ascii: "1") || last == UInt8(ascii: "2") else { return false }
        return bytes[bytes.count - 7] == UInt8(ascii: ".") && bytes[bytes.count - 6] == UInt8(ascii: ".")
    }

    /// `BASE`, `BACKUP`, `LOCAL`, `REMOTE`.
    private static func isGitWord(_ first: UInt8) -> Bool { first == UInt8(ascii: "B") || first == UInt8(ascii: "L") || first == UInt8(ascii: "R") }
}
