import ShedDisk
import ShedExchange
import ShedMessages
import ShedModel
import ShedReconcile
import ShedRules
import ShedSidecar

extension Project {
    /// Brings what was read into a folder of the project: all of it, or nothing. It is written beside first, and compared with what the source says of
    /// it; nobody is kept from the project meanwhile.
    /// - Parameters:
    ///   - folder: from the root.
    ///   - dryRun: reads and compares all of it, and writes nothing.
    /// - Throws: ``ShedError`` of kind refused where the folder does not take what would stand in it.
    public func importing(
        _ reading: ImportReading, to folder: RelativePath, versions: (any VersionKeeper)? = nil, dryRun: Bool = false,
        progress: @escaping (Int) -> Void = { _ in }
    ) throws(ShedError) -> ProjectImportResult {
        let current = try refresh()
        let plan = try current.planImport(reading, to: folder)
        try reading.require(plan)
        let result = ProjectImportResult(plan, from: reading.source, below: folder)
        var work = ImportWork(reading.tree, progress: progress)
        let texts = try plan.keptTexts(from: reading.tree)
        guard !dryRun else {
            try work.verify(plan)
            return result
        }
        try ImportWork.verifyVersions(of: plan, from: reading.tree)
        var change = try current.stageChange()
        do throws(ShedError) { try current.stage(plan, below: folder, into: &change, &work) } catch {
            current.discard(change)
            throw error
        }
        Interruption.point("import-staged")
        // What they held comes before the files do: they never stand there without it, and it says nothing of what is not there.
        let kept: [Int]
        do throws(ShedError) { kept = try versions.map { keeper throws(ShedError) in try keep(plan, by: keeper, from: reading) } ?? [] } catch {
            current.discard(change)
            throw error
        }
        do throws(ShedError) { try enter(plan, texts, of: reading, below: folder, change, current) } catch {
            // Folders that stay keep what their files held.
            if !error.isInPlace, !error.leavesPart, !change.isBegun { versions?.forget(kept, asKnown) }
            throw error
        }
        return result
    }

    /// Puts all of it into its place.
    private func enter(
        _ plan: ImportPlan, _ texts: [(file: SidecarFile, text: [UInt8])], of reading: ImportReading, below folder: RelativePath, _ change: StagedChange,
        _ current: Reading
    ) throws(ShedError) {
        try current.write { transaction throws(ShedError) in
            // Somebody else may have brought the same meanwhile.
            let state = try transaction.load()
            guard plan.nodes.allSatisfy({ current.isFree($0.id, state, comingBack: reading.project.id == current.id) }) else {
                current.discard(change)
                throw ShedError(.environment, .changedAtPath(path: "\(folder)"), remedy: .tryAgainSoon)
            }
            // Before the files: they never stand there without it, and without them it says nothing.
            do throws(ShedError) {
                try transaction.keepOverwritten(of: plan, from: reading.tree)
                try transaction.carryOut(change, setting: texts)
            } catch {
                current.discard(change)
                throw error
            }
        }
    }

    /// Keeps what files held before.
    /// - Returns: what is listed for it, as of ``VersionKeeper/keep(_:_:write:)``.
    func keep(_ plan: ImportPlan, by keeper: any VersionKeeper, from reading: ImportReading) throws(ShedError) -> [Int] {
        let keepings = plan.keepings
        guard !keepings.isEmpty else { return [] }
        return try keeper.keep(keepings, asKnown) { version, file throws(ShedError) in
            _ = try ImportWork.write(version.content, from: reading.tree, into: file)
        }
    }
}

extension ImportPlan {
    /// What files held before.
    var keepings: [ImportedKeeping] {
        nodes.flatMap { node in
            node.versions.compactMap { version -> ImportedKeeping? in
                guard version.actor == nil, let (size, hash) = version.content.known else { return nil }
                return ImportedKeeping(id: node.id, path: node.path, version: version, size: size, hash: hash)
            }
        }
    }
}

extension Reading {
    fileprivate func planImport(_ reading: ImportReading, to path: RelativePath) throws(ShedError) -> ImportPlan {
        let state = try load()
        if let reason = state.incomplete.first { throw ShedError(.environment, .nothingNewYet(reason: "\(reason)"), remedy: .letSyncFinish) }
        let placed = try find(path, state)
        guard placed.type.isDirectory else { throw ShedError(.usage, .notAFolder(path: "\(path)")) }
        let folder = path.isRoot ? id : placed.node.id
        let target = ImportTarget(
            project: id, folder: folder, path: path, rules: home.rules, fields: surroundings.kinds.fields, scopes: home.module?.labelScopes ?? LabelScope.general,
            model: state.model, names: FreeNames(besides: try names(in: path)), ignore: home.configuration.ignore, isFree: { isFree($0, state, comingBack: reading.project.id == id) },
            overwritten: home.module?.overwritten, isNew: false)
        var plan: ImportPlan
        do throws(ImportFault) {
            var planner = ImportPlanner(reading.project, into: target) { newID() }
            plan = try planner.make()
            try ImportedLinks.mend(&plan, of: reading, to: path)
            plan.takeKept(of: reading.project, KeptFiles(of: home.module), isNew: false)
        } catch { throw ShedError(error, of: reading.tree) }
        try judge(plan, to: path, placed, state)
        return plan
    }

    /// That each folder takes what would stand in it, those also that come along.
    private func judge(_ plan: ImportPlan, to path: RelativePath, _ placed: PlacedNode, _ state: ProjectState) throws(ShedError) {
        // What comes into Trash or Rejected is taken with all that is in it.
        let isSheltered = facts(of: placed, state).filling == .anything
        // Each folder stands before what is in it.
        var folders: [RelativePath: (node: Node?, facts: FolderFacts)] = [path: (path.isRoot ? nil : placed.node, facts(of: placed, state))]
        for node in plan.nodes {
            guard let name = node.path.last, let folder = folders[node.path.parent] else { continue }
            let type = template.type(ofAdded: node.type.isDirectory ? .directory : .file, named: name, to: folder.node) ?? node.type
            let candidate = Candidate(name: name, type: type, provenance: .new)
            if let refusal = home.rules.refusal(of: candidate, in: folder.facts) { throw try refused(refusal, candidate, at: node.path) }
            guard type.isDirectory, !isSheltered else { continue }
            // A plain folder that comes with what is in it takes that, as one that is adopted does.
            let known = Node(id: node.id, type: type, accepts: type == .folder ? .both : nil)
            folders[node.path] = (known, home.rules.facts(of: known, label: name.escaped))
        }
    }

    /// Whether nothing bears an ID: what is known here and is away for the moment may come back, and keeps its ID, but where an export of this
    /// very project brings it.
    fileprivate func isFree(_ wanted: NodeID, _ state: ProjectState, comingBack: Bool) -> Bool {
        guard wanted != id, state.model.aliases[wanted] == nil else { return false }
        return state.model.nodes[wanted] == nil || comingBack && !state.memory.isPresent(wanted)
    }

    /// Writes what a plan makes, and what is to be said of it.
    fileprivate func stage(
        _ plan: ImportPlan, below path: RelativePath, into change: inout StagedChange, _ work: inout ImportWork
    ) throws(ShedError) {
        let isTop = { (node: PlannedNode) in node.path.parent == path }
        var position = 0
        while position < plan.nodes.count {
            let top = plan.nodes[position]
            // What is in it follows it.
            let end = plan.nodes[(position + 1)...].firstIndex(where: isTop) ?? plan.nodes.count
            if top.type.isDirectory {
                let folder: DirectoryHandle
                do throws(DiskError) { folder = try change.makeFolder(for: top.path, mode: top.mode) } catch { throw ShedError(error) }
                try work.fill(folder, at: top.path, with: plan.nodes[(position + 1)..<end])
            } else {
                let name = Name("import-\(position)")
                let label = change.folder.label(of: top.path)
                let hash = try work.write(top.content, as: name, in: change.folder.directory, modified: top.modified, mode: top.mode, called: label)
                do throws(DiskError) { try change.add(name, to: top.path, hash: hash) } catch { throw ShedError(error) }
            }
            position = end
        }
        do throws(DiskError) { try change.folder.directory.syncFileSystem() } catch { throw ShedError(error) }
        for node in plan.nodes {
            change.assigned[node.path] = node.id
            let fields = node.fields.filter { field in
                switch field {
                // These say the walk that takes it in.
                case .type, .place: false
                default: true
                }
            }
            if !fields.isEmpty { change.operations.append(Operation(node.id, fields)) }
        }
        change.operations += plan.operations
        change.words = .importedInto(files: plan.files, folders: plan.folders, path: "\(path)")
    }
}
