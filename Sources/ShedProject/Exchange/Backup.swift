import ShedDisk
import ShedExchange
import ShedMessages
import ShedModel
import ShedSidecar

/// A backup that was made, and what went for it.
public struct BackupResult: Sendable {
    public var name: Name
    public var export: ExportResult
    /// Older ones that were removed, the oldest first.
    public var removed: [Name] = []
    /// Older ones that should have been removed and could not, and why.
    public var left: [(name: Name, reason: Message)] = []
}

extension Project {
    /// Writes a dated backup of all of the project into a folder, reads it back and compares every hash, and only then gives it its name; then
    /// removes older ones beyond `keep`: files in that folder that are called as they were made and hold a manifest of this project, and no others.
    /// - Parameters:
    ///   - folder: absolute, outside of the project.
    ///   - keep: how many stay, this one among them; `nil`: all.
    ///   - dryRun: reads all of it, and says what would go; writes and removes nothing.
    /// - Throws: ``ShedError`` besides where some are to go and the project is only looked at: whoever wrote its ID would say which.
    public func backingUp(
        to folder: [UInt8], keep: Int?, versions: (any VersionKeeper)?, dryRun: Bool = false, progress: @escaping (Int) -> Void = { _ in }
    ) throws(ShedError) -> BackupResult {
        if keep != nil, let reason = home.reasonToOnlyLook { throw reason }
        let parent = try exportFolder(folder)
        let (export, name) = try backup(ExportOrder(versions: versions), in: parent, dryRun: dryRun, progress)
        var result = BackupResult(name: name, export: export)
        // One from which something is missing is none for which another is to go. What no export has is in the others neither.
        if let keep, export.left.isEmpty { Backup.rotate(in: parent, keep: max(keep, 1), project: home.id, dryRun: dryRun, &result) }
        return result
    }

    private func backup(
        _ order: ExportOrder, in parent: DirectoryHandle, dryRun: Bool, _ progress: @escaping (Int) -> Void
    ) throws(ShedError) -> (result: ExportResult, name: Name) {
        let (place, later) = try backupPlace(in: parent)
        guard !dryRun else { return (try exported(order, UnwrittenExport(), progress), place.name) }
        return try exporting(order, to: try exportSink(.archive, place), or: later, progress) { sink throws(ShedError) in
            try Backup.verify(sink)
            Interruption.point("backup-verified")
        }
    }

    /// Where one is to stand, and the names that it may have where another one, begun in the same second, is done first.
    private func backupPlace(in parent: DirectoryHandle) throws(ShedError) -> (place: ExportPlace, later: [Name]) {
        let now = home.surroundings.now()
        // One is made a second; a second one is called by a later one.
        for seconds in Int64(0)..<Backup.mostSeconds {
            let name = Backup.name(home.name, at: now + seconds * 1_000)
            do throws(DiskError) {
                let place = try ExportPlace(name, in: parent, id: home.surroundings.ids.next())
                return (place, (1...Backup.mostSeconds).map { Backup.name(home.name, at: now + (seconds + $0) * 1_000) })
            } catch {
                if error.code != .exists { throw ShedError(error) }
            }
        }
        throw ShedError(.environment, .exportIsThere(path: "\(Backup.name(home.name, at: now))"), remedy: .tryAgainSoon)
    }
}

/// What backups are called, whether one is whole, and which go.
enum Backup {
    private static let longestName = 180
    private static let suffix = ".backup.zip"
    /// So many seconds later than it was made one is called at most, once where it is begun and once where it is done.
    static let mostSeconds: Int64 = 60

    /// `Poems-20261127-031500.backup.zip`, by the time in UTC.
    static func name(_ project: Name, at time: Int64) -> Name {
        let digits = Timestamp.text(time - time % 1_000).filter(\.isNumber)
        return Name(bytes: Array(UTF8Cut.prefix(project.bytes[...], atMost: longestName)) + Array("-\(digits.prefix(8))-\(digits.suffix(6))\(suffix)".utf8))
    }

    /// Whether something is called as a backup is, of whatever project.
    static func isName(_ name: Name) -> Bool {
        let bytes = name.bytes
        guard bytes.count > 16 + suffix.utf8.count, bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) else { return false }
        let date = Array(bytes.dropLast(suffix.utf8.count).suffix(16))
        let isHyphen = { (position: Int) in date[position] == UInt8(ascii: "-") }
        return isHyphen(0) && isHyphen(9) && date.enumerated().allSatisfy { $0.offset == 0 || $0.offset == 9 || (0x30...0x39).contains($0.element) }
    }

    /// Reads an export back and compares all that its manifest says of it.
    static func verify(_ sink: any ExportSink) throws(ShedError) {
        var limits = ImportLimits()
        (limits.size, limits.ratio, limits.entries) = (.max, .max, .max)
        do throws(ImportFault) {
            let tree = try sink.written(limits)
            let project = try ShedExport().read(tree, limits: limits)
            var versions: Set<ContentHash> = []
            try compare(project.nodes, in: tree, &versions)
            for file in project.kept { try compare(file.content, in: tree) }
        } catch { throw ShedError(.environment, .backupNotWhole(reason: error.words)) }
    }

    /// - Parameter versions: what was compared of that which files held before: each is there once, however often it is named.
    private static func compare(_ nodes: [ImportedNode], in tree: any SourceTree, _ versions: inout Set<ContentHash>) throws(ImportFault) {
        for node in nodes {
            try compare(node.content, in: tree)
            for version in node.versions {
                if let (_, hash) = version.content.known, !versions.insert(hash).inserted { continue }
                try compare(version.content, in: tree)
            }
            if case .folder(let children, _) = node.content { try compare(children, in: tree, &versions) }
        }
    }

    private static func compare(_ content: ImportedContent, in tree: any SourceTree) throws(ImportFault) {
        _ = try ImportWork.compare(content, in: tree)
    }

    /// Removes the oldest beyond so many, of which the new one is one, and none that is newer than that: two that are made at the same time, here or
    /// from another device, both do so, and the newest of all stays whoever comes first.
    static func rotate(in folder: DirectoryHandle, keep: Int, project: NodeID, dryRun: Bool, _ result: inout BackupResult) {
        guard let entries = try? folder.list(atMost: 1_000_000) else { return }
        var older: [(made: Int64, name: Name, identity: FileIdentity, isComplete: Bool)] = []
        for entry in entries where entry.kind == .file && entry.name != result.name && isName(entry.name) {
            guard let file = try? folder.file(entry.name) else { continue }
            do throws(ImportFault) {
                guard let known = try manifest(ofBackup: file, of: project, named: entry.name) else { continue }
                older.append((known.made, entry.name, file.evidence.identity, known.isComplete))
            } catch {
                // Whose it is nobody can say then: a person is told of what may be ours, and not of what is damaged.
                if error.isBeyondBounds, isName(entry.name, of: result.name) { result.left.append((entry.name, error.words)) }
            }
        }
        older.sort { ($0.made, $0.name) < ($1.made, $1.name) }
        // The new one stays, and as many of the others as there is place for. One from which something was missing is none of these, and goes with
        // what is older than all that stay.
        let complete = older.filter(\.isComplete).suffix(keep - 1)
        let surplus = complete.count < keep - 1 ? [] : older.prefix { other in complete.first.map { (other.made, other.name) < ($0.made, $0.name) } ?? true }
        let own: (Int64, Name)
        do throws(ImportFault) {
            guard let standing = dryRun ? (.max, result.name) : try standing(result.name, in: folder, project) else { return }
            own = standing
        } catch {
            // None goes for one of which that cannot be told.
            result.left += surplus.map { ($0.name, error.words) }
            return
        }
        for doomed in surplus where (doomed.made, doomed.name) < own {
            do throws(DiskError) {
                guard try folder.evidence(of: doomed.name)?.identity == doomed.identity else { continue }
                if !dryRun { try folder.removeFile(doomed.name) }
                result.removed.append(doomed.name)
            } catch { result.left.append((doomed.name, error.why)) }
            Interruption.point("backup-removed")
        }
        if !dryRun { try? folder.sync() }
    }

    /// When the new one was made, as it stands there; `nil` where it does not any more.
    private static func standing(_ name: Name, in folder: DirectoryHandle, _ project: NodeID) throws(ImportFault) -> (Int64, Name)? {
        guard let file = try? folder.file(name), let known = try manifest(ofBackup: file, of: project, named: name) else { return nil }
        return (known.made, name)
    }

    /// What a backup says of itself in its manifest, of which alone there is a bound, however large all is that it holds; `nil` for what is no whole
    /// export of the project, or what a person gave another name.
    private static func manifest(ofBackup file: ReadableFile, of project: NodeID, named name: Name) throws(ImportFault) -> ExportManifest? {
        var limits = ImportLimits()
        limits.unpacks = false
        let tree = try ArchiveTree(ArchiveFile(file), named: "", limits: limits)
        let manifest = try ExportManifest(bytes: tree.bytes(of: RelativePath([ExportManifest.name]), atMost: limits.description), limits: limits)
        guard manifest.isWhole, manifest.project.id == project, isName(name, of: Self.name(manifest.project.name, at: manifest.made)) else { return nil }
        return manifest
    }

    /// Whether two names are alike up to where the time begins, which may be some seconds later than a backup was made.
    private static func isName(_ name: Name, of other: Name) -> Bool {
        name.bytes.dropLast(suffix.utf8.count + 15).elementsEqual(other.bytes.dropLast(suffix.utf8.count + 15))
    }
}
