import ShedExchange
import ShedModel

/// Which folders of a source are folders of the template of the project that is made of it.
extension ImportedProject {
    /// The folders that have a role, at the root, or in such ones where a template has them: of each role the first, which is taken for the
    /// template's.
    func foldersOfRoles(in template: Template) -> [Role: ImportedNode] {
        var folders: [Role: ImportedNode] = [:]
        var open = nodes
        while !open.isEmpty {
            var inner: [ImportedNode] = []
            for node in open {
                guard case .folder(let children, _) = node.content, let role = node.role else { continue }
                if folders[role] == nil { folders[role] = node }
                let there = template.innerRoles(of: role)
                inner += children.filter { $0.role.map(there.contains) ?? false }
            }
            open = inner
        }
        return folders
    }

    /// The roles that the source gives, wherever.
    private var givenRoles: Set<Role> {
        nodes.withInner.reduce(into: []) { roles, node in
            if case .folder = node.content, let role = node.role { roles.insert(role) }
        }
    }

    /// Gives folders roles of a template by their names, as an adoption does: at the root, and in these what the template has there. What a
    /// source says of roles that the template has comes before; Trash is never taken by its name, and a folder that shed fills, or in which
    /// folders are special, only where it is empty.
    /// - Parameter others: what people call such folders too.
    /// - Returns: the names of those that took one.
    mutating func takeRoles(of template: Template, _ others: [FoldKey: Role]) -> [Role: Name] {
        var work = RolesByName(template: template)
        work.taken = givenRoles
        var fits: [(rank: Int, order: Int, position: Int)] = []
        for (position, node) in nodes.enumerated() {
            let name = ImportedName.possible(node.name)
            let claim = template.claim(of: name).map { ($0.role, $0.rank.rawValue) } ?? others[FoldKey(name)].map { ($0, 3) }
            guard let (role, rank) = claim, let order = template.folders.firstIndex(where: { $0.role == role }), template.folders[order].nesting.parent == nil,
                work.mayBe(node, role)
            else { continue }
            fits.append((rank, order, position))
        }
        for fit in fits.sorted(by: { ($0.rank, $0.order, $0.position) < ($1.rank, $1.order, $1.position) }) {
            work.give(template.folders[fit.order].role, to: &nodes[fit.position])
        }
        for position in nodes.indices { work.giveInner(to: &nodes[position]) }
        return work.names
    }
}

extension ImportedNode {
    /// Whether something in it has a name, case and normalisation aside.
    func holds(_ name: Name) -> Bool {
        guard case .folder(let children, _) = content else { return false }
        let key = FoldKey(name)
        return children.contains { FoldKey(ImportedName.possible($0.name)) == key }
    }
}

/// Roles that folders of a source take by their names.
private struct RolesByName {
    let template: Template
    var taken: Set<Role> = []
    private(set) var names: [Role: Name] = [:]

    init(template: Template) { self.template = template }

    /// Whether something of the source can be the folder of a role.
    func mayBe(_ node: ImportedNode, _ role: Role) -> Bool {
        guard case .folder(let children, _) = node.content, node.type == nil || node.type == NodeType.folder.rawValue, !template.isInForce(node.role),
            role != .trash, role != .rejected, let own = template.folder(role)
        else { return false }
        return children.isEmpty || own.filling != .derived && own.innerFolders == .folder
    }

    mutating func give(_ role: Role, to node: inout ImportedNode) {
        guard !template.isInForce(node.role), taken.insert(role).inserted else { return }
        node.role = role
        names[role] = ImportedName.possible(node.name)
    }

    /// The same of what stands in a folder that has a role.
    mutating func giveInner(to node: inout ImportedNode) {
        guard let role = node.role, !template.innerRoles(of: role).isEmpty, case .folder(var children, let isOrdered) = node.content else { return }
        for position in children.indices {
            if let claim = template.claim(of: ImportedName.possible(children[position].name), in: role), mayBe(children[position], claim.role) {
                give(claim.role, to: &children[position])
                // Below the root a folder has its role since it was put there.
                if children[position].role == claim.role { children[position].state.isException = true }
            }
            giveInner(to: &children[position])
        }
        node.content = .folder(children, isOrdered: isOrdered)
    }
}
