import ShedDisk
import ShedModel
import ShedSidecar

/// What a person sees of a project before trusting it: what is in it, and who has worked in it.
public struct TrustSummary: Sendable {
    /// Somebody who wrote into the sidecar.
    public struct Writer: Sendable {
        public var replica: String
        public var batches: Int
        /// When it wrote last, as it says itself: milliseconds since 1970.
        public var last: Int64
    }

    /// Which folder is one of those into which shed moves things.
    public struct Shelter: Sendable {
        public var role: Role
        /// The folder that is taken; `nil` where none is there.
        public var path: RelativePath?
        /// Whether this machine has confirmed it.
        public var isConfirmed = false
        /// Whether the sidecar has one that is not on the disk: git brings no empty folders.
        public var isAbsent = false
        /// Others that bear the role, and are not taken.
        public var others: [RelativePath]
    }

    /// Where the project stood on this machine before: its log, and what could be undone there, stay with what is kept of that.
    public struct FormerRoot: Sendable {
        /// An absolute path, at which nothing of the project is now.
        public var path: [UInt8]
        /// How many things could be undone there.
        public var undoable: Int
    }

    public var kind: ForeignText
    /// Whose the root is: a number of the system.
    public var owner: UInt32?
    public var files = 0
    public var folders = 0
    public var writers: [Writer] = []
    public var shelters: [Shelter] = []
    /// The same as it is confirmed, with those that cannot be shown since they are not on the disk.
    var chosen = Shelters()
    /// Folders that have a `.shed` of their own: nothing in them is looked at.
    public var nested: [RelativePath] = []
    /// The root that this one is a copy of, as things are: it gets IDs of its own.
    public var original: [UInt8]?
    /// Other roots of the same project on this machine.
    public var otherRoots: [[UInt8]] = []
    /// Roots of it that are gone, where this one is not trusted yet.
    public var formerRoots: [FormerRoot] = []
}

extension ProjectReader {
    /// Writes nothing.
    public func trustSummary() throws(ShedError) -> TrustSummary {
        var summary = TrustSummary(kind: home.kindName, owner: root.owner)
        do {
            let snapshot = try Crawler.crawl(root, options: Crawler.Options(evidence: false, ignore: home.configuration.ignore))
            summary.files = snapshot.entries.count { $0.kind == .file }
            summary.folders = snapshot.entries.count { $0.kind == .directory }
            summary.nested = snapshot.nestedProjects(in: root)
            summary.writers = try home.sidecar.writers(of: home.file)
        } catch { throw ShedError(error) }
        let state = try load()
        let chosen = sheltersAsTheyAre(state)
        summary.chosen = chosen
        for role in Shelters.roles {
            let bearers = bearers(of: role, state)
            let path = bearers.first { $0.id == chosen[role] }?.path
            let confirmed = home.isTrusted ? home.confirmed(role, state.model) : nil
            summary.shelters.append(
                TrustSummary.Shelter(
                    role: role, path: path, isConfirmed: confirmed != nil && confirmed == chosen[role], isAbsent: path == nil && chosen[role] != nil,
                    others: bearers.filter { $0.id != chosen[role] }.map(\.path)))
        }
        summary.original = home.copying?.original
        summary.otherRoots = home.copying == nil ? home.otherRoots : []
        if !home.isTrusted { summary.formerRoots = home.formerRoots() }
        return summary
    }
}

extension Snapshot {
    /// The folders that have a `.shed` of their own, in the order of their paths. What is another file system is none.
    package func nestedProjects(in root: DirectoryHandle) -> [RelativePath] {
        directories.indices.filter { directories[$0].state == .foreign }.map(path(ofDirectory:)).filter { path in
            ((try? root.openDirectory(at: path).kind(of: Sidecar.name)) ?? nil) == .directory
        }.sorted()
    }
}

extension Sidecar {
    /// Who wrote batches, in the order of their names.
    fileprivate func writers(of project: ProjectFile) throws(SidecarError) -> [TrustSummary.Writer] {
        let listing = try listing()
        let batches = Dictionary(grouping: listing.batches) { $0.replicaDirectory?.escaped ?? "" }
        // What is in bases, and is not there itself any more.
        var compacted: [String: Set<BatchID>] = [:]
        for base in listing.bases.compactMap({ try? readBase($0, of: project).get() }) {
            for subsumed in base.subsumed { compacted[subsumed.header.replica.description, default: []].insert(subsumed.id) }
        }
        return batches.sorted { $0.key < $1.key }.map { name, batches in
            let gone = compacted[name, default: []].subtracting(batches.compactMap { BatchName.id(in: $0.name) })
            // Their names begin with the stamp of what is in them.
            let newest = batches.max { $0.name < $1.name }
            let batch = newest.flatMap { try? read($0, of: project).get() }
            let last = batch.flatMap { $0.operations.map(\.at.milliseconds).max() }
            return TrustSummary.Writer(replica: name, batches: batches.count + gone.count, last: last ?? (newest?.evidence.modified ?? 0) / 1_000_000)
        }
    }
}
