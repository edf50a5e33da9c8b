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
    /// Why nobody knows which older ones there are, so that none was removed: a clause.
    public var unlisted: Message?
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
        let place = try backupPlace(in: parent)
        guard !dryRun else { return (try exported(order, UnwrittenExport(), progress), place.name) }
        // By the moment that it tells of, and not by when it was begun: meanwhile others may have been made.
        let names = { [home] (result: ExportResult) in Backup.names(of: home, made: result.made, in: parent) }
        return try exporting(order, to: try exportSink(.archive, place), as: names, progress) { sink throws(ShedError) in
            try Backup.verify(sink)
            Interruption.point("backup-verified")
        }
    }

    /// Where one is to stand, as far as that can be told when it is begun.
    private func backupPlace(in parent: DirectoryHandle) throws(ShedError) -> ExportPlace {
        let names = Backup.names(of: home, made: home.surroundings.now(), in: parent)
        for name in names {
            do throws(DiskError) { return try ExportPlace(name, in: parent, id: home.surroundings.ids.next()) } catch {
                if error.code != .exists { throw ShedError(error) }
            }
        }
        throw ShedError(.environment, .exportIsThere(path: names.first.map { "\($0)" } ?? ""), remedy: .tryAgainSoon)
    }
}

/// What backups are called, whether one is whole, and which go.
enum Backup {
    private static let longestName = 180
    private static let suffix = ".backup.zip"
    /// So many names are tried, where others take them at the same moment.
    private static let mostNames: Int64 = 60
    /// What is called by a time so much later, in milliseconds, has its name from a clock that was wrong, or from a person: no new one stands after it.
    private static let furthest: Int64 = 3_600_000

    /// `Poems-20261127-031500.backup.zip`, by the time in UTC.
    static func name(_ project: Name, at time: Int64) -> Name {
        let digits = Timestamp.text(time - time % 1_000).filter(\.isNumber)
        return Name(bytes: Array(UTF8Cut.prefix(project.bytes[...], atMost: longestName)) + Array("-\(digits.prefix(8))-\(digits.suffix(6))\(suffix)".utf8))
    }

    /// What one may be called, the best first: by the second in which it was made, or by the next one after those that are older and are called by
    /// that second or a later one. So the order of names is that of age, also where of several that were made in one second the first are gone.
    /// - Parameter made: the moment that it tells of, in milliseconds since 1970.
    static func names(of home: ProjectHome, made: Int64, in folder: DirectoryHandle) -> [Name] {
        let own = name(home.name, at: made)
        var second = made - made % 1_000
        for entry in (try? folder.list(atMost: 1_000_000)) ?? [] where isName(entry.name) && isName(entry.name, of: own) {
            guard let time = time(of: entry.name), time >= second, time - made <= furthest else { continue }
            // Another one that was done first may all the same tell of a later moment. What cannot be read is taken for older.
            let file = entry.kind == .file ? try? folder.file(entry.name) : nil
            let known = file.flatMap { try? manifest(ofBackup: $0, of: home.id, named: entry.name) }
            if known.map({ $0.made <= made }) ?? true { second = time + 1_000 }
        }
        return (0..<mostNames).map { name(home.name, at: second + $0 * 1_000) }
    }

    /// The second that a name says, in milliseconds since 1970; `nil` where there is none such.
    private static func time(of name: Name) -> Int64? {
        let date = Array(name.bytes.dropLast(suffix.utf8.count).suffix(15))
        let digits = { (range: Range<Int>) in String(decoding: date[range], as: UTF8.self) }
        return Timestamp.milliseconds(
            "\(digits(0..<4))-\(digits(4..<6))-\(digits(6..<8))T\(digits(9..<11)):\(digits(11..<13)):\(digits(13..<15))Z")
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
        let entries: [(name: Name, kind: EntryKind, inode: UInt64)]
        do throws(DiskError) { entries = try folder.list(atMost: 1_000_000) } catch { return result.unlisted = error.why }
        var older: [(made: Int64, name: Name, identity: FileIdentity, isComplete: Bool)] = []
        for entry in entries where entry.kind == .file && entry.name != result.name && isName(entry.name) {
            let file: ReadableFile
            do throws(DiskError) { file = try folder.file(entry.name) } catch {
                // Else it went just now.
                if error.code != .notFound, isName(entry.name, of: result.name) { result.left.append((entry.name, error.why)) }
                continue
            }
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
        let file: ReadableFile
        do throws(DiskError) { file = try folder.file(name) } catch {
            if error.code == .notFound { return nil }
            throw ImportFault(error.words)
        }
        return try manifest(ofBackup: file, of: project, named: name).map { ($0.made, name) }
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
