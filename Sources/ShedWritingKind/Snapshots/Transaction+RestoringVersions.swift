import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedRules

extension ProjectReader {
    /// Where a copy of a version goes.
    /// - Parameter wanted: what a person said: a path, or a folder; `nil`: beside the file.
    func placeOfCopy(_ content: VersionContent, of file: VersionedFile, to wanted: RelativePath?, date: String) throws(ShedError) -> RelativePath {
        var folder = file.path.parent
        if let wanted {
            guard hasEntry(at: wanted), try find(wanted).type.isDirectory else { return wanted }
            folder = wanted
        }
        guard let name = file.path.last else { throw ShedError.notFound(file.path) }
        // Where nothing stands the old name is free.
        let dated = hasEntry(at: folder.appending(name)) ? name.dated(date) : name
        return folder.appending(hasEntry(at: folder) ? try freeName(dated, in: folder, isFile: true) : dated)
    }
}

extension Transaction {
    /// Lets a file hold again what it held. What it holds now is kept: in a snapshot, and for `undo`.
    /// - Returns: whether it held something else.
    func putBack(_ content: VersionContent, at file: VersionedFile, dryRun: Bool) throws(ShedError) -> Bool {
        guard file.isThere, let name = file.path.last else { throw ShedError(.usage, .versionNotThere(path: "\(file.path)"), remedy: .restoreAsCopy) }
        let placed = try find(file.path)
        do {
            let folder = try root.openDirectory(at: file.path.parent)
            let present = try folder.file(name)
            guard try present.hash() != content.hash() else { return false }
            if dryRun { return true }
            try requireWriting()
            try keepPresent(WantedFile(id: placed.node.id, path: file.path), try present.hash())
            var change = try stageChange()
            do {
                try stage(content, mode: present.evidence.mode & 0o777, to: file.path, replacing: (present.evidence, folder), in: &change)
            } catch {
                discard(change)
                throw error
            }
            let version = content.version ?? ""
            change.overridesWriters = true
            change.words = .putBackVersion(isDryRun: false, path: "\(file.path)", version: version)
            try carryOut(change, remade: [file.path: .putBackVersion(isDryRun: false, path: "\(file.path)", version: version)])
            return true
        } catch { throw ShedError(error) }
    }

    /// Makes a new file of a version.
    func copy(_ content: VersionContent, to target: RelativePath, dryRun: Bool) throws(ShedError) {
        guard let name = target.last else { throw ShedError.notFound(target) }
        try ShedError.requireName(name, of: "a file")
        try isNoIgnoredName(target, .file)
        let parent = try find(target.parent)
        guard parent.type.isDirectory else { throw ShedError(.usage, .notAFolder(path: "\(target.parent)")) }
        if let refusal = home.rules.refusal(of: Candidate(name: name, type: .file, provenance: .new), in: try facts(of: parent)) {
            var error = ShedError.refused(refusal, target)
            error.advice = .nameCopyElsewhere
            throw error
        }
        try isFree(name, in: target.parent, except: nil)
        do throws(DiskError) { _ = try content.hash() } catch { throw ShedError(error) }
        if dryRun { return }
        try requireWriting()
        var change = try stageChange()
        do { try stage(content, mode: content.mode ?? 0o644, to: target, replacing: nil, in: &change) } catch {
            discard(change)
            throw ShedError(error)
        }
        change.words = .putBackVersionAs(isDryRun: false, path: "\(target)", version: content.version ?? "")
        try carryOut(change)
    }

    /// Keeps what is about to be replaced, unless it is kept already.
    private func keepPresent(_ file: WantedFile, _ hash: ContentHash) throws(ShedError) {
        let held = try heldSnapshots(patience: 500)
        let kept = try versions(of: VersionedFile(path: file.path, ids: [file.id], isThere: true)).first { $0.file.hash == hash }?.file
        do throws(DiskError) { if let kept, try held.holds(hash, size: kept.size) { return } } catch { throw ShedError(error) }
        _ = try takeSnapshot(of: [file], name: nil, cause: .restoring, held)
    }

    /// So much is written from memory, with the owner and the attributes of the file that it replaces; more is copied. In bytes.
    private static let largestWritten = 16 << 20

    private func stage(
        _ content: VersionContent, mode: UInt32, to target: RelativePath, replacing replaced: (evidence: Evidence, directory: DirectoryHandle)?,
        in change: inout StagedChange
    ) throws {
        if replaced != nil, let bytes = try content.bytes(atMost: Transaction.largestWritten) {
            return try change.write(bytes, to: target, replacing: replaced)
        }
        let name: Name = "version"
        switch content.source {
        case .file(let file): _ = try change.folder.copy(file, as: name, for: target, mode: mode, expecting: content.expected)
        case .bytes(let bytes): return try change.write(bytes, to: target, replacing: replaced)
        }
        try change.add(name, to: target, replacing: replaced?.evidence)
    }
}

extension Name {
    /// The same name with a date in brackets: `Ode.txt` → `Ode (2026-11-25).txt`; cut so that it stays within 255 bytes.
    func dated(_ date: String) -> Name {
        let mark = Array(" (\(date))".utf8)
        let isKept = parts.suffix.count + mark.count < Name.longest
        let (stem, suffix) = isKept ? parts : (bytes[...], [])
        return Name(bytes: Array(UTF8Cut.prefix(stem, atMost: Name.longest - mark.count - suffix.count)) + mark + Array(suffix))
    }
}
