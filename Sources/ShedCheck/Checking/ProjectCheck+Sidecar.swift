import ShedDisk
import ShedIndex
import ShedMessages
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
    /// - Parameter known: what the index keeps, where just what it has folded stands there (``ModelStore/metaIfFolded()``).
    func sidecar(_ known: IndexMeta? = nil) throws(ShedError) -> [Finding] {
        do {
            if let known, known.saysAll, case let folders = known.fold.standing.folders, !folders.isEmpty, folders.allSatisfy(\.isWhole) { return try strays() + folded(known) + leftChanges() }
            if let meta = try? project.store.index?.meta(), meta.project == home.id, meta.saysAll, project.store.standsWhole(meta) {
                return try strays() + folded(meta) + leftChanges()
            }
            let listing = try home.sidecar.listing()
            var findings = try strays()
            let (meta, batches) = try lastFold(listing)
            let faults = self.faults(listing, batches)
            let committed = CommittedBatches(meta.absentParents, torn: faults.compactMap(\.torn), of: home)
            findings += self.batches(listing, faults, committed) + folded(meta, committed) + leftChanges()
            return findings
        } catch { throw ShedError(error) }
    }

    /// What the fold of the batches had to say: from the index if it is up to date, so that the model need not be loaded.
    private func lastFold(_ listing: SidecarListing) throws -> (meta: IndexMeta, batches: FoldedBatches) {
        if let (meta, batches) = try? project.store.index?.metaAndBatches(), meta.project == home.id, meta.saysAll,
            project.store.isFolded(listing, in: meta, batches) {
            return (meta, batches)
        }
        let state = try project.asKnown.load()
        return (state.meta, state.batches)
    }

    private func finding(_ rule: RuleInfo, _ path: RelativePath, _ message: String, help: String? = nil) -> Finding {
        Finding(rule, at: RelativePath([Sidecar.name]).appending(path), id: nil, message, help: help)
    }

    /// What was staged and left in the middle.
    private func leftChanges() -> [Finding] {
        home.leftChanges().map { change in
            let words = change.isForeign ? Message.foreignChange : .leftChange
            let command = change.isForeign ? "rm -r \(ShellWord.quote(change.path.bytes))" : "shed sync"
            return Finding(SidecarEntry.info, at: change.path, id: nil, words.english, help: "Run “\(command)”.")
        }
    }

    // MARK: Batches

    /// What is the matter with a file of batches.
    private struct Fault {
        var path: RelativePath
        var fault: BatchFault
        /// The batch of which it is what is left, where it is one.
        var torn: BatchID? {
            guard case .torn = fault else { return nil }
            return path.last.flatMap(BatchName.id)
        }
    }

    /// Of each file that could not be folded.
    private func faults(_ listing: SidecarListing, _ folded: FoldedBatches) -> [Fault] {
        var faults: [Fault] = []
        for file in listing.batches where folded[file.path]?.hasNoID == true {
            if case .failure(let fault) = home.sidecar.read(file, of: home.file) { faults.append(Fault(path: file.path, fault: fault)) }
        }
        for file in listing.bases where folded[file.path]?.hasNoID == true {
            if case .failure(let fault) = home.sidecar.readBase(file, of: home.file) { faults.append(Fault(path: file.path, fault: fault)) }
        }
        return faults
    }

    private func batches(_ listing: SidecarListing, _ faults: [Fault], _ committed: CommittedBatches) -> [Finding] {
        var findings = listing.odd.map { finding(SidecarEntry.info, $0, "A link, a folder or a special file stands where a batch belongs.") }
        findings += listing.unreadable.map { path, error in finding(TornBatch.info, path, "It cannot be read: \(error.reason).") }
        for file in faults { findings.append(finding(file.fault.rule, file.path, file.fault.sentence, help: file.torn.flatMap { help(with: $0, committed) })) }
        return findings
    }

    /// How git brings a batch back that it has.
    private func help(with batch: BatchID, _ committed: CommittedBatches) -> String? {
        committed.commit(with: batch).map { commit in
            "git has it \(CommittedBatches.place(commit)). Run “\(committed.cure(commit))” and then “shed sync”: all IDs are as they were."
        }
    }

    /// - Parameter committed: what of what is missing git has, where git was asked already.
    private func folded(_ meta: IndexMeta, _ committed: CommittedBatches? = nil) -> [Finding] {
        let absent = meta.absentParents
        let committed = committed ?? CommittedBatches(absent, of: home)
        var findings = absent.map { batch in
            // A path of its own, so that one can be suppressed without the next.
            return finding(
                AbsentParent.info, RelativePath(["ops", Name("\(batch)")]), "Another batch builds on batch \(batch), which has not arrived.", help: help(with: batch, committed))
        }
        findings += meta.fold.future.prefix(100).map { field in
            finding(FutureStamp.info, "ops", "“\(ForeignText(field.field))” of \(field.id) is stamped \(Timestamp.text(field.stamp.milliseconds)).")
        }
        findings += meta.fold.doubled.map { finding(DoubledID.info, "ops", "Two IDs claim one path: \($0.older) \($0.younger).") }
        findings += meta.fold.forks.map { fork in
            finding(ForkedReplica.info, RelativePath(["ops", Name("\(fork.replica)")]), "\(fork.batches.count) batches of the device \(fork.replica) bear the number \(fork.sequence).")
        }
        if meta.fold.unknownOperations > 0 {
            findings.append(finding(UnknownOperation.info, "ops", "\(meta.fold.unknownOperations) operations are not known to this version."))
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
        func add(_ folder: RelativePath) { strays.append((folder, "More than \(ProjectCheck.mostEntries) files stand here; they are not looked through.")) }
        let beside = try entries(of: home.sidecar.directory)
        if beside == nil { add(.root) }
        for entry in beside ?? [] where entry.kind != .directory {
            guard !own.contains(entry.name) || entry.kind != .file else { continue }
            let message = entry.kind == .file
                ? "shed keeps no file of that name here, and does not read it." : "A link or a special file stands here. It is not followed."
            strays.append((RelativePath([entry.name]), message))
        }
        for folder in home.surroundings.kinds.all.flatMap(\.sidecarFolders) where try home.sidecar.directory.kind(of: folder.name) == .directory {
            let found = try entries(of: home.sidecar.directory.openDirectory(folder.name))
            if found == nil { add(RelativePath([folder.name])) }
            for entry in found ?? [] where !folder.holds(entry.name) || entry.kind != .file {
                strays.append((RelativePath([folder.name, entry.name]), folder.complaint))
            }
        }
        strays += try strayTemplates()
        return strays.sorted { $0.path < $1.path }.prefix(ProjectCheck.mostStrays)
            .map { finding(SidecarEntry.info, $0.path, $0.message, help: "Look into it, and move it out of .shed.") }
    }

    /// What stands beside the templates that were put in place of others, and those that are not whole.
    private func strayTemplates() throws -> [(path: RelativePath, message: String)] {
        guard try home.sidecar.directory.kind(of: Sidecar.templates) == .directory else { return [] }
        let folder = try home.sidecar.directory.openDirectory(Sidecar.templates)
        func path(_ name: Name) -> RelativePath { RelativePath([Sidecar.templates, name]) }
        guard let entries = try entries(of: folder) else {
            return [(RelativePath([Sidecar.templates]), "More than \(ProjectCheck.mostEntries) files stand here; they are not looked through.")]
        }
        let odd = entries.filter { !Sidecar.isTemplate($0.name) || $0.kind != .file }
        return odd.map { (path($0.name), "A template that was put in force is a file named after its time and what it holds; this is none, and nothing reads it.") }
            + home.sidecar.tornTemplates().map { (path($0), "This template is not whole, and the one before it is in force.") }
    }

    /// `nil` where there are too many: whoever puts so many there must not keep all else from being checked.
    private func entries(of directory: DirectoryHandle) throws(DiskError) -> [(name: Name, kind: EntryKind, inode: UInt64)]? {
        do throws(DiskError) { return try directory.list(atMost: ProjectCheck.mostEntries).filter { !$0.name.isHidden } } catch {
            if error.code == .tooLarge { return nil }
            throw error
        }
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
