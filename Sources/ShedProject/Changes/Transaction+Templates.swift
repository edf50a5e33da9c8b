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
        public var isTaken: Bool { given != nil }
        /// What becomes of a folder that was there.
        public var given: GivenRole?
        /// Why it was not made; `nil`: it was.
        public var failure: Message?
    }

    /// Whether the project has another template from now on.
    public var isChanged = false
    public var parts: [Part] = []
    /// The words by which files are known that `add file --template` offers from now on, or with another text.
    public var keys: [String] = []
    /// What the template says otherwise of folders that are there, and was left.
    public var differences: [Difference] = []

    /// Something that a template says otherwise of a folder that is there.
    public struct Difference: Hashable, Sendable {
        public enum Matter: Hashable, Sendable {
            case name(String)
            case accepts(Accepts)
            /// By the keys of a template's file.
            case shape([String])
        }

        public var path: RelativePath
        public var role: Role
        public var matter: Matter
    }
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
        try requireWhole(state)
        let other = Template(kind, language: template.language)
        let merged = template.adding(other)
        let kinds = surroundings.kinds
        guard try kinds.module(for: merged)?.name == home.module?.name else {
            throw ShedError(.refused, .templateOfOtherKind(name: kind.name, kind: "\(home.kindName)"), remedy: .setKindChangesIt)
        }
        var applied = AppliedTemplate(isChanged: merged != template)
        let former = template
        // What the project's template has already stays away where somebody deleted it.
        let new = Set(merged.folders.map(\.role)).subtracting(template.folders.map(\.role))
        // What only the project's own has is not asked for.
        let wanted = Set(other.folders.map(\.role))
        applied.keys = merged.files.compactMap { file in file.key.flatMap { former.file($0)?.text == file.text ? nil : $0 } }
        applied.differences = differences(of: other, state)
        guard !dryRun else {
            applied.parts = try foresee(merged, new, wanted, other, state)
            return applied
        }
        try requireWriting()
        return try asOneDeed { () throws(ShedError) in
            try putInForce(merged, saying: .logAppliedTemplate(name: kind.name))
            Interruption.point("templated")
            applied.parts = try makeFolders(new: new, among: wanted)
            applied.parts += try begin(filesToBegin(of: other, besides: former, try load()))
            if applied.isChanged || applied.parts.contains(where: { $0.failure == nil }) { record(template: .logAppliedTemplate(name: kind.name)) }
            return applied
        }
    }

    /// - Throws: ``ShedError`` of kind refused while the sidecar is not whole: what is not known yet may be of a type that a kind has not, or the
    /// folder of a role.
    func requireWhole(_ state: ProjectState) throws(ShedError) {
        guard state.incomplete.isEmpty else { throw ShedError(.refused, .templateNeedsSidecar, remedy: .repairSaysWhy) }
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
    /// - Throws: ``ShedError`` of kind refused where something in the project is of a type that is another kind's alone, and while the sidecar is
    /// not whole.
    public func setKind(_ kind: Kind, dryRun: Bool = false) throws(ShedError) -> Bool {
        let other = Template(kind, language: template.language)
        guard other != template else { return false }
        try requireWhole(load())
        let module = try surroundings.kinds.module(for: other)
        if module?.name != home.module?.name { try requireTypes(of: module) }
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
        if module?.name != home.module?.name { try requireTypes(of: module) }
    }

    /// Refuses a kind that has not the type of something which is more than a file or folder: of what is there, and of what is missing and may be
    /// back by its path alone (`return` in the settings).
    /// - Throws: ``ShedError`` of kind refused; also while the sidecar is not whole.
    private func requireTypes(of module: (any KindModule)?) throws(ShedError) {
        let state = try load()
        try requireWhole(state)
        let plain = Set([.project, .folder, .file] + (module?.nodeTypes ?? []))
        let since = surroundings.now() - settings.return
        let special = state.model.nodes.values.filter { !plain.contains($0.type) && (state.memory.isPresent($0.id) || state.mayReturn($0, since: since)) }
        let first = special.compactMap { node in state.model.path(of: node.id).map { (path: $0, node: node) } }.min { $0.path < $1.path }
        guard let (path, node) = first else { return }
        throw ShedError(
            .refused, .isOfItsKind(path: "\(path)", type: node.type.rawValue, kind: owner(of: node.type)),
            remedy: state.memory.isPresent(node.id) ? .newOfThatKind : .forgetWhatIsMissing(command: "shed forget \(node.id)"))
    }

    /// The kind that has a type of nodes.
    private func owner(of type: NodeType) -> String {
        let module = surroundings.kinds.all.first { $0.nodeTypes.contains(type) }
        return module.map { $0.kinds.first?.name ?? $0.name } ?? "\(home.kindName)"
    }

    // MARK: Folders

    private func foresee(
        _ merged: Template, _ new: Set<Role>, _ wanted: Set<Role>, _ other: Template, _ state: ProjectState
    ) throws(ShedError) -> [AppliedTemplate.Part] {
        let absent = absentFolders(of: merged, state).filter { wanted.contains($0.role) } + deletedFolders(of: merged, state).filter { new.contains($0.role) }
        let rules = ProjectRules(merged, book: surroundings.kinds.rules, kind: home.module?.rules ?? KindRules())
        var places = FolderPlaces()
        var parts: [AppliedTemplate.Part] = []
        var coming: [Role: RelativePath] = [:]
        for folder in absent {
            let plain = plainFolder(at: folder, merged, state)
            let given = plain.flatMap { plain in merged.folder(folder.role).map { contents(of: plain, as: $0, by: rules, state).given } }
            let failure = given != nil ? nil : told(obstacle(to: folder, by: rules, &places), at: folder.path)
            parts.append(.init(path: folder.path, role: folder.role, given: given, failure: failure))
            if failure == nil, coming[folder.role] == nil { coming[folder.role] = folder.path }
        }
        for file in filesToBegin(of: other, besides: template, state, coming) {
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
            let contents = contents(of: plain, as: own, by: home.rules, state)
            operations += self.operations(giving: own, to: plain, contents, state)
            taken.append(.init(path: folder.path, role: folder.role, given: contents.given))
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

    /// A folder without a role in force that stands where one of the template belongs.
    private func plainFolder(at absent: AbsentFolder, _ template: Template, _ state: ProjectState) -> PlacedNode? {
        guard absent.id == nil, let placed = try? find(absent.path, state), placed.type == .folder, placed.node.type == .folder, !template.isInForce(placed.node.role),
            let own = template.folder(absent.role), own.mayBeGiven(to: placed, holdsAny: holdsAny(placed.path))
        else { return nil }
        return placed
    }

    // MARK: Files

    /// Makes the files with which the template in force begins in folders that were made just now.
    public func beginFiles(in roles: Set<Role>) throws(ShedError) -> [AppliedTemplate.Part] {
        try begin(template.files.filter { file in file.folder.map(roles.contains) ?? false })
    }

    /// Makes files with which a template begins, where their folders are and nothing of their names stands there.
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
        guard let name = path.last, let folder = try? find(path.parent, state) else { return .folderIsNotAt(path: "\(path.parent)") }
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

extension ProjectState {
    /// Whether a node that is not there went since some time, or is only on its way. Of a folder that this device never saw nobody knows when it
    /// went: it counts by when it came.
    fileprivate func mayReturn(_ node: Node, since time: Int64) -> Bool {
        guard node.details?.forgotten == nil else { return false }
        return memory.unsettled.incomingNodes.contains(node.id) || (memory.missing[node.id] ?? node.details?.content?.since ?? node.created) >= time
    }
}
