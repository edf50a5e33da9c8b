import ShedDisk
import ShedExchange
import ShedKinds
import ShedMessages
import ShedModel
import ShedRules
import ShedSidecar

/// A file or folder that an import makes.
struct PlannedNode {
    var id: NodeID
    /// Where it is to stand, from the project's root.
    var path: RelativePath
    var type: NodeType
    var content: ImportedContent
    /// All that is to be said of it, its type and place among that.
    var fields: [Field]
    /// In milliseconds since 1970.
    var modified: Int64?
    /// Its permissions, less the umask.
    var mode: UInt32
    var versions: [ImportedVersion] = []
    /// Where it stood in the source (``ImportedNode/source``).
    var source: RelativePath?
    /// Whether it stands there already: a folder of the template, or a file with which a project of it begins.
    var isThere = false
}

/// What an import comes to: a function of what it was read into and of what is there.
struct ImportPlan {
    /// A folder before what is in it.
    var nodes: [PlannedNode] = []
    /// What is said of labels, and of the project itself.
    var operations: [Operation] = []
    var notes: [ImportNote]
    /// The IDs of the source that are other ones here.
    var renamed: [NodeID: NodeID] = [:]
    /// Files of the sidecar that are about folders which come along, by where they are to stand.
    var kept: [(path: RelativePath, content: ImportedContent)] = []

    var files: Int { nodes.count { !$0.type.isDirectory && !$0.isThere } }
    var folders: Int { nodes.count { $0.type.isDirectory && !$0.isThere } }

    /// Of all files, in bytes, with what they held before: that is read and kept once, however often it is named.
    var size: Int64 {
        var kept: Set<ContentHash> = []
        return nodes.reduce(0) { sum, node in
            node.versions.reduce(sum.addingUp(node.content.size)) { sum, version in
                if let (_, hash) = version.content.known, !kept.insert(hash).inserted { return sum }
                return sum.addingUp(version.content.size)
            }
        }
    }
}

extension ImportedContent {
    /// In bytes, as the source says; 0 of a folder.
    var size: Int64 {
        switch self {
        case .folder: 0
        case .bytes(let bytes): Int64(bytes.count)
        case .file(_, let size, _): size
        }
    }
}

/// Where an import goes.
struct ImportTarget {
    let project: NodeID
    /// The folder, and its path.
    let folder: NodeID
    let path: RelativePath
    let rules: ProjectRules
    let fields: FieldTraits
    let scopes: [LabelScope]
    /// What is known there.
    let model: Model
    /// The names that stand in the folder.
    let names: FreeNames
    /// What is no node there.
    let ignore: IgnoreRules
    /// Whether an ID can be given to something new.
    let isFree: (NodeID) -> Bool
    /// The files of the kind of which it is shown what they held before.
    let overwritten: OverwrittenFiles?
    /// Whether the project is made for it: then roles, rights and what only holds in one project come along.
    let isNew: Bool
}

/// Makes the plan.
struct ImportPlanner {
    private let imported: ImportedProject
    private let target: ImportTarget
    private let newID: () -> NodeID
    private var plan: ImportPlan
    private var labels: ImportedLabels
    /// The IDs of the source that are other ones here.
    private var renamed: [NodeID: NodeID] = [:]
    private var roles: Set<Role> = []
    private var standing: [NodeID: Standing] = [:]
    private var counts = ImportCounts()
    private var overwritten = BroughtContents()

    /// A folder of the template, which stands there already.
    private struct Standing {
        var node: PlannedNode
        var role: Role
        /// The folder that it stands in.
        var parent: NodeID
        /// What comes into it.
        var names = FreeNames()
        /// Whether something of the source has come as it.
        var isTaken = false
    }

    init(_ imported: ImportedProject, into target: ImportTarget, newID: @escaping () -> NodeID) {
        (self.imported, self.target, self.newID) = (imported, target, newID)
        plan = ImportPlan(notes: imported.notes)
        labels = ImportedLabels(target, newID)
    }

    mutating func make() throws(ImportFault) -> ImportPlan {
        if let id = imported.id { renamed[id] = target.project }
        chooseIDs(imported.nodes)
        let borne = imported.isPart ? BorneLabels(of: imported, withOwn: target.isNew) : nil
        for group in imported.groups where borne?.groups.contains(group.name) ?? true { _ = labels.group(group.name, id: group.id) }
        for tag in imported.tags where borne?.tags.contains(tag.title) ?? true { _ = labels.tag(tag) }
        for variable in imported.variables where borne?.variables.contains(variable.name) ?? true { labels.define(variable) }
        var names = target.names
        let keys = keys(imported.nodes, isOrdered: imported.isOrdered && target.isNew)
        for (node, key) in zip(imported.nodes, keys) { try add(node, in: target.folder, target.path, &names, key) }
        if target.isNew { try sayOwn() } else { leaveOwn() }
        plan.operations = labels.operations + plan.operations
        plan.renamed = renamed
        note()
        return plan
    }

    // MARK: IDs

    /// Of all first, since fields of one name others.
    private mutating func chooseIDs(_ nodes: [ImportedNode]) {
        for node in nodes {
            if let id = node.id, !target.isFree(id) {
                renamed[id] = newID()
                counts.newIDs.add(.init(node.source, node.source == nil ? .verbatim(EscapedText.beginning("\(node.name)")) : nil))
            }
            if case .folder(let children, _) = node.content { chooseIDs(children) }
        }
    }

    private func id(of node: ImportedNode) -> NodeID { node.id.map { renamed[$0] ?? $0 } ?? newID() }

    private func mapped(_ id: NodeID) -> NodeID { renamed[id] ?? id }

    // MARK: Nodes

    /// The places in an order that the source has without keys.
    private func keys(_ nodes: [ImportedNode], isOrdered: Bool) -> [OrderKey?] {
        guard isOrdered, let keys = OrderKey.keys(nodes.count) else { return nodes.map { _ in nil } }
        return keys
    }

    private mutating func add(_ node: ImportedNode, in folder: NodeID, _ path: RelativePath, _ names: inout FreeNames, _ key: OrderKey?) throws(ImportFault) {
        if case .folder(let children, let isOrdered) = node.content, let there = standing(node, in: folder) {
            try take(node, as: there, in: folder)
            return try add(children, isOrdered, to: there.node.id, there.node.path)
        }
        let isFolder = if case .folder = node.content { true } else { false }
        let wanted = ImportedName.possible(node.name)
        guard !isIgnored(path.appending(wanted), isFolder) else { return }
        let name = names.take(wanted, keepsSuffix: !isFolder)
        if name != node.name { counts.newNames.add(.init(node.source, .verbatim(EscapedText.beginning("\(node.name)")), to: path.appending(name))) }
        let type = type(of: node, isFolder, path.appending(name))
        let planned = PlannedNode(
            id: id(of: node), path: path.appending(name), type: type, content: isFolder ? .folder([], isOrdered: false) : node.content,
            fields: [], modified: node.modified, mode: ImportPlanner.mode(of: node, isFolder), versions: node.versions.filter { overwritten.take($0, of: type, target.overwritten) }, source: node.source)
        guard !planned.path.isTooDeep else {
            throw ImportFault(.importTooDeep(path: EscapedText.beginning("\(planned.path)"), most: RelativePath.deepest))
        }
        let position = plan.nodes.count
        plan.nodes.append(planned)
        let fields = fields(of: node, planned, in: folder, key)
        try ImportPlanner.require(fields, of: planned.path)
        plan.nodes[position].fields = fields
        if case .folder(let children, let isOrdered) = node.content { try add(children, isOrdered, to: planned.id, planned.path) }
    }

    /// That the sidecar can hold what is to be said of something.
    private static func require(_ fields: [Field], of path: RelativePath) throws(ImportFault) {
        guard let long = fields.first(where: { !BatchRoom.fits($0) }) else { return }
        throw ImportFault(.importFieldTooLong(field: EscapedText.beginning(long.name), path: EscapedText.beginning("\(path)")))
    }

    /// What is ignored has no ID: nothing that is said of it would ever be true. It stays behind, with what is in it, and is counted.
    private mutating func isIgnored(_ path: RelativePath, _ isFolder: Bool) -> Bool {
        guard target.ignore.ignores(path: path, kind: isFolder ? .directory : .file) else { return false }
        counts.ignored.add(.init(path))
        return true
    }

    /// What is one's own can be read, and a folder be worked in, whatever the source says.
    private static func mode(of node: ImportedNode, _ isFolder: Bool) -> UInt32 {
        guard let mode = node.mode else { return isFolder ? 0o755 : 0o644 }
        return mode & 0o777 | (isFolder ? 0o700 : 0o400)
    }

    private mutating func add(_ children: [ImportedNode], _ isOrdered: Bool, to folder: NodeID, _ path: RelativePath) throws(ImportFault) {
        var names = standing[folder]?.names ?? FreeNames()
        defer { standing[folder]?.names = names }
        let keys = keys(children, isOrdered: isOrdered)
        for (child, key) in zip(children, keys) { try add(child, in: folder, path, &names, key) }
    }

    /// The folder of the template that something at the root is, or where the template has that: one for what it is.
    private func standing(_ node: ImportedNode, in folder: NodeID) -> Standing? {
        guard let role = node.role, folder == target.project || standing[folder] != nil else { return nil }
        return standing.values.first { $0.role == role && (folder == target.project || $0.parent == folder) }
    }

    /// Says of a folder of the template what the source says of the first that comes as it.
    private mutating func take(_ node: ImportedNode, as there: Standing, in folder: NodeID) throws(ImportFault) {
        guard !there.isTaken, let position = plan.nodes.firstIndex(where: { $0.id == there.node.id }) else { return }
        standing[there.node.id]?.isTaken = true
        var fields = plan.nodes[position].fields
        if let accepts = node.accepts ?? mixed(node, there) {
            fields.removeAll { if case .accepts = $0 { true } else { false } }
            fields.append(.accepts(accepts))
        }
        if let created = node.created { fields.append(.created(Milliseconds.bounded(created))) }
        fields += order(of: node, in: folder, nil) + others(node.fields, of: there.node.path) + labels.fields(of: node, .folder)
        try ImportPlanner.require(fields, of: there.node.path)
        (plan.nodes[position].fields, plan.nodes[position].source) = (fields, node.source)
        if node.mode != nil { plan.nodes[position].mode = ImportPlanner.mode(of: node, true) }
    }

    private mutating func type(of node: ImportedNode, _ isFolder: Bool, _ path: RelativePath) -> NodeType {
        let plain: NodeType = isFolder ? .folder : .file
        guard let word = node.type else { return plain }
        if let type = NodeType(rawValue: word), type.isDirectory == isFolder, type != .project { return type }
        counts.types.add(.init(node.source ?? path, .verbatim(EscapedText.beginning(word))))
        return plain
    }

    private mutating func fields(of node: ImportedNode, _ planned: PlannedNode, in folder: NodeID, _ key: OrderKey?) -> [Field] {
        var fields: [Field] = [.type(planned.type), .place(Place(parent: folder, name: planned.path.last ?? ""))]
        var isAsItWas = true
        if let role = node.role {
            isAsItWas = false
            if target.isNew, !mayHave(role, planned.path.last ?? "") {
                counts.shelters.add(.init(node.source ?? planned.path))
            } else if target.isNew, planned.type == .folder, planned.path.names.count == 1 || role != .trash && role != .rejected, roles.insert(role).inserted {
                fields.append(.role(role))
                isAsItWas = true
            } else {
                counts.roles.add(.init(node.source ?? planned.path, .verbatim(EscapedText.beginning(role.rawValue))))
            }
        }
        // What one accepted by a role that it does not have here says nothing of what lies in it: into Ready and Trash shed puts things itself.
        if planned.type.isDirectory, let accepts = isAsItWas ? node.accepts ?? accepted(node, planned) : holding(node, planned) { fields.append(.accepts(accepts)) }
        if let created = node.created { fields.append(.created(Milliseconds.bounded(created))) }
        if target.isNew {
            if node.state.isException || isRefused(node, planned, in: folder) { fields.append(.exception(true)) }
            if let origin = node.state.origin { fields.append(.origin(Place(parent: mapped(origin.parent), name: origin.name))) }
            if var rejection = node.state.rejection {
                rejection.folder = rejection.folder.map(mapped)
                fields.append(.rejection(rejection))
            }
        }
        fields += order(of: node, in: folder, key)
        fields += others(node.fields, of: planned.path)
        return fields + labels.fields(of: node, planned.type)
    }

    /// Whether a folder may be one that shed puts things into, and deletes from: by its name a person must be able to tell.
    private func mayHave(_ role: Role, _ name: Name) -> Bool {
        switch role {
        case .trash: target.rules.template.claim(of: name)?.role == role
        case .rejected: isRejectedName(name)
        default: true
        }
    }

    private func isRejectedName(_ name: Name) -> Bool {
        let strings = Languages.strings(target.rules.template.language)
        return strings.isRejectedName(name) || FoldKey(name) == FoldKey(Name("\(strings.rejected) (shed)"))
    }

    /// What a folder accepts of which the source does not say it: what is in it, as when a folder is adopted.
    private func accepted(_ node: ImportedNode, _ planned: PlannedNode) -> Accepts? {
        target.isNew && !imported.isWhole ? holding(node, planned) : nil
    }

    /// What a folder accepts that takes just what is in it.
    private func holding(_ node: ImportedNode, _ planned: PlannedNode) -> Accepts? {
        guard planned.type == .folder, case .folder(let children, _) = node.content else { return nil }
        let folders = children.count { if case .folder = $0.content { true } else { false } }
        return folders == 0 ? .files : folders < children.count ? .both : .folders
    }

    /// That a folder of the template accepts both, where it is to hold files and folders and would accept one sort.
    private func mixed(_ node: ImportedNode, _ there: Standing) -> Accepts? {
        guard let own = target.rules.template.folder(there.role), own.accepts == .files || own.accepts == .folders, own.innerFolders == .folder,
            holding(node, there.node) == .both
        else { return nil }
        return .both
    }

    /// Whether something that comes from elsewhere stands where the template would not have it: nobody who imports it is to lose it by that.
    private func isRefused(_ node: ImportedNode, _ planned: PlannedNode, in folder: NodeID) -> Bool {
        guard !imported.isWhole else { return false }
        let facts: FolderFacts
        if folder == target.project {
            facts = target.rules.factsOfRoot()
        } else if let there = standing[folder] {
            facts = target.rules.facts(of: Node(id: folder, type: there.node.type, role: there.role), label: "")
        } else {
            return false
        }
        return target.rules.refusal(of: Candidate(name: planned.path.last ?? "", type: planned.type, provenance: .new), in: facts) != nil
    }

    private func order(of node: ImportedNode, in folder: NodeID, _ key: OrderKey?) -> [Field] {
        if let key { return FolderOrder.fields(key, in: folder) }
        // A key without a folder is one for that in which it stood.
        guard let own = node.order, target.isNew || folder != target.folder || node.fields[FolderOrder.folderField] != nil else { return [] }
        return [.order(own)]
    }

    private mutating func others(_ fields: [String: JSONValue], of path: RelativePath) -> [Field] {
        var result: [Field] = []
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) where ImportedField.mayTravel(name) {
            guard target.isNew || !target.fields.staysBehind(name) else {
                counts.fields.add(.init(path.isRoot ? nil : path, .verbatim(EscapedText.beginning(name))))
                continue
            }
            let field = target.fields.mapped(name, value, mapped) ?? (name, value)
            result.append(.other(field.name, field.value))
        }
        return result
    }

    /// What the project bears itself.
    private mutating func sayOwn() throws(ImportFault) {
        var fields: [Field] = imported.details.map { [.note($0)] } ?? []
        fields += others(imported.own.fields, of: .root) + labels.fields(of: imported.own, .project)
        try ImportPlanner.require(fields, of: .root)
        if !fields.isEmpty { plan.operations.append(Operation(target.project, fields)) }
    }

    /// Counts what the project of the source bears: one that is there goes on saying its own.
    private mutating func leaveOwn() { counts.addOwn(of: imported) }

    /// Says what is otherwise than the source has it.
    private mutating func note() {
        plan.notes += counts.notes(withRoles: target.isNew)
        if overwritten.left > 0 { plan.notes.append(ImportNote(.importedOverwritten(count: overwritten.left), count: overwritten.left)) }
        for (from, to) in labels.renamed { plan.notes.append(ImportNote(.importedLabelName(from: EscapedText.beginning(from), to: EscapedText.beginning(to)))) }
        if labels.changed > 0 { plan.notes.append(ImportNote(.importedLabels(count: labels.changed), count: labels.changed)) }
    }

    /// Begins with what stands there already: folders, and then what is in them.
    mutating func begin(with nodes: [PlannedNode]) {
        plan.nodes += nodes
        for node in nodes {
            for case .place(let place?) in node.fields {
                standing[place.parent]?.names.insert(place.name)
                for case .role(let role?) in node.fields where roles.insert(role).inserted {
                    standing[node.id] = Standing(node: node, role: role, parent: place.parent)
                }
            }
        }
    }
}
