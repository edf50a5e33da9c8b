import ShedMessages
import ShedModel

/// A ZIP archive of unknown origin, read as if it were a folder. Nothing of it is unpacked into a file system, so its names are but names; even so
/// one that leads out of it, or that is no name, makes it an error as a whole.
public final class ArchiveTree: SourceTree {
    public let name: Name
    public let file: Name? = nil
    private let archive: ArchiveFile
    /// What is in each folder, by the folder's number; the root's is 0.
    private var folders: [[SourceEntry]] = [[]]
    /// The numbers of folders, by that of the folder they are in: so what a path costs grows with its own length alone.
    private var numbers: [Place: Int] = [:]
    private var parts: [Place: ListedPart] = [:]

    /// Where something stands.
    private struct Place: Hashable {
        var folder: Int
        var name: Name
    }

    /// Reads the list.
    /// - Throws: where it is damaged, holds more than the bounds allow, or a path that is none, or one path twice.
    public init(_ archive: ArchiveFile, named name: Name, limits: ImportLimits = ImportLimits()) throws(ImportFault) {
        (self.archive, self.name) = (archive, name)
        let list = try ArchiveList(of: archive, limits: limits)
        try ArchiveTree.require(list.parts, archive.size, limits)
        var entries: [Place: SourceEntry] = [:]
        for part in list.parts { try take(part, &entries, limits) }
        for (place, entry) in entries { folders[place.folder].append(entry) }
        for number in folders.indices { folders[number].sort { $0.name < $1.name } }
    }

    /// That all together are not more than somebody asked for, nor so much more than the archive that it is made for that.
    private static func require(_ parts: [ListedPart], _ size: Int64, _ limits: ImportLimits) throws(ImportFault) {
        var total: Int64 = 0
        for part in parts {
            let (sum, isTooMuch) = total.addingReportingOverflow(part.size)
            guard !isTooMuch, sum <= limits.size || !limits.unpacks else { throw ImportFault(.importTooLarge(most: Int(limits.size >> 20)), raisedBy: "--max-size") }
            // All of it is in memory at once, so it is asked of it alone, and earlier.
            guard !isManifest(part) || part.size <= ImportLimits.smallestDescription
                || part.size / max(part.packed, 1) <= limits.ratio
            else { throw ImportFault(.importTooDense(most: Int(limits.ratio)), at: RelativePath([ExportManifest.name]), raisedBy: "--max-ratio") }
            total = sum
        }
        guard !limits.unpacks || total <= ImportLimits.smallest || total / max(size, 1) <= limits.ratio else {
            throw ImportFault(.importTooDense(most: Int(limits.ratio)), raisedBy: "--max-ratio")
        }
    }

    /// Whether it is the manifest of an export, or of one that is the only folder of the archive.
    private static func isManifest(_ part: ListedPart) -> Bool {
        let names = part.name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return names.count <= 2 && names.last?.elementsEqual(ExportManifest.name.bytes) == true
    }

    private func take(_ part: ListedPart, _ entries: inout [Place: SourceEntry], _ limits: ImportLimits) throws(ImportFault) {
        let slash = UInt8(ascii: "/")
        let isFolder = part.name.last == slash
        // What a folder holds stands in parts of its own.
        guard !isFolder || part.size == 0 else { throw ImportFault(.archivePath(path: EscapedText.escape(part.name))) }
        let bytes = isFolder ? Array(part.name.dropLast()) : part.name
        // Each name as it is: what would be left out of a path is no way to write one.
        let names = bytes.split(separator: slash, omittingEmptySubsequences: false).map { Name(bytes: Array($0)) }
        guard !bytes.isEmpty, names.allSatisfy(\.isPossible) else { throw ImportFault(.archivePath(path: EscapedText.escape(part.name))) }
        guard limits.allows(names) else {
            throw ImportFault(.importTooDeep(path: EscapedText.beginning("\(RelativePath(names))"), most: limits.depth))
        }
        var place = Place(folder: 0, name: names[0])
        for (depth, name) in names.dropFirst().enumerated() {
            let number: Int
            if let known = entries[place] {
                guard known.kind == .directory else { throw ImportFault(.archiveTwice(path: "\(RelativePath(Array(names[...depth])))")) }
                number = folderNumber(place)
            } else {
                try add(SourceEntry(name: place.name, kind: .directory), at: place, &entries, limits)
                number = folderNumber(place)
            }
            place = Place(folder: number, name: name)
        }
        let kind: EntryKind = isFolder ? .directory : ArchiveTree.kind(part.mode)
        if let known = entries[place] {
            guard known.kind == .directory, kind == .directory, parts[place] == nil else { throw ImportFault(.archiveTwice(path: "\(RelativePath(names))")) }
        }
        try add(SourceEntry(name: place.name, kind: kind, size: kind == .file ? part.size : 0, modified: part.modified), at: place, &entries, limits)
        if kind == .directory { _ = folderNumber(place) }
        parts[place] = part
    }

    private func add(_ entry: SourceEntry, at place: Place, _ entries: inout [Place: SourceEntry], _ limits: ImportLimits) throws(ImportFault) {
        entries[place] = entry
        guard entries.count <= limits.entries else { throw ImportFault(.importTooMany(most: limits.entries), raisedBy: "--max-files") }
    }

    /// The number of a folder, which has one from now on.
    private func folderNumber(_ place: Place) -> Int {
        if let known = numbers[place] { return known }
        numbers[place] = folders.count
        folders.append([])
        return folders.count - 1
    }

    private func number(of folder: RelativePath) -> Int? {
        var number = 0
        for name in folder.names {
            guard let next = numbers[Place(folder: number, name: name)] else { return nil }
            number = next
        }
        return number
    }

    private static func kind(_ mode: Int) -> EntryKind {
        switch mode & 0o170000 {
        case 0, 0o100000: .file
        case 0o040000: .directory
        case 0o120000: .link
        default: .special
        }
    }

    public func entries(of folder: RelativePath) throws(ImportFault) -> [SourceEntry] {
        guard let number = number(of: folder) else { throw ImportFault(.importLacks(path: "\(folder)"), at: folder) }
        return folders[number]
    }

    public func entry(at path: RelativePath) throws(ImportFault) -> SourceEntry? {
        if path.isRoot { return SourceEntry(name: name, kind: .directory) }
        guard let number = number(of: path.parent), let name = path.last else { return nil }
        return folders[number].named(name, by: \.name)
    }

    public func read(_ path: RelativePath, _ take: ([UInt8]) throws(ImportFault) -> Void) throws(ImportFault) {
        guard let name = path.last, let number = number(of: path.parent), let part = parts[Place(folder: number, name: name)], try entry(at: path)?.kind == .file
        else { throw ImportFault(.importLacks(path: "\(path)"), at: path) }
        do throws(ImportFault) {
            let reader = try PartReader(part, in: archive)
            while case let bytes = try reader.next(), !bytes.isEmpty { try take(bytes) }
        } catch {
            var fault = error
            if fault.path == nil { fault.path = path }
            throw fault
        }
    }
}
