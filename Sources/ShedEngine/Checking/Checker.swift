import ShedDisk
import ShedModel
import ShedRules

/// Holds the rules against a scan. Needs the names and kinds of entries, and evidence of nothing.
struct Checker {
    let snapshot: Snapshot
    let template: Template
    /// The folder of each directory.
    private let folders: [Node?]
    /// The node of an entry, asked only where a rule depends on it.
    private let node: (Int) -> Node?
    private var region: [Region] = []
    private var findings: [Finding] = []

    private enum Region {
        case ordinary
        case trash
        case rejected
    }

    /// With every entry bound.
    init(snapshot: Snapshot, binding: [NodeID?], model: Model, template: Template) {
        self.snapshot = snapshot
        self.template = template
        node = { binding[$0].flatMap { model.nodes[$0] } }
        folders = snapshot.directories.enumerated().map { position, directory in
            position == 0 ? model.nodes[model.project] : binding[Int(directory.entry)].flatMap { model.nodes[$0] }
        }
    }

    /// With the folders known, and files looked up where a rule asks.
    init(snapshot: Snapshot, folders: [Node?], template: Template, file: @escaping (Int) -> Node?) {
        self.snapshot = snapshot
        self.template = template
        self.folders = folders
        node = { index in
            let child = snapshot.entries[index].directory
            return child >= 0 ? folders[Int(child)] : file(index)
        }
    }

    /// All findings of the placement and name rules, in the order of the paths.
    func findings(root: DirectoryHandle) -> [Finding] {
        var checker = self
        checker.run(root)
        return checker.findings
    }

    private mutating func run(_ root: DirectoryHandle) {
        region = Array(repeating: .ordinary, count: snapshot.directories.count)
        // Parents stand before their children.
        for position in snapshot.directories.indices {
            if position > 0 { region[position] = regionOf(position) }
            check(position, root)
        }
        checkTemplate()
        findings.sort { ($0.path, $0.rule) < ($1.path, $1.rule) }
    }

    private func regionOf(_ position: Int) -> Region {
        let parent = Int(snapshot.directories[position].parent)
        if parent > 0 { return region[parent] }
        return switch folders[position]?.role {
        case .trash?: .trash
        case .rejected?: .rejected
        default: .ordinary
        }
    }

    private mutating func check(_ position: Int, _ root: DirectoryHandle) {
        let directory = snapshot.directories[position]
        switch directory.state {
        case .unreadable:
            add(UnreadableEntry.info, Int(directory.entry), "This folder cannot be read; what is in it is unknown.")
        case .foreign:
            add(NestedProject.info, Int(directory.entry), "This folder is a project itself, or another file system.")
        case .read, .partial:
            if region[position] == .rejected {
                if directory.parent == 0 { noteLeftovers(directory) }
                return
            }
            checkNames(directory)
            checkPlacement(position, directory)
            checkOddities(directory, root)
        }
    }

    private mutating func noteLeftovers(_ directory: Snapshot.Directory) {
        for index in directory.entries where snapshot.entries[index].kind.nodeType != nil {
            let rejection = node(index)?.details?.rejection
            add(RejectedLeftover.info, index, rejection.map { "It was refused by the rule \($0.rule) at \($0.origin)." } ?? "It stands in Rejected.")
        }
    }

    // MARK: Names

    private mutating func checkNames(_ directory: Snapshot.Directory) {
        var hashes: [UInt64] = []
        hashes.reserveCapacity(directory.entries.count)
        var odd: [Int] = []
        var isASCII = true
        snapshot.names.withUnsafeBufferPointer { names in
            for index in directory.entries {
                let entry = snapshot.entries[index]
                let name = UnsafeBufferPointer(rebasing: names[entry.nameOffset..<entry.nameOffset + entry.nameLength])
                if let hash = FoldKey.asciiHash(name) { hashes.append(hash) } else { isASCII = false }
                if Checker.isOdd(name) { odd.append(index) }
            }
        }
        for index in odd { checkName(index) }
        hashes.sort()
        let mayCollide = !isASCII || zip(hashes, hashes.dropFirst()).contains { $0 == $1 }
        if mayCollide { checkCollisions(directory) }
    }

    /// Whether a name needs a closer look: anything that is not plain ASCII, a space at the front, or a conflict copy's.
    private static func isOdd(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = name.first, first > 0x20 else { return true }
        for byte in name where byte < 0x20 || byte >= 0x7f { return true }
        return name.count > 20 && name.contains(UInt8(ascii: "-")) && ConflictCopy.isConflictCopy(Name(bytes: Array(name)))
    }

    private mutating func checkName(_ index: Int) {
        let name = snapshot.name(of: index)
        if BlankName.isBlank(name) { add(BlankName.info, index, "The name is white space alone.") }
        if name.text == nil { add(NameNotText.info, index, "The name is not UTF-8.") }
        if name.bytes.withUnsafeBufferPointer(ControlCharacter.isBroken) {
            add(ControlCharacter.info, index, "The name holds a control character.")
        }
        if ConflictCopy.isConflictCopy(name) { add(ConflictCopy.info, index, "A sync engine kept it beside the file that it conflicts with.") }
    }

    private mutating func checkCollisions(_ directory: Snapshot.Directory) {
        // What is known stays, then the first in byte order, as when it is judged live.
        let entries = directory.entries.map { (index: $0, name: snapshot.name(of: $0), isNew: node($0) == nil) }
            .sorted { $0.isNew != $1.isNew ? $1.isNew : $0.name < $1.name }
        for (stays, collides) in NameCollision.collisions(in: entries.map(\.name)) {
            add(NameCollision.info, entries[collides].index, NameCollision.message(with: entries[stays].name))
        }
    }

    // MARK: Placement

    private mutating func checkPlacement(_ position: Int, _ directory: Snapshot.Directory) {
        let facts = facts(position)
        guard position == 0 || folders[position] != nil else { return }
        for index in directory.entries {
            guard let type = snapshot.entries[index].kind.nodeType else { continue }
            let mayStand = facts.accepts.allows(type)
            // What a folder accepts by its kind can only be wrong for folders: a template folder in another.
            if mayStand, type == .file || position == 0 { continue }
            checkPlacement(of: index, type, facts)
        }
    }

    private func facts(_ position: Int) -> FolderFacts {
        guard position > 0, let folder = folders[position] else {
            return FolderFacts(isRoot: true, role: nil, accepts: template.root, filling: .people, label: ".")
        }
        let label = snapshot.name(of: Int(snapshot.directories[position].entry)).escaped
        if region[position] == .trash { return FolderFacts(isRoot: false, role: nil, accepts: .nothing, filling: .anything, label: label) }
        return template.facts(of: folder, label: label)
    }

    private mutating func checkPlacement(of index: Int, _ type: NodeType, _ facts: FolderFacts) {
        let node = node(index)
        if let node, node.details?.exception == true { return }
        let candidate = Candidate(
            name: snapshot.name(of: index), type: type, standing: node == nil ? .new : .settled, role: node?.role)
        if let refusal = RuleBook.refusal(of: candidate, in: facts), refusal.rule != BlankName.info {
            add(refusal.rule, index, refusal.message)
        } else if node?.details?.unexplained != nil {
            add(UnexplainedAddition.info, index, "Nobody saw how it came into “\(facts.label)”.")
        }
    }

    // MARK: Links and special files

    private mutating func checkOddities(_ directory: Snapshot.Directory, _ root: DirectoryHandle) {
        for index in directory.entries {
            switch snapshot.entries[index].kind {
            case .special: add(SpecialFile.info, index, "This is a FIFO, a socket or a device.")
            case .link: checkLink(index, root)
            case .file, .directory: continue
            }
        }
    }

    private mutating func checkLink(_ index: Int, _ root: DirectoryHandle) {
        let path = snapshot.path(of: index)
        guard let name = path.last, let directory = try? root.openDirectory(at: path.parent), let target = try? directory.readLink(name) else { return }
        switch LinkTarget.of(target, at: path, in: root) {
        case .inside: break
        case .outside: add(LeavingLink.info, index, "The link leads to \(EscapedText.escape(target)), outside of the project.")
        case .dangling: add(DanglingLink.info, index, "The link leads to \(EscapedText.escape(target)), which is not there.")
        }
    }

    private mutating func checkTemplate() {
        var held: Set<Role> = []
        for position in snapshot.directories.indices where snapshot.directories[position].parent == 0 {
            if let role = folders[position]?.role { held.insert(role) }
        }
        for folder in template.folders where !held.contains(folder.role) {
            findings.append(
                Finding(MissingTemplateFolder.info, at: RelativePath([Name(folder.name)]), id: nil, "The folder for “\(folder.role)” is not there."))
        }
    }

    private mutating func add(_ rule: RuleInfo, _ index: Int, _ message: String) {
        findings.append(Finding(rule, at: snapshot.path(of: index), id: node(index)?.id, message))
    }
}

/// Where a link leads, found out without following it.
enum LinkTarget {
    case inside
    case outside
    case dangling

    /// Goes through the target name by name. A link on the way counts as leading outside unless it stays inside too.
    static func of(_ target: [UInt8], at path: RelativePath, in root: DirectoryHandle) -> LinkTarget {
        if target.first == UInt8(ascii: "/") { return .outside }
        var names = path.parent.names
        for part in target.split(separator: UInt8(ascii: "/")) {
            if part.elementsEqual(".".utf8) { continue }
            if part.elementsEqual("..".utf8) {
                if names.isEmpty { return .outside }
                names.removeLast()
            } else {
                names.append(Name(bytes: Array(part)))
            }
        }
        guard let name = names.last else { return .inside }
        guard let directory = try? root.openDirectory(at: RelativePath(Array(names.dropLast()))) else { return .dangling }
        return (try? directory.kind(of: name)).flatMap { $0 } == nil ? .dangling : .inside
    }
}
