import ShedDisk
import ShedIndex
import ShedModel
import ShedProject
import ShedRules
import ShedSidecar

extension Project {
    /// What is wrong with the sidecar, and what folding it had to say: that part of ``check(_:)`` alone.
    package func checkSidecar() throws(ShedError) -> [Finding] { try ProjectCheck(self).sidecar() }
}

extension ProjectCheck {
    /// What is wrong with the sidecar, and what folding it had to say.
    func sidecar() throws(ShedError) -> [Finding] {
        do {
            let listing = try home.sidecar.listing()
            var findings = try strays()
            let meta = try metaOfFold(listing)
            findings += batches(listing, meta) + folded(meta)
            return findings
        } catch { throw ShedError(error) }
    }

    /// What the fold of the batches had to say: from the index if it is up to date, so that the model need not be loaded.
    private func metaOfFold(_ listing: SidecarListing) throws -> IndexMeta {
        if let meta = try? project.store.index?.meta(), meta.project == home.id, project.store.isFolded(listing, in: meta) { return meta }
        return try project.asKnown.load().meta
    }

    private func finding(_ rule: RuleInfo, _ path: RelativePath, _ message: String, help: String? = nil) -> Finding {
        Finding(rule, at: RelativePath([Sidecar.name]).appending(path), id: nil, message, help: help)
    }

    // MARK: Batches

    private func batches(_ listing: SidecarListing, _ meta: IndexMeta) -> [Finding] {
        var findings = listing.odd.map { finding(SidecarEntry.info, $0, "A link, a folder or a special file stands where a batch belongs.") }
        findings += listing.unreadable.map { path, error in finding(TornBatch.info, path, "It cannot be read: \(error.reason).") }
        let broken = Set(meta.batches.filter { $0.id.allSatisfy { $0 == 0 } }.map { [$0.directory, $0.name] })
        for file in listing.batches where broken.contains([file.replicaDirectory ?? file.area, file.name]) {
            guard case .failure(let fault) = home.sidecar.read(file, of: home.file) else { continue }
            findings.append(finding(fault.rule, file.path, fault.sentence))
        }
        for file in listing.bases {
            guard case .failure(let fault) = home.sidecar.readBase(file, of: home.file) else { continue }
            findings.append(finding(fault.rule, file.path, fault.sentence))
        }
        return findings
    }

    private func folded(_ meta: IndexMeta) -> [Finding] {
        var findings = meta.absentBatchesMissed.map { batch in
            let batch = Name("\(batch)")
            // A path of its own, so that one can be suppressed without the next.
            return finding(AbsentParent.info, RelativePath(["ops", batch]), "Another batch builds on batch \(batch.escaped), which has not arrived.")
        }
        findings += meta.future.prefix(100).map { field in
            finding(FutureStamp.info, "ops", "“\(field.field)” of \(field.id) is stamped \(Timestamp.text(field.stamp.milliseconds)).")
        }
        for pair in meta.extra["doubled"].map(IndexMeta.lines) ?? [] {
            findings.append(finding(DoubledID.info, "ops", "Two IDs claim one path: \(pair)."))
        }
        if let unknown = meta.extra["unknown"] {
            findings.append(
                finding(UnknownOperation.info, "ops", "\(String(decoding: unknown, as: UTF8.self)) operations are not known to this version."))
        }
        return findings
    }

    // MARK: Strays

    /// The most entries of a folder of the sidecar that are looked at, and the most that are told.
    private static let (mostEntries, mostStrays) = (10_000, 100)

    /// What stands in `.shed/` itself and in the folders that kinds have in it and is none of shed's files. Folders may be a
    /// newer version's, hidden files a sync engine's.
    private func strays() throws -> [Finding] {
        var strays: [(path: RelativePath, message: String)] = []
        let own: Set<Name> = [Sidecar.projectName, Sidecar.settingsName, Sidecar.templateName]
        for entry in try entries(of: home.sidecar.directory) where entry.kind != .directory {
            guard !own.contains(entry.name) || entry.kind != .file else { continue }
            let message = entry.kind == .file
                ? "shed keeps no file of that name here, and does not read it." : "A link or a special file stands here. It is not followed."
            strays.append((RelativePath([entry.name]), message))
        }
        for folder in home.surroundings.kinds.all.flatMap(\.sidecarFolders) where try home.sidecar.directory.kind(of: folder.name) == .directory {
            for entry in try entries(of: home.sidecar.directory.openDirectory(folder.name)) where !folder.holds(entry.name) || entry.kind != .file {
                strays.append((RelativePath([folder.name, entry.name]), folder.complaint))
            }
        }
        return strays.sorted { $0.path < $1.path }.prefix(ProjectCheck.mostStrays)
            .map { finding(SidecarEntry.info, $0.path, $0.message, help: "Look into it, and move it out of .shed.") }
    }

    private func entries(of directory: DirectoryHandle) throws(DiskError) -> [(name: Name, kind: EntryKind, inode: UInt64)] {
        try directory.list(atMost: ProjectCheck.mostEntries).filter { !$0.name.isHidden }
    }
}

extension BatchFault {
    fileprivate var rule: RuleInfo {
        if case .unsupportedFormat = self { return NewerBatch.info }
        return hidesOperations ? TornBatch.info : ForeignBatch.info
    }

    /// What is the matter with a batch, without what to do about it: that is the rule's to say.
    fileprivate var sentence: String {
        switch self {
        case .torn(let reason): "It is torn: \(reason)."
        case .unsupportedFormat(let format): "It is of format \(format), which a newer shed made."
        case .foreign, .notABatch, .tooLarge, .unreadable: description.prefix(1).uppercased() + description.dropFirst() + "."
        }
    }
}
