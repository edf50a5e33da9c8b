import Glibc
import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile
import ShedRules
import ShedSidecar

extension Project {
    /// Makes a project: the whole template or nothing.
    ///
    /// It is made under a hidden name beside its place and moved there in one step. What a run that was killed left
    /// behind is removed by the next one.
    /// - Parameters:
    ///   - parent: the directory to make it in, an absolute path.
    ///   - name: the new directory's name.
    ///   - keepsFolders: whether each folder gets a file that makes git keep it, and leave out links that each device makes by itself.
    public static func new(
        _ kind: Kind, named name: Name, in parent: [UInt8], language: Language, surroundings: Surroundings, details: String? = nil,
        keepsFolders: Bool = false
    ) throws(ShedError) -> Project {
        do {
            let parentPath = try RealPath.of(parent)
            let directory = try DirectoryHandle(pathBytes: parentPath)
            try checkProjectName(name, in: directory)
            // What could not be opened is not made.
            _ = try surroundings.kinds.module(for: Template(kind, language: language))
            var surroundings = surroundings
            let draft = try Draft(of: name, in: directory, ids: &surroundings.ids)
            try draft.requireOwner(surroundings, parentPath)
            let replica = surroundings.ids.replica()
            try draft.fill(kind, language, details, &surroundings, replica, keepsFolders: keepsFolders)
            try draft.publish(as: name)
            let path = (parentPath.count == 1 ? [] : parentPath) + [UInt8(ascii: "/")] + name.bytes
            let project = try Project(
                root: try directory.openDirectory(name), path: path, surroundings: surroundings, purpose: .change,
                consent: .made(replica))
            try project.write(after: .nothing) { transaction throws(ShedError) in
                try transaction.walk(.adopt)
                transaction.record(.made)
            }
            return project
        } catch { throw ShedError(error) }
    }

    /// A project's name must be possible, readable, free, and differ from those of the projects beside it in more
    /// than case.
    static func checkProjectName(_ name: Name, in directory: DirectoryHandle, except: Name? = nil) throws(ShedError) {
        guard name.isPossible else {
            throw ShedError(.usage, .impossibleName(name: "\(name)", what: "a folder"), remedy: .namesOfFolders)
        }
        if !name.isHidden { try ShedError.requireName(name, of: "a project") }
        if BlankName.isBlank(name) { throw ShedError.refused(by: BlankName.info, .blankProjectName, remedy: BlankName.info.cureInWords) }
        if name.isHidden { throw ShedError(.refused, .hiddenName(name: "\(name)"), remedy: .chooseOtherName) }
        do {
            if name != except, try directory.kind(of: name) != nil {
                throw ShedError(.usage, .isThereAlready(path: "\(directory.label)/\(name)"), remedy: .otherNameOrMove)
            }
            let key = FoldKey(name)
            for entry in try directory.list(atMost: 1_000_000) where entry.kind == .directory && entry.name != except && entry.name != name {
                guard FoldKey(entry.name) == key, let other = try? directory.openDirectory(entry.name),
                    (try? other.kind(of: Sidecar.name)) == .directory
                else { continue }
                throw ShedError(.usage, .likeAnotherProject(name: "\(name)", other: "\(entry.name)"), remedy: .chooseOtherName)
            }
        } catch { throw ShedError(error) }
    }
}

/// A project under a hidden name, not yet there for anybody.
struct Draft {
    static let prefix = ".shed-new-"
    /// What a folder whose links git is to leave out holds, so that git keeps it (``SetupPlanner``).
    private static let ignoring = "# These links follow from other folders, and each device makes them by itself.\n*\n!.gitignore\n"

    let parent: DirectoryHandle
    let hiddenName: Name
    let directory: DirectoryHandle

    /// - Parameter known: the name that it is to have, by which messages call it.
    init(of known: Name, in parent: DirectoryHandle, ids: inout RandomIDs) throws {
        Draft.removeAbandoned(in: parent)
        self.parent = parent
        for _ in 1..<Draft.mostTries {
            let name = Name(Draft.prefix + ids.next().description)
            do throws(DiskError) { try parent.makeDirectory(name) } catch { throw error.naming(parent.label(of: known), for: parent.label(of: name)) }
            if let directory = Draft.locked(name, in: parent, called: parent.label(of: known)) {
                hiddenName = name
                self.directory = directory
                return
            }
            try? parent.removeDirectory(name)
        }
        throw ShedError(.environment, "other programs remove what is to become a project", remedy: "Try again.")
    }

    private static let mostTries = 100

    /// The directory of a draft that was just made. While this process lives, no other takes it for an abandoned one.
    /// - Returns: `nil` where another took it for one before.
    private static func locked(_ name: Name, in parent: DirectoryHandle, called label: String) -> DirectoryHandle? {
        // Where a file system knows no locks, nothing there is taken for abandoned either.
        guard let directory = try? parent.openDirectory(name, called: label), flock(directory.descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK,
            let own = try? directory.ownEvidence(), let there = try? parent.evidence(of: name), own.identity == there.identity
        else { return nil }
        return directory
    }

    /// Removes drafts whose process is gone.
    private static func removeAbandoned(in parent: DirectoryHandle) {
        guard let entries = try? parent.list(atMost: 1_000_000) else { return }
        for entry in entries where entry.kind == .directory && entry.name.bytes.starts(with: prefix.utf8) {
            // A name alone is no proof: a person, or whoever can write here, may give a folder one like it.
            guard NodeID(String(decoding: entry.name.bytes.dropFirst(prefix.utf8.count), as: UTF8.self)) != nil,
                let draft = try? parent.openDirectory(entry.name), flock(draft.descriptor, LOCK_EX | LOCK_NB) == 0, holdsNothingElse(draft)
            else { continue }
            try? parent.removeTree(entry.name)
        }
    }

    /// Refuses a place where what we make belongs to somebody else: it could not be changed afterwards.
    /// - Parameters:
    ///   - surroundings: of who makes it.
    ///   - path: the place.
    func requireOwner(_ surroundings: Surroundings, _ path: [UInt8]) throws(ShedError) {
        let owner = directory.owner
        guard owner != surroundings.user else { return }
        try? parent.removeTree(hiddenName)
        throw ShedError.ofAnother(path, owner: owner, sidecar: nil, surroundings)
    }

    /// Whether a directory holds nothing but what a draft can hold: a sidecar, or what is in one, and folders without a file but those with
    /// which its template begins.
    private static func holdsNothingElse(_ draft: DirectoryHandle) -> Bool {
        let files: Set<Name> = [Sidecar.projectName, Sidecar.templateName, Sidecar.settingsName, GitAttributes.name]
        let begun = StartingFiles(of: draft)
        return holds(draft, atMost: 1_000, files: files.contains) { name, folder in
            switch name {
            case Sidecar.ops: holdsFirstBatches(folder)
            case Sidecar.name: holds(folder, atMost: 16, files: files.contains) { $0 == Sidecar.ops && holdsFirstBatches($1) }
            default: holdsOnlyBegun(folder, at: RelativePath([name]), begun)
            }
        }
    }

    /// Whether there is nothing in a folder of a draft but folders, what has git keep them, and files with which the template begins, as it
    /// has them.
    private static func holdsOnlyBegun(_ folder: DirectoryHandle, at path: RelativePath, _ begun: StartingFiles) -> Bool {
        guard path.names.count <= Template.deepest else { return false }
        let keepers: Set<Name> = [SetupPlanner.keeperName, SetupPlanner.ignoreName]
        return holds(folder, atMost: 1_000, files: { keepers.contains($0) || begun.holds($0, in: folder, at: path) }) { name, inner in
            holdsOnlyBegun(inner, at: path.appending(name), begun)
        }
    }

    /// The same of `ops`: what each device wrote lies in a folder of its own.
    private static func holdsFirstBatches(_ ops: DirectoryHandle) -> Bool {
        holds(ops, atMost: 2, files: { _ in false }) { replica, folder in
            ReplicaID(replica.description) != nil && holds(folder, atMost: 1_000, files: BatchName.looksLikeBatch)
        }
    }

    /// Whether there are only such files, files on their way and such folders in a directory. Neither a name nor a kind alone says that
    /// something is shed's.
    private static func holds(
        _ directory: DirectoryHandle, atMost limit: Int, files: (Name) -> Bool, folders: (Name, DirectoryHandle) -> Bool = { _, _ in false }
    ) -> Bool {
        guard let entries = try? directory.list(atMost: limit) else { return false }
        return entries.allSatisfy { entry in
            switch entry.kind {
            case .file: files(entry.name) || DirectoryHandle.isTemporary(entry.name)
            case .directory: (try? directory.openDirectory(entry.name)).map { folders(entry.name, $0) } ?? false
            case .link, .special: false
            }
        }
    }

    func fill(
        _ kind: Kind, _ language: Language, _ details: String?, _ surroundings: inout Surroundings, _ replica: ReplicaID, keepsFolders: Bool
    ) throws {
        do {
            let template = Template(kind, language: language)
            let file = ProjectFile(id: surroundings.ids.next(), kind: ForeignText(kind.name), created: surroundings.now())
            let module = try surroundings.kinds.module(for: template)
            let sidecar = try Sidecar.create(
                project: file, template: template, settings: nil, in: directory.openDirectory(Sidecar.name, create: true))
            var operations = [Operation(file.id, [.type(.project)] + (details.map { [.note($0)] } ?? []))]
            operations += try folders(of: template, in: file.id, &surroundings, keeps: keepsFolders) { module?.holdsOwnLinks($0) == true }
            try begin(files: template)
            try writeFirstBatches(operations, of: file, sidecar, surroundings.now(), replica)
            try directory.sync()
        } catch {
            try? parent.removeTree(hiddenName)
            throw error
        }
    }

    /// Has git keep a folder.
    func keep(_ folder: RelativePath, isOfLinks: Bool) throws(DiskError) {
        let (name, text) = isOfLinks ? (SetupPlanner.ignoreName, Draft.ignoring) : (SetupPlanner.keeperName, "")
        try directory.openDirectory(at: folder).write(name, Array(text.utf8), replacing: false)
    }

    func publish(as name: Name) throws {
        Interruption.point("drafted")
        do throws(DiskError) { try parent.rename(hiddenName, to: parent, as: name, expecting: nil) } catch {
            try? parent.removeTree(hiddenName)
            throw error.naming(parent.label(of: name), for: parent.label(of: hiddenName))
        }
        try parent.sync()
        Interruption.point("published")
    }
}

/// What a new project begins with, as it was written: one batch, and more only where there is more than one holds.
struct FirstBatches {
    /// In their order, each named by the next.
    var batches: [(file: BatchFile, id: BatchID)] = []
    /// That of all their operations.
    var stamp: Stamp
    var clock: HybridClock
}

/// Writes the batches that a new project begins with.
@discardableResult
func writeFirstBatches(
    _ operations: [Operation], of file: ProjectFile, _ sidecar: Sidecar, _ now: Int64, _ replica: ReplicaID
) throws(SidecarError) -> FirstBatches {
    var clock = HybridClock(replica: replica)
    let stamp = clock.tick(now: now)
    var first = FirstBatches(stamp: stamp, clock: clock)
    for (number, portion) in try operations.sayingWhenMade(now).portions().enumerated() {
        let header = Batch.Header(
            project: file.id, replica: replica, sequence: UInt64(number) + 1, parents: first.batches.last.map { [$0.id] } ?? [])
        let encoded = BatchEncoder.encode(header, portion.map { StampedOperation(stamp, $0) })
        first.batches.append((try sidecar.write(encoded), encoded.batch.id))
    }
    return first
}
