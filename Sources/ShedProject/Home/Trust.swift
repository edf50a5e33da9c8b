import ShedDisk
import ShedMessages
import ShedModel
import ShedSidecar

extension Project {
    /// What is said of a project's being trusted by whoever opens it.
    public enum Consent: Hashable, Sendable {
        /// Nothing: what this machine remembers decides.
        case none
        /// It was just made or adopted here, with its first batch under this replica's ID.
        case made(ReplicaID)
        /// A person trusts it.
        case trust
        /// A person trusts it and says that it is a replica: it is not taken for a copy.
        case trustAsReplica
    }
}

extension Project {
    /// Trusts this project, which was looked at, and confirms which folders are Trash and Rejected in it.
    /// - Parameter shown: what the person has seen of it: these folders are confirmed, whatever a batch says by now that came since.
    ///   `nil` where nobody was shown any: those that are taken for it at that moment.
    /// - Returns: the same directory, opened to be changed; it may have become a project of its own by that (``Copying``).
    public func trusted(as consent: Consent, shown: TrustSummary? = nil) throws(ShedError) -> Project {
        let project = try Project(root: home.root, path: home.path, surroundings: home.surroundings, purpose: .change, consent: consent)
        project.store.isVouchedFor = true
        try project.write(after: .nothing) { transaction throws(ShedError) in
            try transaction.confirmShelters(shown: shown?.chosen)
            try transaction.leaveMark()
            transaction.bringAttributes()
        }
        return project
    }
}

extension Transaction {
    /// Writes a first batch that changes nothing, where the root is known again only by what was written into it
    /// (``ProjectRecord/isSure(of:_:at:hasStableInodes:isWritten:)``).
    fileprivate func leaveMark() throws(ShedError) {
        let evidence: Evidence
        do throws(DiskError) { evidence = try root.ownEvidence() } catch { throw ShedError(error) }
        guard !home.isSurelyKnown(evidence), let record = home.stateFolder?.record, record.mark == nil || !home.holdsMark(of: record) else { return }
        if home.ownMark(home.replica) == nil, let node = try load().model.nodes.values.min(by: { $0.id < $1.id }) {
            try commit([Operation(node.id, [.type(node.type)])], undo: .nothing)
        }
        let mark = home.ownMark(home.replica)
        try updateKept { $0.mark = mark }
    }
}

/// Whose a project is, and whether this machine was told to work in it.
///
/// Whatever stands in a project may be written by somebody hostile, its sidecar included. So it is changed only where it belongs to
/// who runs shed, or is listed in `safe-directories`, and where a person made, adopted or trusted it on this machine. That is
/// remembered in the record of the root, in the state directory, where nothing that comes with a project gets.
extension ProjectHome {
    /// - Throws: ``ShedError`` of kind environment where the root or its `.shed` belongs to somebody else.
    func requireOwnership() throws(ShedError) {
        guard let fault = ownershipFault else { return }
        throw fault
    }

    /// What is wrong with whose it is; `nil` where nothing is.
    private var ownershipFault: ShedError? {
        let user = surroundings.user
        let (outer, inner) = (root.owner, sidecar.directory.owner)
        guard outer != user || inner != user, !surroundings.isSafe(path) else { return nil }
        return .ofAnother(path, owner: outer, sidecar: inner, surroundings)
    }

    /// Why it is only looked at; `nil` for a project that may be changed.
    public var reasonToOnlyLook: ShedError? { ownershipFault ?? (isTrusted ? nil : .untrusted(path, remembered)) }

    /// Whether what is remembered of a root says that it is trusted.
    func isTrusted(_ folder: ProjectStateFolder, _ evidence: Evidence) -> Bool {
        let record = folder.record
        let isSame = record.isSure(of: evidence, file.id, at: path, hasStableInodes: surroundings.hasStableInodes(root)) { holdsMark(of: record) }
        // Builds that did not ask for trust registered what was only looked at too.
        return isSame && record.isTrusted(root)
    }

    /// Whether the root is known again by its directory alone.
    func isSurelyKnown(_ evidence: Evidence) -> Bool { evidence.birth != 0 && surroundings.hasStableInodes(root) }

    /// Whether what a record says that this machine wrote into its root stands here, whole and as it was.
    fileprivate func holdsMark(of record: ProjectRecord) -> Bool {
        // What an earlier shed wrote down names none.
        guard let mark = record.mark else { return ownMark(record.replica) != nil }
        return isBatch(mark)
    }

    /// The first batch of a replica that is whole; `nil` where it has written none.
    func ownMark(_ replica: ReplicaID) -> RelativePath? {
        sidecar.batchNames(of: replica).sorted().lazy.map { RelativePath(["ops", Name(replica.description), $0]) }.first(where: isBatch)
    }

    private func isBatch(_ path: RelativePath) -> Bool {
        guard let file = try? sidecar.file(at: path), let batch = try? sidecar.read(file, of: self.file).get() else { return false }
        // One that bears the name of another would be whole too.
        return BatchName.id(in: file.name) == batch.id
    }
}

extension ProjectRecord {
    /// Whether a root is the one of this record so surely that it may be changed.
    ///
    /// Where inode numbers do not stay, or there are no birth times, so that the number of a directory that was removed is given to
    /// the next one, any directory may have this one's: the roots of all sticks with FAT do. There a root is known by the project in it,
    /// by its path (or by number and time), and by what this machine has written into it, which nobody has who has not read it.
    /// - Parameters:
    ///   - project: which project is in it.
    ///   - path: where the root is.
    ///   - isWritten: whether it holds what this machine has written into the root of this record.
    func isSure(of evidence: Evidence, _ project: NodeID, at path: [UInt8], hasStableInodes: Bool, isWritten: () -> Bool) -> Bool {
        let isDirectory = isRoot(evidence) && evidence.birth != 0
        if isDirectory, hasStableInodes { return true }
        guard project == self.project, isDirectory || root == path, isRoot(evidence) || !hasStableInodes else { return false }
        return isWritten()
    }

    /// Whether the root of this record may be changed here, as it is remembered: somebody wanted that, or an earlier shed, which did
    /// not ask, has worked in it.
    /// - Parameter root: the directory itself.
    package func isTrusted(_ root: DirectoryHandle) -> Bool { trusted != nil || (try? Sidecar(root))?.isWritten(by: replica) == true }
}

extension Sidecar {
    /// Whether a replica has written a batch here.
    fileprivate func isWritten(by replica: ReplicaID) -> Bool { !batchNames(of: replica).isEmpty }

    /// The names of what a replica has written here; none where that cannot be read.
    func batchNames(of replica: ReplicaID) -> [Name] {
        let entries = try? directory.openDirectory("ops").openDirectory(Name(replica.description)).list(atMost: Sidecar.mostBatches)
        return (entries ?? []).filter { $0.kind == .file && !$0.name.isHidden }.map(\.name)
    }

    private static let mostBatches = 1_000_000
}

extension ShedError {
    /// That nobody on this machine said that a project may be changed.
    static func untrusted(_ path: [UInt8], _ remembered: Remembered) -> ShedError {
        var error = ShedError(
            .environment,
            .notTrusted(path: EscapedText.escape(path), why: remembered.word, other: EscapedText.escape(remembered.other ?? [])), remedy: .trustIt(command: "shed trust \(ShellWord.quote(path))"))
        error.isAboutTrust = true
        return error
    }

    /// That a directory, or the `.shed` in it, is not of who runs shed.
    /// - Parameters:
    ///   - owner: whose the directory is.
    ///   - sidecar: whose its `.shed` is; `nil` where there is none.
    ///   - surroundings: of who runs shed.
    static func ofAnother(_ path: [UInt8], owner: UInt32?, sidecar: UInt32?, _ surroundings: Surroundings) -> ShedError {
        func number(_ user: UInt32?) -> String { user.map { "\($0)" } ?? "?" }
        let isSplit = sidecar != nil && sidecar != owner
        let absent = surroundings.absentSafeDirectories.map(EscapedText.escape).joined(separator: ", ")
        let file = Surroundings.settingsFile(surroundings.environment) ?? "~/.config/shed/config.toml"
        return ShedError(
            .environment,
            .belongsToOther(path: EscapedText.escape(path), owner: number(owner), isSplit: isSplit, sidecar: number(sidecar), user: "\(surroundings.user)"),
            remedy: .workAsOwner(
                directory: EscapedText.escape(path), file: EscapedText.escape(Array(file.utf8)), absent: absent.isEmpty ? .nothing : .listsAbsent(names: absent)))
    }
}

extension Surroundings {
    /// Those of `safe-directories` that are not there, as where a name was misspelt.
    package var absentSafeDirectories: [[UInt8]] { safeDirectories.filter { (try? RealPath.of($0)) == nil } }

    /// Whether a person has listed a root in `safe-directories`.
    /// - Parameter path: an absolute path without links.
    func isSafe(_ path: [UInt8]) -> Bool { safeDirectories.contains { $0 == path || (try? RealPath.of($0)) == path } }
}
