import ShedModel

/// A file `.directory`, in which Dolphin, PCManFM-Qt and others of their families look for a folder's icon: a desktop entry (Desktop Entry
/// Specification 1.5) in which they, and people, keep other things too.
///
/// shed's is the key `Icon` alone, as long as it names one of its pictures. All else stays, byte for byte.
public struct FolderEntry: Sendable {
    /// The file's name.
    public static let name: Name = ".directory"
    /// A longer file is left alone, in bytes.
    public static let longest = 64 << 10

    /// What the file is to hold.
    public enum Change: Equatable, Sendable {
        /// What it holds.
        case nothing
        case text([UInt8])
        /// It is not to be there: nothing stood in it but what shed wrote.
        case removal
        /// It is left alone, for a person or another program has chosen an icon.
        case foreign
    }

    /// In which directory our pictures stand: an absolute path.
    private let pictures: String

    public init(pictures: String) { self.pictures = pictures }

    private static let header = Array("[Desktop Entry]".utf8)
    /// Above a group that shed put into the file.
    private static let mark = Array("# “shed icons off” takes this icon away.".utf8)

    /// - Parameters:
    ///   - picture: the path of one of our pictures.
    ///   - bytes: what the file holds; `nil`: it is not there.
    public func setting(_ picture: String, in bytes: [UInt8]?) -> Change {
        let line = icon(picture)
        guard let bytes else { return .text(FolderEntry.mark + [10] + FolderEntry.header + [10] + line + [10]) }
        guard !bytes.contains(0) else { return .foreign }
        var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
        let found = icons(in: lines)
        guard found.allSatisfy({ isOurs(lines[$0]) }) else { return .foreign }
        if let first = found.first {
            lines[first] = line
            for other in found.dropFirst().reversed() { lines.remove(at: other) }
        } else if let group = groups(in: lines).first {
            lines.insert(line, at: group.lowerBound + 1)
        } else {
            // The file ends as it ended: so nothing of it is left when this goes.
            let isWhole = lines.last.map(\.isEmpty) ?? true
            lines = (isWhole ? Array(lines.dropLast()) : lines) + [FolderEntry.mark, FolderEntry.header, line] + (isWhole ? [[]] : [])
        }
        let text = Array(lines.joined(separator: [10]))
        return text == bytes ? .nothing : .text(text)
    }

    /// The file without an icon of ours.
    public func removing(from bytes: [UInt8]?) -> Change {
        guard let bytes, !bytes.contains(0) else { return .nothing }
        var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
        let own = icons(in: lines).filter { isOurs(lines[$0]) }
        guard !own.isEmpty else { return .nothing }
        for place in own.reversed() { lines.remove(at: place) }
        // With a group goes the mark above it, the last line of the group before: that may end at the end of the file then.
        for group in groups(in: lines).reversed() where group.clamped(to: lines.indices).dropFirst().allSatisfy({ lines[$0].allSatisfy(\.isBlank) }) {
            // What shed put there, and what other programs left of that when they wrote the file anew and dropped what comments say.
            let isMarked = group.lowerBound > 0 && lines[group.lowerBound - 1] == FolderEntry.mark
            if isMarked { lines.removeSubrange((group.lowerBound - 1)...group.lowerBound) }
        }
        let isEmpty = lines.allSatisfy { $0.allSatisfy(\.isBlank) || FolderEntry.trimmed($0) == FolderEntry.header || $0 == FolderEntry.mark }
        return isEmpty ? .removal : .text(Array(lines.joined(separator: [10])))
    }

    // MARK: Lines

    /// A value of type string: a backslash begins an escape, and so would a space at its beginning, which no path has there.
    private func icon(_ path: String) -> [UInt8] { Array("Icon=\(Autostart.string(path))".utf8) }

    private func isOurs(_ line: [UInt8]) -> Bool {
        let start = icon(pictures + "/")
        let line = FolderEntry.trimmed(line)
        return line.starts(with: start) && line.ends(with: ".svg") && !line.dropFirst(start.count).contains(UInt8(ascii: "/"))
    }

    /// The lines of each group `Desktop Entry`, from its header on.
    private func groups(in lines: [[UInt8]]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var start: Int?
        for (place, line) in lines.enumerated() {
            let line = FolderEntry.trimmed(line)
            guard line.first == UInt8(ascii: "[") else { continue }
            if let begun = start { result.append(begun..<place) }
            start = line == FolderEntry.header ? place : nil
        }
        if let begun = start { result.append(begun..<lines.count) }
        return result
    }

    /// The lines that say an icon, in some language or in none.
    private func icons(in lines: [[UInt8]]) -> [Int] {
        groups(in: lines).flatMap { group in
            group.filter { place in
                let line = FolderEntry.trimmed(lines[place])
                guard line.starts(with: "Icon".utf8), let next = line.dropFirst(4).first(where: { !$0.isBlank }) else { return false }
                return next == UInt8(ascii: "=") || next == UInt8(ascii: "[")
            }
        }
    }

    private static func trimmed(_ line: [UInt8]) -> [UInt8] {
        let start = line.drop(while: \.isBlank)
        return Array(start.prefix(upTo: start.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? start.startIndex))
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0d }
}

extension [UInt8] {
    fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
