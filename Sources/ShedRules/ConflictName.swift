import ShedModel

/// What the name of a conflict copy says: who gives such names, and what it may be a copy of.
public struct ConflictName: Hashable, Sendable {
    /// Who gives such names; the raw value is what JSON has.
    public enum Maker: String, Hashable, Sendable, CaseIterable {
        case syncthing
        case dropbox
        /// Nextcloud, ownCloud and OpenCloud.
        case nextcloud
        case oneDrive = "onedrive"
        case googleDrive = "google-drive"
        case seafile
        case resilio
        case rclone
        case synology
        case unison
        case git
    }

    /// How far the name alone tells.
    public enum Certainty: Hashable, Sendable {
        /// No person gives such a name.
        case byName
        /// It is a copy where what it is a copy of stands beside it.
        case besideOriginal
        /// People and other programs give such names too, also beside such a file.
        case possible
    }

    public let maker: Maker
    /// The names that what it is a copy of may have, the likeliest first; none where the name does not tell.
    public let originals: [Name]
    public let certainty: Certainty
    /// Whether the rule ``ConflictCopy`` complains of such a name, and what is known of files heeds it. Of others, which backups and people
    /// give too, `shed conflicts` alone tells.
    public let isTold: Bool

    /// - Returns: `nil` where it is no such name.
    public init?(_ name: Name) {
        guard !name.isHidden, name.bytes.withUnsafeBufferPointer(ConflictName.mayBeOne), name.text != nil else { return nil }
        let bytes = NameBytes(name.bytes)
        guard let found = ConflictName.reading(bytes) else { return nil }
        (maker, certainty) = (found.maker, found.certainty)
        originals = found.originals.map { Name(bytes: $0) }.filter { $0.isPossible && $0 != name }
        isTold =
            switch (found.certainty, found.maker) {
            case (.byName, _), (.besideOriginal, .resilio), (.besideOriginal, .oneDrive): true
            case (.besideOriginal, .git): bytes.mergeTool != nil
            case (.besideOriginal, _), (.possible, _): false
            }
    }

    /// A first, quick look at bytes.
    private static func mayBeOne(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if ConflictCopy.mayBeConflictCopy(bytes) || bytes.suffix(5).elementsEqual(".orig".utf8) { return true }
        guard bytes.count > 4 else { return false }
        // “-DESKTOP-” and “-LAPTOP-”; “ (1)”.
        return (1..<bytes.count - 2).contains { index in
            switch bytes[index] {
            case UInt8(ascii: "P"): bytes[index - 1] == UInt8(ascii: "O") && bytes[index + 1] == UInt8(ascii: "-")
            case UInt8(ascii: "("): bytes[index + 1] == UInt8(ascii: "1") && bytes[index + 2] == UInt8(ascii: ")")
            default: false
            }
        }
    }

    private typealias Found = (maker: Maker, originals: [[UInt8]], certainty: Certainty)

    private static func reading(_ name: NameBytes) -> Found? {
        if let cut = name.syncthing { return (.syncthing, [cut], .byName) }
        for (mark, maker) in marks {
            if let cut = name.withoutBrackets(around: mark) { return (maker, [cut].filter { $0 != name.bytes }, .byName) }
        }
        if let cut = name.unison { return (.unison, [cut], .byName) }
        if let cut = name.ownCloud { return (.nextcloud, [cut], .byName) }
        if let cuts = name.synology { return (.synology, cuts, .byName) }
        if let cuts = name.safeBackup { return (.oneDrive, cuts, .byName) }
        if let (cut, isResilio) = name.numberedConflict { return (isResilio ? .resilio : .rclone, [cut], isResilio ? .besideOriginal : .byName) }
        if let cut = name.rclonePath { return (.rclone, [cut], .byName) }
        if let cut = name.git { return (.git, [cut], .besideOriginal) }
        if let cut = name.oneDrive { return (.oneDrive, [cut], .besideOriginal) }
        if let cut = name.googleDrive { return (.googleDrive, [cut], .possible) }
        return nil
    }

    /// What stands in brackets.
    private static let marks: [(mark: String, maker: Maker)] = [
        ("(conflicted copy ", .nextcloud), ("'s conflicted copy ", .dropbox), ("’s conflicted copy ", .dropbox), ("(Case Conflict", .dropbox),
        ("(case clash from ", .nextcloud), ("(SFConflict ", .seafile),
        // As Dropbox has it in German, French, Spanish and Japanese.
        ("n Konflikt stehende Kopie ", .dropbox), ("(Copie en conflit de ", .dropbox), ("(Copia en conflicto de ", .dropbox), (" の競合コ", .dropbox),
    ]
}

/// The bytes of a name, looked through for what programs put into it. Each answer is the name without that.
struct NameBytes {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// `a.sync-conflict-20240131-120000-ABCDEFG.txt`: up to the next full stop.
    var syncthing: [UInt8]? {
        guard let start = last(".sync-conflict-") else { return nil }
        return without(start..<end(from: start + 1))
    }

    /// `a (Ann's conflicted copy 2024-01-31).txt`, with what stands in the brackets and the space before them. Where one of the brackets is
    /// missing nobody knows of what it is a copy: then the name itself.
    func withoutBrackets(around mark: String) -> [UInt8]? {
        guard let start = last(mark) else { return nil }
        let opening = mark.utf8.first == UInt8(ascii: "(") ? start : bytes[..<start].lastIndex(of: UInt8(ascii: "("))
        guard let opening, let closing = bytes[start...].firstIndex(of: UInt8(ascii: ")")) else { return bytes }
        return without(opening..<closing + 1)
    }

    /// `a (conflict_on_2024-01-31).txt`, `a (conflict #1_on_2024-01-31_was_deleted).txt` (Unison's `copyonconflict`).
    var unison: [UInt8]? {
        guard let opening = last("(conflict"), let closing = bytes[opening...].firstIndex(of: UInt8(ascii: ")")) else { return nil }
        var said = bytes[opening + 9..<closing]
        if said.starts(with: " #".utf8) { said = said.dropFirst(2).drop { $0.isDecimalDigit } }
        guard said.starts(with: "_on_".utf8), NameBytes.isDate(said.dropFirst(4).prefix(10)) else { return nil }
        return without(opening..<closing + 1)
    }

    /// `a_conflict-20240131-120000.txt`, `a_conflict_ann-20240131-120000.txt` (ownCloud before 2.5).
    var ownCloud: [UInt8]? {
        guard let start = last("_conflict") else { return nil }
        let end = end(from: start)
        let said = bytes[start + 9..<end]
        guard said.first == UInt8(ascii: "-") || said.first == UInt8(ascii: "_") else { return nil }
        let time = said.suffix(16).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard said.count >= 16, time.map(\.count) == [0, 8, 6], time.allSatisfy({ $0.allSatisfy(\.isDecimalDigit) }) else { return nil }
        return without(start..<end)
    }

    /// `a_Anns-PC_Jan-31-1200-2024_CaseConflict_1.txt`. The machine's name may hold what parts the others: then the name has two readings.
    var synology: [[UInt8]]? {
        let parts = bytes.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        let position = parts.indices.dropLast().last { position in
            let time = parts[position].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            return parts[position + 1].prefix { $0 != UInt8(ascii: ".") }.suffix(8).elementsEqual("Conflict".utf8) && time.map(\.count) == [3, 2, 4, 4]
                && time.dropFirst().allSatisfy { $0.allSatisfy(\.isDecimalDigit) }
        }
        guard let position else { return nil }
        let rest = bytes[end(from: parts[position + 1].startIndex)...]
        return [1, 2].filter { position > $0 }.map { Array(parts[..<(position - $0)].joined(separator: [UInt8(ascii: "_")])) + rest }
    }

    /// `a-HOST-safeBackup-0001.txt` of the OneDrive client for Linux (its util.d). The machine's name may hold hyphens: then the name has
    /// several readings.
    var safeBackup: [[UInt8]]? {
        let mark = "-safeBackup-"
        guard let start = last(mark) else { return nil }
        let digits = bytes[(start + mark.utf8.count)...].prefix(while: \.isDecimalDigit)
        guard digits.count >= 4, digits.endIndex == bytes.endIndex || bytes[digits.endIndex] == UInt8(ascii: ".") else { return nil }
        let hyphens = (0..<start).filter { $0 > 0 && bytes[$0] == UInt8(ascii: "-") }.suffix(NameBytes.mostReadings)
        return hyphens.isEmpty ? nil : hyphens.reversed().map { Array(bytes[..<$0]) + Array(bytes[digits.endIndex...]) }
    }

    private static let mostReadings = 4

    /// `a.Conflict.txt`, `a.Conflict2` of Resilio Sync, `a.txt.conflict1` of rclone.
    var numberedConflict: (cut: [UInt8], isResilio: Bool)? {
        var parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let position = parts.indices.dropFirst().suffix(2).last { position in
            let (word, number) = (parts[position].prefix(8), parts[position].dropFirst(8))
            guard word.elementsEqual("Conflict".utf8) || word.elementsEqual("conflict".utf8) else { return false }
            return number.allSatisfy(\.isDecimalDigit) && !(number.isEmpty && word.first == UInt8(ascii: "c"))
        }
        guard let position else { return nil }
        let isResilio = parts[position].first == UInt8(ascii: "C")
        parts.remove(at: position)
        return (Array(parts.joined(separator: [UInt8(ascii: ".")])), isResilio)
    }

    /// `a.txt..path1` and `a.txt..path2` of rclone before 1.66, which gives both sides such a name and leaves nothing under the one that they had.
    var rclonePath: [UInt8]? {
        let mark = bytes.suffix(7)
        return bytes.count > 7 && (mark.elementsEqual("..path1".utf8) || mark.elementsEqual("..path2".utf8)) ? Array(bytes.dropLast(7)) : nil
    }

    /// `a_LOCAL_1234.txt` of `git mergetool`, and what it leaves of the file before: `a.txt.orig`.
    var git: [UInt8]? {
        if let cut = mergeTool { return cut }
        return bytes.count > 5 && bytes.suffix(5).elementsEqual(".orig".utf8) ? Array(bytes.dropLast(5)) : nil
    }

    /// The same without `.orig`, which other programs write too.
    var mergeTool: [UInt8]? {
        for mark in ["_BASE_", "_LOCAL_", "_REMOTE_", "_BACKUP_"] {
            guard let start = last(mark), start > 0 else { continue }
            let digits = bytes[(start + mark.utf8.count)...].prefix(while: \.isDecimalDigit)
            guard !digits.isEmpty, digits.endIndex == bytes.endIndex || bytes[digits.endIndex] == UInt8(ascii: ".") else { continue }
            return without(start..<digits.endIndex)
        }
        return nil
    }

    /// `a-DESKTOP-1A2B3C4.txt`: the machine's name as Windows gives it by itself. People's own names of machines are not told from words.
    var oneDrive: [UInt8]? {
        for (mark, length) in [("-DESKTOP-", 7), ("-LAPTOP-", 8)] {
            guard let start = last(mark), start > 0 else { continue }
            let rest = bytes[(start + mark.utf8.count)...].prefix { $0.isDecimalDigit || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
            guard rest.count == length, rest.endIndex == bytes.endIndex || bytes[rest.endIndex] == UInt8(ascii: ".") else { continue }
            return without(start..<rest.endIndex)
        }
        return nil
    }

    /// `a (1).txt`. shed itself begins with 2.
    var googleDrive: [UInt8]? {
        let (stem, suffix) = Name(bytes: bytes).parts
        guard stem.count > 4, stem.suffix(4).elementsEqual(" (1)".utf8) else { return nil }
        return Array(stem.dropLast(4)) + Array(suffix)
    }

    // MARK: Bytes

    private static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.map(\.count) == [4, 2, 2] && parts.allSatisfy { $0.allSatisfy(\.isDecimalDigit) }
    }

    /// The next full stop, or the end.
    private func end(from start: Int) -> Int { bytes[start...].firstIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex }

    /// A space before it goes too.
    private func without(_ range: Range<Int>) -> [UInt8] {
        let hasSpace = bytes[range.lowerBound] == UInt8(ascii: "(") && range.lowerBound > 0 && bytes[range.lowerBound - 1] == UInt8(ascii: " ")
        return Array(bytes[..<(range.lowerBound - (hasSpace ? 1 : 0))]) + Array(bytes[range.upperBound...])
    }

    /// Where a text stands last. A name has 255 bytes at most on a disk.
    private func last(_ text: String) -> Int? {
        let wanted = Array(text.utf8)
        guard bytes.count >= wanted.count else { return nil }
        return (0...(bytes.count - wanted.count)).last { bytes[$0] == wanted[0] && bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }
}

extension UInt8 {
    fileprivate var isDecimalDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
