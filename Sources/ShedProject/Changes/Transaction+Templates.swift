import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile
import ShedRules
import ShedSidecar

/// What `template apply` did, or would do.
public struct AppliedTemplate: Sendable {
    /// Something that the template has more.
    public struct Part: Hashable, Sendable {
        public var path: RelativePath
        /// The role of a folder; `nil`: a file.
        public var role: Role?
        /// Whether it was there, and is the folder of its role from now on.
        public var isTaken = false
        /// Why it was not made; `nil`: it was.
        public var failure: Message?
    }

    /// Whether the project has another template from now on.
    public var isChanged = false
    public var parts: [Part] = []
    /// The words by which files are known that `add file --template` offers from now on.
    public var keys: [String] = []
}

extension Transaction {
    /// Adds to the project what a template has more than its own: folders, sections, files. Nothing is removed, renamed or replaced.
    ///
    /// The template is put in force first, then its folders and files are made, as one deed: where that is interrupted, the next command
    /// that writes takes back what was done of it.
    /// - Parameter dryRun: says what would be done, and writes nothing.
    /// - Throws: ``ShedError`` of kind refused where the project would be of another kind by it, or while the sidecar is not whole.
    public func apply(_ kind: Kind, dryRun: Bool = false) throws(ShedError) -> AppliedTemplate {
        let state = try load()
        guard state.incomplete.isEmpty else {
            throw ShedError(.refused, .templateNeedsSidecar, remedy: .repairSaysWhy)
        }
        let other = Template(kind, language: template.language)
        let merged = template.adding(other)
        let kinds = surroundings.kinds
        guard try kinds.module(for: merged)?.name == home.module?.name else {
            throw ShedError(.refused, .templateOfOtherKind(name: kind.name, kind: "\(home.kindName)"), remedy: .setKindChangesIt)
        }
        var applied = AppliedTemplate(isChanged: merged != template)
        let files = merged.files(besides: template.files)
        // What the project's template has already stays away where somebody deleted it.
        let new = Set(merged.folders.map(\.role)).subtracting(template.folders.map(\.role))
        // What only the project's own has is not asked for.
        let wanted = Set(other.folders.map(\.role))
        applied.keys = files.compactMap(\.key)
        guard !dryRun else {
            applied.parts = try foresee(merged, new, wanted, files, state)
            return applied
        }
        try requireWriting()
        return try asOneDeed { () throws(ShedError) in
            try putInForce(merged, saying: .logAppliedTemplate(name: kind.name))
            Interruption.point("templated")
            applied.parts = try makeFolders(new: new, among: wanted)
            applied.parts += try begin(files)
            if applied.isChanged || applied.parts.contains(where: { $0.failure == nil }) { record(template: .logAppliedTemplate(name: kind.name)) }
            return applied
        }
    }

    /// Puts a template in place of the one that is in force. What is on disk stays as it is.
    func putInForce(_ other: Template, saying words: Message) throws(ShedError) {
        guard other != template else { return }
        let file: (name: Name, bytes: [UInt8])
        do throws(SidecarError) { file = try home.sidecar.file(for: other, now: surroundings.now()) } catch { throw ShedError(error) }
        try trust(other)
        try set(SidecarFile(file.name, in: Sidecar.templates), from: nil, to: file.bytes, saying: words)
        guard template == other else {
            throw ShedError(.environment, .templateNotInForce(path: "\(RelativePath([Sidecar.name, Sidecar.templates]))"), remedy: .checkSaysWhy)
        }
    }

    /// Makes this the template of the project, whose kind it is from then on (`info --set kind=…`). Nothing is made, moved or removed.
    /// - Returns: whether it was another one before.
    /// - Throws: ``ShedError`` of kind refused where something in the project is of a type that is another kind's alone.
    public func setKind(_ kind: Kind, dryRun: Bool = false) throws(ShedError) -> Bool {
        let other = Template(kind, language: template.language)
        guard other != template else { return false }
        let module = try surroundings.kinds.module(for: other)
        if module?.name != home.module?.name, let special = try firstSpecial(besides: module) {
            throw ShedError(.refused, .isOfItsKind(path: "\(special.path)", type: special.type.rawValue, kind: owner(of: special.type)), remedy: .newOfThatKind)
        }
        guard !dryRun else { return true }
        try requireWriting()
        try putInForce(other, saying: .logSetKind(kind: kind.name))
        record(template: .logSetKind(kind: kind.name))
        return true
    }

    /// Whether undo may put a template in force, or out of it, by a file of the sidecar. What was put in force later holds what was merged into
    /// it; and what only the present kind has would be nobody's.
    /// - Throws: ``ShedError`` of kind refused where it may not.
    func requireUndoable(_ change: UndoStep.SidecarChange) throws(ShedError) {
        guard change.file.folder == Sidecar.templates, (try? change.file.read(in: root)) == change.after else { return }
        guard home.sidecar.isLastTemplate(change.file.name) else {
            throw ShedError(.refused, .changedAtPath(path: "\(change.file.path)"), remedy: .undoListsAll)
        }
        let next: Template
        do throws(SidecarError) {
            if let content = change.before { next = try Template(bytes: content) } else { next = try home.sidecar.template(without: change.file.name) }
        } catch { throw ShedError(error) }
        let module = try surroundings.kinds.module(for: next)
        guard module?.name != home.module?.name, let special = try firstSpecial(besides: module) else { return }
        throw ShedError(.refused, .isOfItsKind(path: "\(special.path)", type: special.type.rawValue, kind: owner(of: special.type)), remedy: .newOfThatKind)
    }

    /// Something that is there and more than a file or folder, and that a kind does not have; `nil`: there is nothing.
    private func firstSpecial(besides module: (any KindModule)?) throws(ShedError) -> (path: RelativePath, type: NodeType)? {
        let state = try load()
        let plain = Set([.project, .folder, .file] + (module?.nodeTypes ?? []))
        let special = state.model.nodes.values.filter { !plain.contains($0.type) && state.memory.isPresent($0.id) }
        return special.compactMap { node in state.model.path(of: node.id).map { (path: $0, type: node.type) } }.min { $0.path < $1.path }
    }

    /// The kind that has a type of nodes.
    private func owner(of type: NodeType) -> String {
        let module = surroundings.kinds.all.first { $0.nodeTypes.contains(type) }
        return module.map { $0.kinds.first?.name ?? $0.name } ?? "\(home.kindName)"
    }

    // MARK: Folders

    private func foresee(
        _ merged: Template, _ new: Set<Role>, _ wanted: Set<Role>, _ files: [StartingFile], _ state: ProjectState
    ) throws(ShedError) -> [AppliedTemplate.Part] {
        let absent = absentFolders(of: merged, state).filter { wanted.contains($0.role) } + deletedFolders(of: merged, state).filter { new.contains($0.role) }
        let rules = ProjectRules(merged, book: surroundings.kinds.rules, kind: home.module?.rules ?? KindRules())
        var places = FolderPlaces()
        var parts: [AppliedTemplate.Part] = []
        var coming: [Role: RelativePath] = [:]
        for folder in absent {
            let isThere = plainFolder(at: folder, merged, state) != nil
            let failure = isThere ? nil : told(obstacle(to: folder, by: rules, &places), at: folder.path)
            parts.append(.init(path: folder.path, role: folder.role, isTaken: isThere, failure: failure))
            if failure == nil, coming[folder.role] == nil { coming[folder.role] = folder.path }
        }
        for file in files {
            guard let place = file.place else { continue }
            let made = coming[place.folder]
            var part = part(file: place.name, in: made ?? standingFolder(of: place.folder, state), merged, place.folder)
            // Of what is to be made, the template says that files are accepted.
            if made == nil { part.failure = part.failure ?? refusal(of: part.path, state) }
            parts.append(part)
        }
        return parts
    }

    /// Makes the folders of the template that are not there and that nobody deleted. One that is there without a role gets it.
    /// - Parameters:
    ///   - new: roles that the template did not have: of these folders, what was there under another template does not count.
    ///   - wanted: the roles of those that are made.
    private func makeFolders(new: Set<Role>, among wanted: Set<Role>) throws(ShedError) -> [AppliedTemplate.Part] {
        let state = try load()
        var taken: [AppliedTemplate.Part] = []
        var operations: [Operation] = []
        for folder in absentFolders(of: template, state) where folder.id == nil && wanted.contains(folder.role) {
            guard let plain = plainFolder(at: folder, template, state), let own = template.folder(folder.role) else { continue }
            operations += self.operations(giving: own, to: plain, state)
            taken.append(.init(path: folder.path, role: folder.role, isTaken: true))
        }
        if !operations.isEmpty { try commit(operations) }
        var made = try makeAbsentFolders(wanted)
        let again = try makeAbsentFolders(new.subtracting(made.map(\.folder.role)), andDeleted: true)
        made += again
        // Those that stand in one of these.
        if again.contains(where: { $0.failure == nil }) { made += try makeAbsentFolders(wanted).filter { folder in !made.contains { $0.folder.role == folder.folder.role } } }
        return taken + made.map { made in
            .init(path: made.folder.path, role: made.folder.role, failure: told(made.failure, at: made.folder.path))
        }
    }

    /// Why a folder is not made, as it is told: that something stands there comes before all else.
    private func told(_ failure: Message?, at path: RelativePath) -> Message? { failure.map { isTaken(path) ? Message.somethingOfThatName : $0 } }

    /// Whether something stands there, or what is called the same but for case.
    private func isTaken(_ path: RelativePath) -> Bool {
        guard let name = path.last else { return true }
        return (try? names(in: path.parent).contains(FoldKey(name))) == true
    }

    /// A folder without a role that stands where one of the template belongs.
    private func plainFolder(at absent: AbsentFolder, _ template: Template, _ state: ProjectState) -> PlacedNode? {
        guard absent.id == nil, let placed = try? find(absent.path, state), placed.type == .folder, placed.node.type == .folder, placed.node.role == nil,
            let own = template.folder(absent.role), own.mayBeGiven(to: placed, holdsAny: holdsAny(placed.path))
        else { return nil }
        return placed
    }

    // MARK: Files

    /// Makes files with which the template begins, where their folders are and nothing of their names stands there.
    private func begin(_ files: [StartingFile]) throws(ShedError) -> [AppliedTemplate.Part] {
        let state = try load()
        var parts: [AppliedTemplate.Part] = []
        for file in files {
            guard let place = file.place else { continue }
            var part = part(file: place.name, in: standingFolder(of: place.folder, state), template, place.folder)
            part.failure = part.failure ?? refusal(of: part.path, state)
            if part.failure == nil {
                do throws(DiskError) { try make(.file, at: part.path, content: Array(file.text.utf8)) } catch { part.failure = error.words }
                Interruption.point("begun")
            }
            parts.append(part)
        }
        if parts.contains(where: { $0.failure == nil }) { try walk(.afterVerb()) }
        return parts
    }

    /// Why the rules would refuse a new file in a folder that is there; `nil`: they would not.
    private func refusal(of path: RelativePath, _ state: ProjectState) -> Message? {
        guard let name = path.last, let folder = try? find(path.parent, state) else { return .folderIsNotThere(role: "\(path.parent)") }
        return home.rules.refusal(of: Candidate(name: name, type: .file, provenance: .new), in: facts(of: folder, state))?.words
    }

    private func part(file name: Name, in folder: RelativePath?, _ template: Template, _ role: Role) -> AppliedTemplate.Part {
        guard let folder else {
            let path = template.folder(role).map(template.path(of:)) ?? .root
            return .init(path: path.appending(name), failure: .folderIsNotThere(role: "\(role)"))
        }
        let path = folder.appending(name)
        let isTaken = hasEntry(at: folder) && (try? names(in: folder).contains(FoldKey(name))) != false
        return .init(path: path, failure: isTaken ? Message.somethingOfThatName : nil)
    }
}
