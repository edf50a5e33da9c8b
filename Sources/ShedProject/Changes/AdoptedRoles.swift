import ShedModel

extension Template {
    /// Whether its folders may stand below the root: not where what they hold is more than files and folders.
    var mayBeNested: Bool { rootFolders == .folder && folders.allSatisfy { $0.innerFolders == .folder } }
}

/// Which folders of a tree that is adopted are folders of the template.
///
/// They are found at the root, and in folders at the root that bear the title of one of the template's sections, as the nested
/// template has them (`Your Poetry/Draft`). Source: seed 000_2c496ac0bfb2bd17.txt, “Project Template Structure”.
struct AdoptedRoles {
    private let snapshot: Snapshot
    private let kind: Kind
    private let template: Template

    init(_ snapshot: Snapshot, _ kind: Kind, _ template: Template) {
        self.snapshot = snapshot
        self.kind = kind
        self.template = template
    }

    /// How well a folder fits a role; the least fits best.
    private struct Fit: Comparable {
        /// 0 to 2 as ``Template/NameRank``, 3 for what people call it too.
        var name: Int
        var depth: Int
        /// The role's place in the template.
        var order: Int
        var path: RelativePath

        static func < (left: Fit, right: Fit) -> Bool {
            (left.name, left.depth, left.order) == (right.name, right.depth, right.order)
                ? left.path < right.path : (left.name, left.depth, left.order) < (right.name, right.depth, right.order)
        }
    }

    /// The role of each folder that has one, by its path.
    /// - Parameter asked: what a person said, which goes before everything else.
    func find(asked: [RelativePath: Role]) -> [RelativePath: Role] {
        var found = asked
        var taken = Set(asked.values)
        for fit in fits().sorted() where found[fit.path] == nil {
            let role = template.folders[fit.order].role
            if taken.insert(role).inserted { found[fit.path] = role }
        }
        findInner(&found, &taken)
        return found
    }

    /// Those that stand in other folders of the template, below the ones that were found.
    private func findInner(_ found: inout [RelativePath: Role], _ taken: inout Set<Role>) {
        var open = found.sorted { $0.key < $1.key }
        while let (path, role) = open.popLast() {
            guard !template.innerRoles(of: role).isEmpty, let index = snapshot.entry(at: path), case let directory = Int(snapshot.entries[index].directory),
                directory >= 0
            else { continue }
            for entry in snapshot.directories[directory].entries where snapshot.entries[entry].kind == .directory {
                let name = snapshot.name(of: entry)
                let inner = path.appending(name)
                guard found[inner] == nil, let claim = template.claim(of: name, in: role), taken.insert(claim.role).inserted else { continue }
                found[inner] = claim.role
                open.append((inner, claim.role))
            }
        }
    }

    private func fits() -> [Fit] {
        let otherNames = Dictionary(
            kind.folders.flatMap { folder in folder.otherNames.map { (FoldKey(Name($0)), folder.role) } }, uniquingKeysWith: { first, _ in first })
        let sections = sectionTitles
        var fits: [Fit] = []
        func look(in directory: Int, _ path: RelativePath) {
            for index in snapshot.directories[directory].entries where snapshot.entries[index].kind == .directory {
                let name = snapshot.name(of: index)
                let claim = template.claim(of: name).map { ($0.role, $0.rank.rawValue) } ?? otherNames[FoldKey(name)].map { ($0, 3) }
                // What is in Trash is known by where that stands.
                if let (role, rank) = claim, path.isRoot || role != .trash, template.folder(role)?.nesting.parent == nil, let order = template.folders.firstIndex(where: { $0.role == role }) {
                    fits.append(Fit(name: rank, depth: path.names.count, order: order, path: path.appending(name)))
                }
                let inner = Int(snapshot.entries[index].directory)
                if path.isRoot, template.mayBeNested, inner >= 0, sections.contains(FoldKey(name)) { look(in: inner, path.appending(name)) }
            }
        }
        look(in: 0, .root)
        return fits
    }

    /// What a folder that stands for a section may be called: its title in any language, or “Your Prose” by the kind's names.
    private var sectionTitles: Set<FoldKey> {
        // A section of one folder, such as Trash, is that folder.
        let sections = kind.sections.filter { section in kind.folders.count { $0.section == section.key } > 1 }
        let own = ([kind.name] + kind.synonyms).map { "Your \($0)" }
        return Set((sections.flatMap(\.titles.values) + own).map { FoldKey(Name($0)) })
    }
}
