import ShedMessages
import ShedModel
import ShedSidecar

/// An export of shed: a folder or an archive with a `manifest.json` (Documentation/Export.md). A project of shed itself is known too, and
/// refused: what other sources would make of it has none of its IDs, tags and order.
public struct ShedExport: ImportSource {
    public let name = "shed"
    public let title = "shed"

    public init() {}

    public func isMeant(by tree: any SourceTree) throws(ImportFault) -> Bool {
        guard tree.file == nil else { return false }
        if try ShedExport.isProject(tree) { return true }
        // One that was unpacked and packed again as the folder that it is in begins there.
        let base = tree.start
        guard try tree.entry(at: base.appending(ExportManifest.name))?.kind == .file else { return false }
        return try tree.entry(at: base.appending(ExportManifest.files))?.kind == .directory
    }

    private static func isProject(_ tree: any SourceTree) throws(ImportFault) -> Bool {
        for folder in [.root, tree.start] where try tree.entry(at: folder.appending(Sidecar.name).appending(Sidecar.projectName))?.kind == .file { return true }
        return false
    }

    public func read(_ tree: any SourceTree, limits: ImportLimits) throws(ImportFault) -> ImportedProject {
        guard try !ShedExport.isProject(tree) else {
            var fault = ImportFault(.importIsProject(path: "\(tree.name)"), remedy: .importExportsFirst)
            fault.namesSource = true
            throw fault
        }
        let bytes: [UInt8]
        let base = tree.start
        do throws(ImportFault) { bytes = try tree.bytes(of: base.appending(ExportManifest.name), atMost: limits.description) } catch {
            throw error.isBeyondBounds && error.remedy == nil ? ImportFault(error.words, at: error.path, raisedBy: "--max-files") : error
        }
        let manifest = try ExportManifest(bytes: bytes, limits: limits)
        var reader = ExportReader(tree, manifest, base)
        return try reader.project()
    }
}

/// Makes what an export tells of into what is to be imported, and finds where it lies.
private struct ExportReader {
    private let tree: any SourceTree
    private let manifest: ExportManifest
    /// Where the export begins.
    private let base: RelativePath
    /// What a node names as its tags, by their titles.
    private var titles: [String: ImportedTag.Title] = [:]
    /// The positions of what stands in each folder, and under none.
    private var children: [Int: [Int]] = [:]
    private static let top = -1

    init(_ tree: any SourceTree, _ manifest: ExportManifest, _ base: RelativePath) {
        (self.tree, self.manifest, self.base) = (tree, manifest, base)
        for tag in manifest.labels.tags { titles[tag.title.text] = tag.title }
    }

    mutating func project() throws(ImportFault) -> ImportedProject {
        try order()
        let source = manifest.project
        var project = ImportedProject(name: source.name.text ?? source.name.escaped)
        (project.kind, project.language, project.details) = (source.kind, Language(rawValue: source.language), source.details)
        (project.id, project.created) = (source.id, source.created)
        (project.groups, project.tags, project.variables) = (manifest.labels.groups, manifest.labels.tags, manifest.labels.variables)
        project.isPart = !manifest.isWhole
        project.own.tags = source.tags.map(title)
        project.own.values = source.values.map { ($0.variable, $0.value) }
        project.own.fields = source.fields
        (project.isWhole, project.contents) = (manifest.isWhole, base.appending(ExportManifest.place(of: .root)))
        project.nodes = try nodes(in: ExportReader.top)
        project.kept = try manifest.kept.map { file throws(ImportFault) in try kept(file) }
        // Of all of a project there is nothing besides.
        if !manifest.isWhole { project.keptOfNodes = try manifest.keptOfNodes.map { file throws(ImportFault) in try kept(file) } }
        if !manifest.isComplete { project.notes.append(ImportNote(.exportIncomplete)) }
        let left = try strangers()
        if left.count > 0 { project.notes.append(ImportNote(.exportStrangers(count: left.count), count: left.count, things: left.first)) }
        return project
    }

    private func kept(_ file: ExportedFile) throws(ImportFault) -> (path: RelativePath, content: ImportedContent) {
        let path = base.appending(ExportManifest.kept).appending(file.path)
        try require(path, file.size)
        return (file.path, .file(path, size: file.size, hash: file.hash))
    }

    private func title(_ text: String) -> ImportedTag.Title { titles[text] ?? ImportedTag.Title(text: text) }

    /// Finds which node stands in which.
    /// - Throws: where an ID or a path is there twice, or a node says another folder than its path does: so there is no circle.
    private mutating func order() throws(ImportFault) {
        var positions: [NodeID: Int] = [:]
        var paths: Set<RelativePath> = []
        for (position, node) in manifest.nodes.enumerated() {
            // Whoever had the project's ID would get what is said of the project.
            guard node.id != manifest.project.id, positions.updateValue(position, forKey: node.id) == nil else { throw fault(.manifestTwiceID(id: "\(node.id)", path: "\(node.path)")) }
            guard paths.insert(node.path).inserted else { throw fault(.manifestTwicePath(path: "\(node.path)")) }
        }
        for (position, node) in manifest.nodes.enumerated() {
            guard let parent = node.parent else {
                guard !manifest.isWhole || node.path.names.count == 1 else { throw fault(.manifestParent(path: "\(node.path)")) }
                children[ExportReader.top, default: []].append(position)
                continue
            }
            guard let folder = positions[parent], manifest.nodes[folder].content == nil, manifest.nodes[folder].path == node.path.parent else {
                throw fault(.manifestParent(path: "\(node.path)"))
            }
            children[folder, default: []].append(position)
        }
    }

    private func fault(_ words: Message) -> ImportFault { ImportFault(words, at: base.appending(ExportManifest.name)) }

    private func nodes(in folder: Int) throws(ImportFault) -> [ImportedNode] {
        var result: [ImportedNode] = []
        for position in children[folder] ?? [] { result.append(try node(position)) }
        return result
    }

    private func node(_ position: Int) throws(ImportFault) -> ImportedNode {
        let source = manifest.nodes[position]
        let path = base.appending(ExportManifest.place(of: source.path))
        let content: ImportedContent
        if let file = source.content {
            try require(path, file.size)
            content = .file(path, size: file.size, hash: file.hash)
        } else {
            content = .folder(try nodes(in: position), isOrdered: false)
        }
        var node = ImportedNode(name: source.path.last ?? "", content)
        (node.id, node.type, node.role, node.accepts, node.order) = (source.id, source.type, source.role, source.accepts, source.order)
        (node.created, node.modified, node.fields, node.state) = (source.created, source.modified, source.fields, source.state)
        (node.mode, node.source) = (source.mode, path)
        node.tags = source.tags.map(title)
        node.values = source.values.map { ($0.variable, $0.value) }
        for version in source.versions {
            let path = base.appending(ExportManifest.place(of: version.hash))
            try require(path, version.size)
            node.versions.append(ImportedVersion(.file(path, size: version.size, hash: version.hash), time: version.time, name: version.name, actor: version.actor))
        }
        return node
    }

    /// That a file is there, with as many bytes as are told of; what they are is seen when they are read.
    private func require(_ path: RelativePath, _ size: Int64) throws(ImportFault) {
        guard let entry = try tree.entry(at: path), entry.kind == .file else { throw ImportFault(.importLacks(path: "\(path)"), at: path) }
        guard entry.size == size else { throw ImportFault(.exportAltered(path: "\(path)"), at: path) }
    }

    /// How many files stand beside what the manifest tells of, and the first of them.
    private func strangers() throws(ImportFault) -> (count: Int, first: [ImportNote.Thing]) {
        let known = Set(manifest.nodes.map(\.path))
        var count = 0
        var first: [ImportNote.Thing] = []
        var open: [RelativePath] = [.root]
        while let folder = open.popLast() {
            for entry in try tree.entries(of: base.appending(ExportManifest.place(of: folder))) {
                let path = folder.appending(entry.name)
                if entry.kind == .directory {
                    open.append(path)
                } else if !known.contains(path) {
                    count += 1
                    if first.count < ImportNote.mostThings { first.append(ImportNote.Thing(base.appending(ExportManifest.place(of: path)))) }
                }
            }
        }
        return (count, first)
    }
}

extension ImportedTag.Title {
    /// `group/name`, or the name where there is no group.
    public var text: String { group.map { "\($0)/\(name)" } ?? name }

    /// The same, read: up to the first `/` it is the group.
    public init(text: String) {
        guard let slash = text.firstIndex(of: "/") else {
            self.init(text)
            return
        }
        self.init(group: String(text[..<slash]), String(text[text.index(after: slash)...]))
    }
}
