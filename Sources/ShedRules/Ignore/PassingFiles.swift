import ShedModel

/// The passing files of editors and tools: they come and go by themselves, are no nodes, and are never judged.
///
/// Which names these are:
///
/// | names | made by |
/// | --- | --- |
/// | `*~` | emacs, gedit, vim (`backup`): backup copies |
/// | `.*.sw?` | vim: swap files |
/// | `4913` | vim: its test whether a folder can be written to |
/// | `.#*`, `#*#` | emacs: lock links, auto-saves |
/// | `.goutputstream-*` | GLib: a file that is being saved |
/// | `.~lock.*#` | LibreOffice: lock files |
/// | `~$*` | Microsoft Office: owner files |
/// | `~*.tmp` | Microsoft Office (`~WRL0001.tmp`, `~WRD0000.tmp`, `~DF….tmp`), Syncthing (`~syncthing~….tmp`) |
/// | `lu<digit>*.tmp` | LibreOffice: a file that is being saved |
/// | `ppt<hex>.tmp`, `<8 hex digits>.tmp` | PowerPoint, Excel: a file that is being saved |
/// | `.syncthing.*.tmp` | Syncthing: a file that is being fetched |
/// | `*.part`, `*.crdownload` | Firefox, KDE, wget; Chromium: downloads |
/// | `.DS_Store`, `Thumbs.db`, `desktop.ini` | macOS, Windows (the last two in any case): folder settings |
/// | `.directory` | Dolphin, PCManFM-Qt, and shed for them: folder settings |
/// | `.Trash-*`, `.nfs*`, `.fuse_hidden*` | desktop trash cans; NFS and FUSE: files deleted while open |
///
/// Any other `*.tmp` is a person's file. So is sed's `sedXXXXXX`, which nothing tells from “sedentary”.
///
/// Folders are never passing files, `.Trash-*` apart: a folder called `4913` or `Act I~` is somebody's work.
public enum PassingFiles {
    /// Whether the name is one of a passing file. Allocates nothing; costs a few comparisons for most names.
    public static func contains(_ name: UnsafeBufferPointer<UInt8>, kind: EntryKind) -> Bool {
        guard let first = name.first, let last = name.last else { return false }
        if kind == .directory { return first == UInt8(ascii: ".") && name.begins(with: ".Trash-") }
        switch last {
        case UInt8(ascii: "~"): return true
        case UInt8(ascii: "p"): if name.ends(with: ".tmp"), isTemporary(name, first: first) { return true }
        case UInt8(ascii: "t"): if name.ends(with: ".part") { return true }
        case UInt8(ascii: "d"): if name.ends(with: ".crdownload") { return true }
        default: break
        }
        switch first {
        case UInt8(ascii: "."): return isHiddenPassing(name, last: last)
        case UInt8(ascii: "#"): return last == UInt8(ascii: "#") && name.count > 1
        case UInt8(ascii: "~"): return name.begins(with: "~$")
        case UInt8(ascii: "4"): return name.equals("4913")
        case UInt8(ascii: "T"), UInt8(ascii: "t"): return name.equalsIgnoringCase("thumbs.db")
        case UInt8(ascii: "D"), UInt8(ascii: "d"): return name.equalsIgnoringCase("desktop.ini")
        default: return false
        }
    }

    /// The pattern, as it is written above, by which a name that is not hidden is one of a passing file; `nil` if it is none.
    public static func pattern(of name: UnsafeBufferPointer<UInt8>, kind: EntryKind) -> String? {
        guard contains(name, kind: kind), let first = name.first, let last = name.last else { return nil }
        if last == UInt8(ascii: "~") { return "*~" }
        if name.ends(with: ".part") { return "*.part" }
        if name.ends(with: ".crdownload") { return "*.crdownload" }
        switch first {
        case UInt8(ascii: "#"): return "#*#"
        case UInt8(ascii: "~"): return name.begins(with: "~$") ? "~$*" : "~*.tmp"
        case UInt8(ascii: "4") where name.equals("4913"): return "4913"
        case UInt8(ascii: "T"), UInt8(ascii: "t"): return "Thumbs.db"
        default: break
        }
        if name.equalsIgnoringCase("desktop.ini") { return "desktop.ini" }
        return name.begins(with: "lu") ? "lu*.tmp" : name.begins(with: "ppt") ? "ppt*.tmp" : "????????.tmp"
    }

    private static func isHiddenPassing(_ name: UnsafeBufferPointer<UInt8>, last: UInt8) -> Bool {
        guard name.count > 2 else { return name.begins(with: ".#") }
        switch name[1] {
        case UInt8(ascii: "#"): return true
        case UInt8(ascii: "~"): if last == UInt8(ascii: "#"), name.begins(with: ".~lock.") { return true }
        case UInt8(ascii: "g"): if name.begins(with: ".goutputstream-") { return true }
        case UInt8(ascii: "D"): if name.equals(".DS_Store") { return true }
        case UInt8(ascii: "d"): if name.equals(".directory") { return true }
        case UInt8(ascii: "T"): if name.begins(with: ".Trash-") { return true }
        case UInt8(ascii: "n"): if name.begins(with: ".nfs") { return true }
        case UInt8(ascii: "f"): if name.begins(with: ".fuse_hidden") { return true }
        default: break
        }
        return EditorLock.isSwapFile(name)
    }

    private static func isTemporary(_ name: UnsafeBufferPointer<UInt8>, first: UInt8) -> Bool {
        let stem = UnsafeBufferPointer(rebasing: name[..<(name.count - 4)])
        switch first {
        case UInt8(ascii: "~"): return true
        case UInt8(ascii: "."): return name.begins(with: ".syncthing.") && name.count >= ".syncthing..tmp".utf8.count
        case UInt8(ascii: "l") where stem.begins(with: "lu") && stem.count > 2: if stem[2].isDigit { return true }
        case UInt8(ascii: "p") where stem.begins(with: "ppt") && stem.count > 3:
            if stem[3...].allSatisfy({ Hexadecimal.value(of: $0) != nil }) { return true }
        default: break
        }
        return stem.count == 8 && stem.allSatisfy { Hexadecimal.value(of: $0) != nil }
    }
}

extension UInt8 {
    /// An ASCII letter or digit.
    var isAlphanumeric: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 26 }
}

extension UnsafeBufferPointer<UInt8> {
    func begins(with text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard count >= length else { return false }
        for position in 0..<length where self[position] != text.utf8Start[position] { return false }
        return true
    }

    func ends(with text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard count >= length else { return false }
        for position in 0..<length where self[count - length + position] != text.utf8Start[position] { return false }
        return true
    }

    func equals(_ text: StaticString) -> Bool { count == text.utf8CodeUnitCount && begins(with: text) }

    /// Equality with a text in lower case, the case of ASCII letters aside.
    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for position in 0..<count {
            let byte = self[position]
            let lower = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
            if lower != text.utf8Start[position] { return false }
        }
        return true
    }
}
