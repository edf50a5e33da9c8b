import ShedDisk
import ShedExchange
import ShedMessages
import ShedModel
import ShedSidecar

extension Project {
    /// Makes a project of what was read: all of it, or nothing.
    ///
    /// It is made under a hidden name beside its place, compared with what the source says of it, taken in there with what files held before, and
    /// moved to its place in one step. What a run that was killed left behind is removed by the next one.
    /// - Throws: also where a project could not be made with ``new(_:named:in:language:surroundings:details:keepsFolders:)``: in another one.
    /// - Parameters:
    ///   - kind: of which it is to be; `nil`: as the source says.
    ///   - parent: the directory to make it in, an absolute path.
    ///   - dryRun: reads and compares all of it, and writes nothing: then there is no project.
    public static func importing(
        _ reading: ImportReading, as kind: Kind?, language: Language, named name: Name, in parent: [UInt8], surroundings: Surroundings,
        versions: (any VersionKeeper)? = nil, dryRun: Bool = false, progress: @escaping (Int) -> Void = { _ in }
    ) throws(ShedError) -> (project: Project?, result: ProjectImportResult) {
        let parentPath = try RealPath.of(parent)
        let directory: DirectoryHandle
        do throws(DiskError) { directory = try DirectoryHandle(pathBytes: parentPath) } catch { throw ShedError(error) }
        try checkNew(named: name, in: parentPath, surroundings: surroundings)
        let draft = try ImportDraft(reading, kind, language, surroundings)
        try reading.require(draft.plan)
        let result = ProjectImportResult(draft.plan, from: reading.source, below: .root)
        guard !dryRun else {
            var work = ImportWork(reading.tree, progress: progress)
            try work.verify(draft.plan)
            try draft.verifyKept(reading.tree)
            return (nil, result)
        }
        try ImportWork.verifyVersions(of: draft.plan, from: reading.tree)
        var ids = surroundings.ids
        let replica = ids.replica()
        let path = (parentPath.count == 1 ? [] : parentPath) + [UInt8(ascii: "/")] + name.bytes
        try draft.make(in: directory, parentPath, as: name, (ids.next(), replica), progress: progress) { hidden throws(ShedError) in
            try draft.begin(hidden, path, replica, versions)
        }
        let root: DirectoryHandle
        do throws(DiskError) { root = try directory.openDirectory(name) } catch { throw ShedError(error) }
        let project = try Project(root: root, path: path, surroundings: surroundings, purpose: .change, consent: .made(replica))
        return (project, result)
    }
}

/// A project that an import makes, before it is there for anybody.
struct ImportDraft {
    private static let prefix = ".shed-import-"

    let plan: ImportPlan
    private let reading: ImportReading
    private let surroundings: Surroundings
    private let file: ProjectFile
    private let template: Template
    private let kept: KeptFiles
    /// Files of `.shed` and the root that come along, but for the template.
    private let files: [(path: RelativePath, content: ImportedContent, mode: UInt32)]

    init(_ reading: ImportReading, _ kind: Kind?, _ language: Language, _ surroundings: Surroundings) throws(ShedError) {
        (self.reading, self.surroundings) = (reading, surroundings)
        var imported = reading.project
        let (template, shelters) = try ImportDraft.template(reading, kind, language, surroundings)
        self.template = template
        let module = try surroundings.kinds.module(for: template)
        let beside = KeptFiles(of: module)
        kept = beside
        let rules = try surroundings.kinds.projectRules(of: template)
        let ignore = try KeptFiles.ignoreRules(of: imported, reading.tree)
        if !imported.isWhole { imported.gatherFiles(by: rules, ignore, kept) }
        // A whole project of shed has the roles that it had, but where it becomes one of another kind.
        let named = imported.isWhole && kind == nil ? [:] : imported.takeRoles(of: template, ImportDraft.otherNames(kind, template, surroundings))
        let now = surroundings.now()
        var ids = surroundings.ids
        let newID = { ids.next() }
        file = ProjectFile(id: newID(), kind: template.kind, created: imported.isWhole ? imported.created ?? now : now)
        let target = ImportTarget(
            project: file.id, folder: file.id, path: .root, rules: rules, fields: surroundings.kinds.fields,
            scopes: module?.labelScopes ?? LabelScope.general, model: Model(project: file.id),
            names: FreeNames(besides: imported.isWhole ? [] : Set(template.folders.filter { $0.nesting.parent == nil }.map { FoldKey(named[$0.role] ?? Name($0.name)) })), ignore: ignore,
            isFree: { _ in true },
            overwritten: module?.overwritten, isNew: true)
        do throws(ImportFault) {
            var planner = ImportPlanner(imported, into: target, newID: newID)
            if !imported.isWhole {
                planner.begin(with: ImportDraft.beginning(of: template, file.id, withFiles: kind != nil, (imported.foldersOfRoles(in: template), named), newID))
            }
            var plan = try planner.make()
            try ImportedLinks.mend(&plan, of: reading, to: .root)
            plan.notes += shelters
            let (files, notes) = try ImportDraft.files(imported, reading.tree, kept, surroundings)
            plan.notes += notes
            plan.takeKept(of: imported, beside, isNew: true)
            let ofPart = plan.kept.map { (path: $0.path, content: $0.content, mode: beside.mode(of: $0.path) ?? 0o644) }
            (self.plan, self.files) = (plan, files + ofPart)
        } catch { throw ShedError(error, of: reading.tree) }
    }

    /// The folders that the project is to have: its own where it comes whole, else those of the kind. And what has to be said of them.
    private static func template(
        _ reading: ImportReading, _ kind: Kind?, _ language: Language, _ surroundings: Surroundings
    ) throws(ShedError) -> (Template, [ImportNote]) {
        if let kind { return (Template(kind, language: language), []) }
        let imported = reading.project
        if let own = imported.kept.first(where: { $0.path == KeptFiles.template }) {
            guard own.content.size <= 1 << 20 else { throw ShedError(ImportFault(.importKept(path: "\(own.path)")), of: reading.tree) }
            var bytes: [UInt8] = []
            _ = try ImportWork.read(own.content, from: reading.tree) { bytes += $0 }
            let template: Template
            do throws(SidecarError) { template = try Template(bytes: bytes) } catch { throw ShedError(ImportFault(.importKept(path: "\(own.path)")), of: reading.tree) }
            return template.withPlainShelters(surroundings)
        }
        let wanted = imported.kind ?? OwnKinds.plainName
        guard let kind = try? OwnKinds(surroundings).anyKind(named: wanted) else {
            throw ShedError(ImportFault(.importKind(kind: EscapedText.escape(Array(wanted.utf8))), remedy: .importSayKind), of: reading.tree)
        }
        return (Template(kind, language: imported.language ?? language), [])
    }

    /// What people call folders of the template too, where its kind is known.
    private static func otherNames(_ kind: Kind?, _ template: Template, _ surroundings: Surroundings) -> [FoldKey: Role] {
        let known = kind ?? (try? OwnKinds(surroundings).anyKind(named: template.kind.raw))
        let names = (known?.folders ?? []).flatMap { folder in folder.otherNames.map { (FoldKey(Name($0)), folder.role) } }
        return Dictionary(names) { first, _ in first }
    }

    /// What a project of a template begins with.
    /// - Parameter given: those of its folders that come from elsewhere, by their roles, and what those are called that have them by their names.
    private static func beginning(
        of template: Template, _ project: NodeID, withFiles: Bool, _ given: (folders: [Role: ImportedNode], names: [Role: Name]), _ newID: () -> NodeID
    ) -> [PlannedNode] {
        var ids: [Role: NodeID] = [:]
        var paths: [Role: RelativePath] = [:]
        let folders = template.folders.map { folder -> PlannedNode in
            let parent = folder.nesting.parent.flatMap { ids[$0] }
            let name = given.names[folder.role] ?? Name(folder.name)
            let path = (folder.nesting.parent.flatMap { paths[$0] } ?? .root).appending(name)
            paths[folder.role] = path
            var fields: [Field] = [
                .type(.folder), .role(folder.role), .accepts(folder.accepts), .place(Place(parent: parent ?? project, name: name)),
            ]
            // Below the root a folder has its role since it was put there.
            if parent != nil { fields.append(.exception(true)) }
            var node = PlannedNode(id: given.folders[folder.role]?.id ?? newID(), path: path, type: .folder, content: .folder([], isOrdered: false), fields: fields, mode: 0o755)
            node.isThere = true
            ids[folder.role] = node.id
            return node
        }
        guard withFiles else { return folders }
        return folders + template.files.compactMap { file in
            guard let place = file.place, let path = paths[place.folder], let id = ids[place.folder],
                !(given.folders[place.folder]?.holds(place.name) ?? false)
            else { return nil }
            let type = template.type(ofAdded: .file, named: place.name, to: Node(id: id, type: .folder, role: place.folder)) ?? .file
            var node = PlannedNode(
                id: newID(), path: path.appending(place.name), type: type, content: .bytes(Array(file.text.utf8)),
                fields: [.type(type), .place(Place(parent: id, name: place.name))], mode: 0o644)
            node.isThere = true
            return node
        }
    }

    /// The files beside those of people. What no project of the kind has is an error; settings that cannot be read stay behind.
    private static func files(
        _ imported: ImportedProject, _ tree: any SourceTree, _ kept: KeptFiles, _ surroundings: Surroundings
    ) throws(ImportFault) -> ([(path: RelativePath, content: ImportedContent, mode: UInt32)], [ImportNote]) {
        var files: [(path: RelativePath, content: ImportedContent, mode: UInt32)] = []
        var notes: [ImportNote] = []
        var seen: Set<RelativePath> = []
        var goneBy: [RelativePath] = []
        for (path, content) in imported.kept where path != KeptFiles.template {
            guard imported.isWhole, let mode = kept.mode(of: path), seen.insert(path).inserted else { throw ImportFault(.importKept(path: "\(path)"), at: path) }
            if path == KeptFiles.settings {
                var bytes: [UInt8] = []
                // Longer ones no project reads; nothing else of the export is worse for them.
                let isReadable = content.size <= 1 << 20
                if isReadable, case .file(let source, let size, _) = content { bytes = try tree.bytes(of: source, atMost: Int(size)) }
                guard isReadable, (try? SettingsFile.parse(bytes, surroundings.kinds)) != nil else {
                    notes.append(ImportNote(.importedSettingsLeft, at: path))
                    continue
                }
                notes.append(ImportNote(.importedSettings(path: "\(path)"), at: path))
            } else if kept.isGoneBy(path) {
                goneBy.append(path)
            }
            files.append((path, content, mode))
        }
        if let note = ImportNote(goneBy: goneBy) { notes.append(note) }
        return (files, notes)
    }

    /// Reads what a dry run does not write.
    func verifyKept(_ tree: any SourceTree) throws(ShedError) { for file in files { _ = try ImportWork.read(file.content, from: tree) { _ in } } }

    // MARK: Making

    private static let notes = "importing"

    /// What this machine notes to be in the making, or to have been when a process was killed: the hidden names.
    static func noted(_ surroundings: Surroundings) -> [Name] {
        guard let notes = try? DirectoryHandle(path: "\(surroundings.stateDirectory)/\(ImportDraft.notes)"), let entries = try? notes.list(atMost: 100_000)
        else { return [] }
        return entries.filter { $0.kind == .file && $0.name.bytes.starts(with: prefix.utf8) }.map(\.name)
    }

    /// Whether a project stands under its hidden name still.
    static func isUnfinished(_ record: ProjectRecord, _ noted: [Name]) -> Bool {
        let parent = record.root.prefix(through: record.root.lastIndex(of: UInt8(ascii: "/")) ?? 0)
        guard !noted.isEmpty, let directory = try? DirectoryHandle(pathBytes: Array(parent)) else { return false }
        return noted.contains { name in (try? directory.evidence(of: name)).map { record.isRoot($0) } == true }
    }

    /// - Parameters:
    ///   - new: an ID for what it is called meanwhile, and of the replica that its first batch is of.
    ///   - begin: does what is to be done before it has its name, and says what this machine keeps of it from then on.
    func make(
        in parent: DirectoryHandle, _ path: [UInt8], as name: Name, _ new: (id: NodeID, replica: ReplicaID), progress: @escaping (Int) -> Void,
        _ begin: (DirectoryHandle) throws(ShedError) -> ProjectStateFolder?
    ) throws(ShedError) {
        let notes: DirectoryHandle
        do throws(DiskError) { notes = try surroundings.makeStateDirectory(ImportDraft.notes) } catch { throw ShedError(error) }
        let registry = Registry(surroundings)
        HiddenFolder.removeAbandoned(in: parent, notes: notes, prefix: ImportDraft.prefix, now: surroundings.now()) { evidence in
            for folder in (try? registry.allEntered()) ?? [] where folder.record.isRoot(evidence) { try? registry.forget(folder) }
        }
        do {
            let hidden = try HiddenFolder(Name(ImportDraft.prefix + new.id.description), for: name, in: parent, notes: notes)
            let directory = hidden.directory
            var kept: ProjectStateFolder?
            do {
                guard directory.owner == surroundings.user else { throw ShedError.ofAnother(path, owner: directory.owner, sidecar: nil, surroundings) }
                Interruption.point("import-begun")
                try fill(directory, new.replica, progress)
                try directory.syncFileSystem()
                Interruption.point("import-filled")
                kept = try begin(directory)
                Interruption.point("import-adopted")
                do throws(DiskError) { try parent.rename(hidden.name, to: parent, as: name, expecting: nil) } catch {
                    throw error.naming(parent.label(of: name), for: parent.label(of: hidden.name))
                }
                // It stands there from now on, whatever the disk says next, and so does what is kept of it.
                kept = nil
                try parent.sync()
                hidden.forget()
            } catch {
                if let kept { try? registry.forget(kept) }
                try? parent.removeTree(hidden.name)
                hidden.forget()
                throw error
            }
        } catch { throw ShedError(error) }
        Interruption.point("import-published")
    }

    /// Takes in what was made, and keeps what files held before.
    /// - Parameter path: where it is to stand.
    /// - Returns: what this machine keeps of it; nothing where it throws.
    func begin(_ root: DirectoryHandle, _ path: [UInt8], _ replica: ReplicaID, _ versions: (any VersionKeeper)?) throws(ShedError) -> ProjectStateFolder? {
        let project = try Project(root: root, path: path, surroundings: surroundings, purpose: .change, consent: .made(replica))
        do throws(ShedError) {
            try project.write(after: .nothing) { transaction throws(ShedError) in
                try transaction.walk(.adopt)
                transaction.record(.made)
            }
            if let versions { _ = try project.keep(plan, by: versions, from: reading) }
            if !plan.overwritten.isEmpty {
                try project.write(after: .nothing) { transaction throws(ShedError) in try transaction.keepOverwritten(of: plan, from: reading.tree) }
            }
            return project.home.stateFolder
        } catch {
            if let folder = project.home.stateFolder { try? project.home.registry.forget(folder) }
            throw error
        }
    }

    private func fill(_ directory: DirectoryHandle, _ replica: ReplicaID, _ progress: @escaping (Int) -> Void) throws {
        var work = ImportWork(reading.tree, progress: progress)
        let sidecar = try Sidecar.create(
            project: file, template: template, settings: nil, in: directory.openDirectory(Sidecar.name, create: true))
        for file in files {
            var folder = directory
            for name in file.path.parent.names { folder = try folder.openDirectory(name, create: true) }
            _ = try work.write(file.content, as: file.path.last ?? "", in: folder, mode: file.mode)
        }
        for node in plan.nodes where node.isThere {
            let (folder, name) = (try directory.openDirectory(at: node.path.parent), node.path.last ?? "")
            if case .bytes(let text) = node.content { try folder.write(name, text, replacing: false) } else { try folder.makeDirectory(name, mode: node.mode) }
        }
        try work.fill(directory, at: .root, with: plan.nodes)
        let operations = [Operation(file.id, [.type(.project)])] + plan.nodes.map { Operation($0.id, $0.fields) } + plan.operations
        try writeFirstBatches(operations, of: file, sidecar, surroundings.now(), replica)
    }
}
