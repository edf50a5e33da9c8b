import ShedDisk
import ShedExchange
import ShedHash
import ShedMessages
import ShedModel
import ShedSidecar

/// Writes what is in a project, and what is known of it, as an export. The project is as it was taken in just now; nobody else of shed changes it
/// meanwhile where this is done in a transaction. What people change while it is read is read again.
///
/// What takes long is done before that, while everybody can go on: ``copyEarly()`` copies files, and ``run()`` looks at each of them and copies
/// only those again that are not as they were then.
struct Exporter<Reader: ProjectReader> {
    let reader: Reader
    let order: ExportOrder
    /// What was named; empty: all of the project.
    let meant: Set<RelativePath>
    let sink: any ExportSink
    let state: ProjectState
    var manifest: ExportManifest
    var versions = Versions()
    var untaken = Untaken()
    var early: EarlyCopies
    var result = ExportResult()
    let progress: (Int) -> Void
    var folder: (path: RelativePath, handle: DirectoryHandle)?
    var renamed = RenamedFiles()

    /// What files held before: of each, and which contents are written.
    struct Versions {
        var kept: [NodeID: [KeptVersion]] = [:]
        /// What shed wrote over.
        var overwritten: [NodeID: [KeptPlace]] = [:]
        var written: Set<ContentHash> = []
        var told: Set<ContentHash> = []
    }

    static var attempts: Int { 3 }
    private static var piece: Int { 1 << 20 }

    /// - Parameter early: what was copied into the sink before.
    init(
        _ reader: Reader, _ order: ExportOrder, to sink: any ExportSink, after early: EarlyCopies = EarlyCopies(), progress: @escaping (Int) -> Void
    ) throws(ShedError) {
        (self.reader, self.order, self.sink, self.early, self.progress) = (reader, order, sink, early, progress)
        versions.written = early.versions
        meant = Set(order.paths)
        let state = try reader.load()
        self.state = state
        let (home, template) = (reader.home, reader.template)
        var project = ExportedProject(
            id: reader.id, kind: home.file.kind.raw, name: home.name, language: template.language.rawValue, created: home.file.created)
        let node = state.model.nodes[reader.id]
        project.details = node?.details?.note
        let (tags, values) = Exporter.labels(of: node, state)
        (project.tags, project.values, project.fields) = (tags, values, Exporter.fields(of: node))
        manifest = ExportManifest(project: project, made: reader.surroundings.now(), isWhole: order.paths.isEmpty)
        manifest.labels = Exporter.labels(state)
        result.made = manifest.made
    }

    /// Writes all of it; the sink is still to be finished.
    mutating func run() throws(ShedError) {
        try findUntaken()
        try leaveChanged()
        // Also of a project in which there is nothing.
        try makeParents(of: RelativePath([ExportManifest.files, "-"]))
        let tops = try self.tops()
        try findVersions(below: tops.map(\.id))
        if order.paths.isEmpty { noteWhatStays(in: .root) }
        for top in tops {
            try makeParents(of: ExportManifest.place(of: top.path))
            try add(top.id, at: top.path, parent: nil)
        }
        try addKept()
        try addUntaken()
        manifest.isComplete = result.left.isEmpty
        let bytes = manifest.bytes
        result.importOptions = ImportLimits().options(toTake: manifest, written: bytes.count)
        do throws(DiskError) {
            // What was copied before and is nothing of it any more.
            let unused = early.files.keys.map { ExportManifest.place(of: $0) } + early.kept.keys.map(KeptFiles.place)
                + versions.written.subtracting(versions.told).map { ExportManifest.place(of: $0) }
            try sink.remove(files: Set(unused))
            _ = try sink.add(file: RelativePath([ExportManifest.name]), size: Int64(bytes.count), modified: manifest.made, mode: 0o644) { take throws(DiskError) in
                try take(bytes)
                return true
            }
        } catch { throw ShedError(error) }
    }

    // MARK: Which

    /// What was asked for, each once: what is in a folder that is named too comes with that.
    func tops() throws(ShedError) -> [(id: NodeID, path: RelativePath)] {
        guard !order.paths.isEmpty else { return children(of: reader.id).map { ($0.id, RelativePath([$0.name])) } }
        var tops: [(id: NodeID, path: RelativePath)] = []
        for path in order.paths.outermost { tops.append((try reader.find(path, state).node.id, path)) }
        return tops
    }

    func children(of folder: NodeID) -> [(id: NodeID, name: Name)] {
        state.model.children(of: folder).filter(state.stands).compactMap { id in state.model.nodes[id]?.place.map { (id, $0.name) } }
            .sorted { $0.name < $1.name }
    }

    func ids(below tops: [NodeID]) -> Set<NodeID> {
        var (found, open): (Set<NodeID>, [NodeID]) = ([], tops)
        while let id = open.popLast() { if found.insert(id).inserted { open += children(of: id).map(\.id) } }
        return found
    }

    // MARK: What

    private mutating func add(_ id: NodeID, at path: RelativePath, parent: NodeID?) throws(ShedError) {
        guard let node = state.model.nodes[id], !isElsewhere(id, than: path) else { return }
        var exported = self.exported(node, at: path)
        exported.parent = parent
        guard node.type.isDirectory else { return try add(file: node, exported) }
        result.folders += 1
        do throws(DiskError) { exported.mode = try directory(path).ownEvidence().mode & 0o777 } catch {
            // Nobody knows what else is in it. Of one that is not there what it held is told.
            if error.code != .notFound { result.left.append((path, error.why)) }
        }
        noteWhatStays(in: path)
        manifest.nodes.append(exported)
        try make(ExportManifest.place(of: path), mode: exported.mode)
        for child in children(of: id) { try add(child.id, at: path.appending(child.name), parent: id) }
    }

    /// - Parameter node: `nil` for what was not taken in: then nothing is known of what it held before.
    mutating func add(file node: Node?, _ exported: ExportedNode) throws(ShedError) {
        var exported = exported
        let copied: CopiedFile
        if let early = early.files.removeValue(forKey: exported.path) {
            copied = early.file
        } else {
            switch try copy(to: ExportManifest.place(of: exported.path), { (exporter: inout Exporter) throws(DiskError) in
                try exporter.open(exported.path, of: node?.id)
            }) {
            case .copied(let made): copied = made
            case .left(let reason): return result.left.append((exported.path, reason))
            }
        }
        (exported.content, exported.modified, exported.mode) = ((copied.size, copied.hash), copied.modified, copied.mode)
        if let node { exported.versions = try versions(of: node.id) + overwritten(of: node.id) }
        manifest.nodes.append(exported)
        result.files += 1
        result.size = result.size.addingUp(copied.size)
        progress(result.files)
    }

    func exported(_ node: Node, at path: RelativePath) -> ExportedNode {
        var exported = ExportedNode(id: node.id, type: node.type.rawValue, path: path)
        (exported.role, exported.accepts, exported.order, exported.created) = (node.role, node.accepts, node.order, node.created == 0 ? nil : node.created)
        (exported.tags, exported.values) = Exporter.labels(of: node, state)
        exported.fields = Exporter.fields(of: node)
        exported.state.isException = node.details?.exception ?? false
        exported.state.origin = node.details?.origin
        exported.state.rejection = node.details?.rejection
        return exported
    }

    static func fields(of node: Node?) -> [String: JSONValue] {
        (node?.details?.other ?? [:]).mapValues(\.value).filter { ImportedField.mayTravel($0.key) && $0.value != .null }
    }

    private static func labels(of node: Node?, _ state: ProjectState) -> (tags: [String], values: [ExportedValue]) {
        guard let labels = node?.details?.labels else { return ([], []) }
        let values = state.model.labels.values(of: labels).map { ExportedValue($0.variable.name, $0.value) }
        return (state.model.labels.tags(of: labels).map(\.title), values)
    }

    private static func labels(_ state: ProjectState) -> ExportedLabels {
        let book = state.model.labels
        var labels = ExportedLabels()
        labels.groups = book.sortedGroups.map { ImportedGroup($0.name, id: $0.id) }
        labels.tags = book.sortedTags.map { tag in
            ImportedTag(.init(group: tag.group.flatMap { book.groups[$0]?.name }, tag.name), colour: tag.colour, scope: tag.scope, id: tag.id)
        }
        labels.variables = book.sortedVariables.map { ImportedVariable($0.name, $0.type, options: $0.options, scope: $0.scope, id: $0.id) }
        return labels
    }

    /// The folders that something of the export stands in, as far as they are not exported themselves.
    mutating func makeParents(of path: RelativePath) throws(ShedError) {
        for count in 1..<path.names.count where early.parents.insert(RelativePath(Array(path.names[..<count]))).inserted {
            try make(RelativePath(Array(path.names[..<count])))
        }
    }

    func make(_ folder: RelativePath, mode: UInt32? = nil) throws(ShedError) {
        do throws(DiskError) { try sink.add(folder: folder, modified: manifest.made, mode: mode ?? 0o755) } catch { throw ShedError(error) }
    }

    // MARK: Bytes

    enum Outcome {
        case copied(CopiedFile)
        case left(Message)
    }

    /// Copies a file as it stands: read again where somebody writes to it meanwhile.
    mutating func copy(
        to target: RelativePath, attempts: Int = Exporter.attempts, _ open: (inout Exporter) throws(DiskError) -> ReadableFile
    ) throws(ShedError) -> Outcome {
        var reason: DiskError?
        for _ in 1...attempts {
            let file: ReadableFile
            do throws(DiskError) { file = try open(&self) } catch {
                folder = nil
                return .left(error.why)
            }
            let (modified, mode) = (file.evidence.modified / 1_000_000, file.evidence.mode & 0o777)
            do throws(DiskError) {
                let copied = try sink.add(file: target, size: file.size, modified: modified, mode: mode) { take throws(DiskError) -> CopiedFile? in
                    do throws(DiskError) { return CopiedFile(hash: try Exporter.pass(file, take), evidence: file.evidence) } catch {
                        // What could not be written ends it all; what could not be read is one file.
                        guard error.path == file.label else { throw error }
                        reason = error
                        return nil
                    }
                }
                if let copied { return .copied(copied) }
                if let reason, reason.code != .changed { break }
            } catch { throw ShedError(error) }
        }
        return .left((reason ?? DiskError(.changed, action: "read", path: "\(target)")).why)
    }

    private static func pass(_ file: ReadableFile, _ take: ([UInt8]) throws(DiskError) -> Void) throws(DiskError) -> ContentHash {
        var hash = SHA256()
        var offset: Int64 = 0
        while offset < file.size {
            let bytes = try file.read(at: offset, atMost: Int(min(Int64(piece), file.size - offset)))
            guard !bytes.isEmpty else { break }
            hash.update(bytes)
            try take(bytes)
            offset += Int64(bytes.count)
            Interruption.point("export-piece")
        }
        guard offset == file.size, try !file.evidenceNow().differsInContent(from: file.evidence), let digest = ContentHash(bytes: hash.digest()) else {
            throw DiskError(.changed, action: "read", path: file.label)
        }
        return digest
    }

    mutating func directory(_ path: RelativePath) throws(DiskError) -> DirectoryHandle {
        if let folder, folder.path == path { return folder.handle }
        let handle = try reader.root.openDirectory(at: path)
        folder = (path, handle)
        return handle
    }

    // MARK: Beside the files

    mutating func write(_ bytes: [UInt8], to target: RelativePath) throws(ShedError) {
        try makeParents(of: target)
        do throws(DiskError) {
            _ = try sink.add(file: target, size: Int64(bytes.count), modified: manifest.made, mode: 0o644) { take throws(DiskError) in
                try take(bytes)
                return true
            }
        } catch { throw ShedError(error) }
    }

    private mutating func add(kept bytes: [UInt8], at path: RelativePath, to target: RelativePath) throws(ShedError) {
        try write(bytes, to: target)
        manifest.kept.append(ExportedFile(path: path, size: Int64(bytes.count), hash: ContentHash(of: bytes)))
    }

    /// What people and the kind keep in `.shed`, and what is ignored; of a part only what is about that.
    private mutating func addKept() throws(ShedError) {
        let files = KeptFiles(of: reader.home.module)
        let found = files.found(in: reader.root)
        let isWhole = order.paths.isEmpty
        result.left += isWhole ? found.left : found.left.filter { files.isOfParts($0.path) }
        if isWhole { result.odd += found.odd }
        for file in try comingKept(files, found.paths) {
            let target = KeptFiles.place(of: file.target)
            try makeParents(of: target)
            // The one that is in force, which “template apply” keeps elsewhere.
            if file.path == KeptFiles.template {
                try add(kept: reader.template.encoded, at: file.path, to: target)
                continue
            }
            if file.target == file.path, let early = early.kept.removeValue(forKey: file.path) {
                note(kept: early.file, at: file.target)
                continue
            }
            let root = reader.root
            switch try copy(to: target, { _ throws(DiskError) in try root.openDirectory(at: file.path.parent).file(file.path.last ?? "") }) {
            case .copied(let copied): note(kept: copied, at: file.target)
            case .left(let reason): result.left.append((file.path, reason))
            }
        }
    }

    private mutating func note(kept file: CopiedFile, at path: RelativePath) {
        let exported = ExportedFile(path: path, size: file.size, hash: file.hash)
        if order.paths.isEmpty { manifest.kept.append(exported) } else { manifest.keptOfNodes.append(exported) }
    }
}
