import Glibc
import ShedDisk
import ShedIndex
import ShedMessages
import ShedModel
import ShedReconcile
import ShedRules
import ShedSidecar

/// Making a project of a folder that exists: first what would come of it, then the deed. Nothing in the folder is
/// moved, renamed or refused.
public struct Adoption {
    public let path: [UInt8]
    public let kind: Kind
    public let language: Language
    /// The folder, as it was looked at.
    package let root: DirectoryHandle
    package let situation: Situation
    package let plan: Plan
    /// What would be known afterwards.
    package let model: Model
    /// What would become something else if it came later, and is left as it is.
    public let left: [RelativePath]
    /// What is said of that, in a sentence without its full stop; empty where there is nothing.
    public let sentenceOnLeft: String
    private let surroundings: Surroundings
    private let file: ProjectFile
    package let template: Template
    /// What becomes of what comes later and is not accepted, as the project's settings are to say; `nil`: they say nothing of it.
    public var rejection: Settings.RejectionMode?

    /// Looks at a folder. Writes nothing.
    /// - Parameter roles: folders that have roles of the template whatever they are called, by their paths.
    public init(
        of directory: [UInt8], kind: Kind, language: Language, roles: [RelativePath: Role] = [:], surroundings: Surroundings
    ) throws(ShedError) {
        do {
            path = try RealPath.of(directory)
            root = try DirectoryHandle(pathBytes: path)
            if try root.kind(of: Sidecar.name) != nil {
                if try root.kind(of: Sidecar.name) == .directory, !root.holdsProject { throw ShedError.sidecarUnmade(path, .refused) }
                throw ShedError(.refused, .isProjectAlready(path: EscapedText.escape(path)), remedy: .syncOrSayWhat)
            }
            try Adoption.checkSurroundings(path, surroundings)
            if root.owner != surroundings.user, !surroundings.isSafe(path) {
                throw ShedError.ofAnother(path, owner: root.owner, sidecar: nil, surroundings)
            }
            let ignore = try IgnoreFile.read(root)
            let snapshot = try Crawler.crawl(root, options: Crawler.Options(ignore: ignore))
            var surroundings = surroundings
            file = ProjectFile(id: surroundings.ids.next(), kind: ForeignText(kind.name), created: surroundings.now())
            template = Template(kind, language: language)
            let conventions = Conventions(rules: try surroundings.kinds.projectRules(of: template))
            try Adoption.check(roles, snapshot, template)
            var situation = Situation(
                model: Model(project: file.id), memory: Memory(), snapshot: snapshot, conventions: conventions, request: .adopt,
                now: surroundings.now())
            situation.claims.roles = AdoptedRoles(snapshot, kind, template).find(asked: roles)
            try Adoption.checkTrash(situation.claims.roles, asked: roles, snapshot)
            self.situation = situation
            var ids = surroundings.ids
            var plan = Plan.make(situation, ids: &ids)
            surroundings.ids = ids
            self.surroundings = surroundings
            self.kind = kind
            self.language = language
            var model = Adoption.model(situation, plan)
            let module = try surroundings.kinds.module(for: template)
            let notes = module?.notes(adopting: model) ?? []
            for note in notes { model.apply(note) }
            plan.operations += notes
            left = notes.compactMap { model.path(of: $0.id) }.sorted()
            sentenceOnLeft = notes.isEmpty ? "" : module?.sentence(onLeft: notes.count) ?? ""
            (self.plan, self.model) = (plan, model)
        } catch { throw ShedError(error) }
    }

    /// What a person says of roles must be so.
    private static func check(_ roles: [RelativePath: Role], _ snapshot: Snapshot, _ template: Template) throws(ShedError) {
        var paths: [Role: RelativePath] = [:]
        for (path, role) in roles.sorted(by: { $0.key < $1.key }) {
            guard template.folder(role) != nil else {
                let known = template.folders.map(\.role.rawValue)
                let all = Message.theRolesAre(roles: known.joined(separator: ", "))
                let guess = Message.didYouMean(oneOf: Nearest.of(role.rawValue, among: known).map { [$0] } ?? [])
                throw ShedError(.usage, .noRoleInKind(role: "\(role)"), remedy: guess.map { .sentences(first: $0, second: all) } ?? all)
            }
            guard !path.isRoot, let entry = snapshot.entry(at: path), snapshot.entries[entry].kind == .directory else {
                throw ShedError(.usage, .noFolderForRole(path: "\(path)", role: "\(role)"), remedy: .nameFolderByPath)
            }
            guard path.names.count == 1 || role != .trash && template.mayBeNested else {
                throw ShedError(.usage, .cannotHaveRole(path: "\(path)", role: "\(role)"), remedy: .standsAtTheRoot)
            }
            if let other = paths.updateValue(path, forKey: role) {
                throw ShedError(.usage, .roleSaidTwice(role: "\(role)", path: "\(path)", other: "\(other)"), remedy: .oneFolderHasRole)
            }
        }
    }

    /// A folder is not taken for Trash by a name that does not say so, which only the kind has for it, where anything is in it.
    private static func checkTrash(_ roles: [RelativePath: Role], asked: [RelativePath: Role], _ snapshot: Snapshot) throws(ShedError) {
        guard let path = roles.first(where: { $0.value == .trash })?.key, asked[path] == nil, let name = path.last,
            !Shelters.names(of: .trash).contains(FoldKey(name)), let directory = snapshot.directory(at: path), !snapshot.directories[directory].entries.isEmpty
        else { return }
        throw ShedError(.refused, .trashIsNotGiven(path: "\(path)"), remedy: .renameItOrTrash)
    }

    /// The folders that take roles of the template, in its order.
    public var roles: [(role: Role, path: RelativePath)] {
        let taken = takenRoles
        return template.folders.compactMap { folder in taken[folder.role].map { (folder.role, $0) } }
    }

    /// The template's folders that are not there.
    public var missing: [Template.Folder] {
        let taken = takenRoles
        return template.folders.filter { taken[$0.role] == nil }
    }

    public var folders: Int { situation.snapshot.entries.count { $0.kind == .directory } }
    public var files: Int { situation.snapshot.entries.count { $0.kind == .file } }

    private var takenRoles: [Role: RelativePath] {
        var taken: [Role: RelativePath] = [:]
        for id in model.roleBearers { if let role = model.nodes[id]?.role { taken[role] = model.path(of: id) } }
        return taken
    }

    private static func model(_ situation: Situation, _ plan: Plan) -> Model {
        var model = situation.model
        model.reserve(plan.operations.count)
        for operation in plan.operations { model.apply(operation) }
        return model
    }

    /// A project does not stand in another one. What others have put above it does not count.
    private static func checkSurroundings(_ path: [UInt8], _ surroundings: Surroundings) throws(ShedError) {
        guard path != [UInt8(ascii: "/")] else { throw ShedError(.refused, .rootIsNoProject) }
        var start = path
        // It has no `.shed` itself, so what is found stands above it. A folder of that name alone makes no project.
        while case .found(let handle, let around)? = try? RootSearch(surroundings).find(from: start) {
            guard (try? Sidecar(handle).projectFile()) == nil else {
                throw ShedError(.refused, .standsInProject(path: EscapedText.escape(around)), remedy: .moveItBeside)
            }
            guard let parent = AbsolutePath.parent(of: around) else { return }
            start = parent
        }
    }

    /// Does it: everything gets an ID, in one step.
    public func perform() throws(ShedError) -> Project {
        var surroundings = surroundings
        let replica = surroundings.ids.replica()
        let settings = rejection.map { Array("rejection = \"\($0.rawValue)\"\n".utf8) }
        let first: FirstBatches
        do {
            let draft = try Draft(of: Sidecar.name, in: root, ids: &surroundings.ids)
            do {
                let sidecar = try Sidecar.create(project: file, template: template, settings: settings, in: draft.directory)
                let operations = [Operation(file.id, [.type(.project)])] + plan.operations
                first = try writeFirstBatches(operations, of: file, sidecar, surroundings.now(), replica)
                Interruption.point("drafted")
                try root.rename(draft.hiddenName, to: root, as: Sidecar.name, expecting: nil)
                try root.sync()
                Interruption.point("published")
            } catch {
                try? root.removeTree(draft.hiddenName)
                throw error
            }
            let project = try Project(root: root, path: path, surroundings: surroundings, purpose: .change, consent: .made(replica))
            try project.write(after: .nothing) { transaction throws(ShedError) in
                try transaction.rememberAdoption(situation, plan, model, first)
                transaction.record(.adopted, counts: ["files": files, "folders": folders])
            }
            return project
        } catch { throw ShedError(error) }
    }
}

extension Transaction {
    /// What was scanned for the adoption is what was last seen; no second scan is needed.
    fileprivate func rememberAdoption(_ situation: Situation, _ plan: Plan, _ model: Model, _ first: FirstBatches) throws(ShedError) {
        try store.writableIndex()
        store.take(try adopted(model, first))
        try store.changeLoaded { state throws(ShedError) in
            state.memory.absorb(plan, of: situation, done: [])
            try store.save(&state, changed: [], left: [], plan, situation, by: access)
            return .everything
        }
    }

    /// The state that a fold of these batches would give.
    private func adopted(_ model: Model, _ first: FirstBatches) throws(ShedError) -> ProjectState {
        var meta = IndexMeta(project: id, clock: first.clock.last, fold: FoldSummary(heads: first.batches.suffix(1).map(\.id.bytes)))
        meta.fold.sequence = UInt64(first.batches.count)
        meta.fold.rules = Fold.rules
        var model = model
        model.note(made: first.stamp)
        var batches = FoldedBatches()
        for batch in first.batches { batches.insert(FoldedBatch(batch.file, id: batch.id)) }
        do throws(SidecarError) { meta.fold.standing.folders = ModelStore.standing(try home.sidecar.listing(), batches) } catch { throw ShedError(error) }
        return ProjectState(
            model: model, memory: Memory(), meta: meta, digests: [:], clock: first.clock, wasIndexed: false, batches: batches)
    }
}
