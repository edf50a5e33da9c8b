import ShedDisk
import ShedIndex
import ShedModel
import ShedReconcile
import ShedRules
import ShedSidecar

extension Project {
    /// Holds all rules against the project (`check`). Writes nothing, and needs neither daemon nor index.
    ///
    /// With an index, names and kinds are enough; where something unknown could matter, everything is looked at.
    public func check(_ selection: RuleSelection = .all) throws(ShedError) -> [Finding] {
        let quick = try quickCheck()
        let structure = if let quick { quick } else { try fullCheck() }
        return (structure + (try checkSidecar())).filter { finding in
            RuleBook.info(named: finding.rule).map(selection.contains) ?? true
        }.sorted { ($0.path, $0.rule, $0.message) < ($1.path, $1.rule, $1.message) }
    }

    /// With the folders from the index and a scan of names. `nil` where that does not suffice.
    private func quickCheck() throws(ShedError) -> [Finding]? {
        guard let index else { return nil }
        do {
            guard let meta = try index.meta(), meta.project == id, meta.intents.isEmpty, meta.pending.isEmpty,
                meta.extra["incomplete"] == nil, isFolded(try sidecar.listing(), in: meta)
            else { return nil }
            let records = try index.folders()
            let snapshot = try Crawler.crawl(root, options: Crawler.Options(evidence: false, ignore: ignore))
            guard let folders = QuickBinding.folders(records, snapshot, project: id) else { return nil }
            let files = KnownFiles(index: index, snapshot: snapshot, folders: folders)
            guard files.explainsClosedFolders(template) else { return nil }
            return Checker(snapshot: snapshot, folders: folders, template: template, file: files.node).findings(root: root)
        } catch let error as IndexError where error.code == .corrupt {
            return nil
        } catch { throw ShedError(error) }
    }

    private func fullCheck() throws(ShedError) -> [Finding] {
        var errand = Errand()
        errand.hashing = 0
        errand.overridesWaiting = true
        let (situation, plan, facts) = try preview(errand)
        // With what a sync would take in as it would take it in.
        var model = facts.model
        for operation in plan.operations { model.apply(operation) }
        var findings = Checker(snapshot: situation.snapshot, binding: plan.settledBinding, model: model, template: template)
            .findings(root: root)
        for index in findings.indices {
            if let id = findings[index].id, facts.model.nodes[id] == nil { findings[index].id = nil }
        }
        // Without the batches that are missing, nobody knows which folder is which.
        if !facts.incomplete.isEmpty { findings.removeAll { $0.rule == MissingTemplateFolder.info.name } }
        let known = Set(findings.map { [$0.rule, "\($0.path)"] })
        func add(_ rule: RuleInfo, _ path: RelativePath, _ id: NodeID?, _ message: String) {
            guard !known.contains([rule.name, "\(path)"]) else { return }
            findings.append(Finding(rule, at: path, id: id.flatMap { facts.model.nodes[$0] == nil ? nil : $0 }, message))
        }
        for move in plan.moves { add(move.refusal.rule, move.from, move.node, move.refusal.message) }
        for report in plan.reports where report.rule != AbsentParent.info && report.rule != BulkAddition.info { add(report.rule, report.path, report.id, report.message) }
        return findings
    }

    // MARK: The sidecar

    /// What the fold of the batches had to say: from the index if it is up to date, so that the model need not be loaded.
    private func metaOfFold(_ listing: SidecarListing) throws -> IndexMeta {
        if let meta = try? index?.meta(), meta.project == id, isFolded(listing, in: meta) { return meta }
        return try load().meta
    }

    private func checkSidecar() throws(ShedError) -> [Finding] {
        do {
            var findings: [Finding] = []
            func add(_ rule: RuleInfo, _ path: RelativePath, _ message: String) {
                findings.append(Finding(rule, at: RelativePath([Sidecar.name]).appending(path), id: nil, message))
            }
            let listing = try sidecar.listing()
            for path in listing.odd { add(SidecarEntry.info, path, "A link, a folder or a special file stands where a batch belongs.") }
            for (path, error) in listing.unreadable { add(TornBatch.info, path, error.reason) }
            let meta = try metaOfFold(listing)
            let broken = Set(meta.batches.filter { $0.id.allSatisfy { $0 == 0 } }.map { [$0.directory, $0.name] })
            for file in listing.batches where broken.contains([file.replicaDirectory ?? file.area, file.name]) {
                guard case .failure(let fault) = sidecar.read(file, of: self.file) else { continue }
                add(fault.hidesOperations ? TornBatch.info : ForeignBatch.info, file.path, fault.description)
            }
            for reason in meta.extra["incomplete"].map(Self.lines) ?? [] where reason.hasPrefix("batch ") { add(AbsentParent.info, "ops", reason) }
            for field in meta.future.prefix(100) {
                add(FutureStamp.info, "ops", "“\(field.field)” of \(field.id) is stamped \(Timestamp.text(field.stamp.milliseconds)).")
            }
            for pair in meta.extra["doubled"].map(Self.lines) ?? [] {
                add(DoubledID.info, "ops", "Two IDs claim one path: \(pair).")
            }
            if let unknown = meta.extra["unknown"] {
                add(UnknownOperation.info, "ops", "\(String(decoding: unknown, as: UTF8.self)) operations are not known to this version.")
            }
            return findings
        } catch { throw ShedError(error) }
    }
}

extension Plan {
    /// The binding without what has not been taken in.
    fileprivate var settledBinding: [NodeID?] {
        var binding = binding
        for index in held { binding[index] = nil }
        return binding
    }
}

/// Finds the folder of each directory by its place alone.
enum QuickBinding {
    /// `nil` where a directory is not known, or one that is known is not there: something moved.
    static func folders(_ records: [FolderRecord], _ snapshot: Snapshot, project: NodeID) -> [Node?]? {
        var byPlace: [Place: Node] = [:]
        byPlace.reserveCapacity(records.count)
        var root = Node(id: project, type: .project)
        var present = 0
        for record in records {
            if record.node.id == project {
                root = record.node
            } else if let place = record.node.place, record.sighting != nil, record.missingSince == nil {
                byPlace[place] = record.node
                present += 1
            }
        }
        var folders: [Node?] = [root]
        folders.reserveCapacity(snapshot.directories.count)
        for position in snapshot.directories.indices.dropFirst() {
            let directory = snapshot.directories[position]
            if directory.state == .foreign {
                folders.append(nil)
                continue
            }
            guard let parent = folders[Int(directory.parent)],
                let node = byPlace[Place(parent: parent.id, name: snapshot.name(of: Int(directory.entry)))]
            else { return nil }
            folders.append(node)
        }
        return folders
    }
}

/// The files that the index knows, read folder by folder where a rule asks.
final class KnownFiles {
    private let index: ProjectIndex
    private let snapshot: Snapshot
    private let folders: [Node?]
    private var read: [NodeID: [Name: Node]] = [:]

    init(index: ProjectIndex, snapshot: Snapshot, folders: [Node?]) {
        self.index = index
        self.snapshot = snapshot
        self.folders = folders
    }

    func node(_ entry: Int) -> Node? {
        guard let folder = folders[Int(snapshot.entries[entry].parent)] else { return nil }
        return files(in: folder.id)[snapshot.name(of: entry)]
    }

    private func files(in folder: NodeID) -> [Name: Node] {
        if let known = read[folder] { return known }
        var files: [Name: Node] = [:]
        for record in (try? index.files(in: folder)) ?? [] where record.missingSince == nil && record.sighting != nil {
            if let name = record.node.place?.name { files[name] = record.node }
        }
        read[folder] = files
        return files
    }

    /// Whether every file in a folder that accepts nothing is known: one that is not may be an addition, or moved.
    func explainsClosedFolders(_ template: Template) -> Bool {
        for (position, folder) in folders.enumerated() {
            guard let folder, position > 0, folder.role != .rejected, template.facts(of: folder, label: "").accepts == .nothing else { continue }
            for entry in snapshot.directories[position].entries where snapshot.entries[entry].kind == .file && node(entry) == nil { return false }
        }
        return true
    }
}
