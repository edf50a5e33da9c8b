import ShedModel
import ShedRules

/// The suppressions of one check made ready for many findings: what one finding costs does not grow with how many there are, but for
/// those that cover it.
struct SuppressionIndex {
    /// Patterns that are written in files of one folder.
    fileprivate struct Group {
        /// The project's path from there.
        var project: RelativePath
        var patterns = PatternSet()
        /// The suppressions that have each of them.
        var users: [[Int]] = []
        /// The folder that was asked about last: findings come in the order of their paths.
        var last: (folder: RelativePath, place: PatternSet.Place)?
    }

    private let suppressions: [Suppression]
    /// Those of one path, by that from the project's root.
    private var exact: [RelativePath: [Int]] = [:]
    private var groups: [Group] = []
    /// Whether each is for a rule, by the rule's name.
    private var areFor: [String: [Bool]] = [:]

    init(_ suppressions: [Suppression]) {
        self.suppressions = suppressions
        for (index, suppression) in suppressions.enumerated() {
            switch suppression.place {
            case .path(let path):
                guard path.isInside(suppression.project) else { continue }
                exact[RelativePath(Array(path.names.dropFirst(suppression.project.names.count))), default: []].append(index)
            case .pattern(let pattern):
                let group = groups.firstIndex { $0.project == suppression.project } ?? groups.count
                if group == groups.count { groups.append(Group(project: suppression.project)) }
                let number = groups[group].patterns.add(pattern)
                if number == groups[group].users.count { groups[group].users.append([]) }
                groups[group].users[number].append(index)
            }
        }
        for group in groups.indices { groups[group].patterns.finish() }
    }

    /// The suppressions that cover a finding, in their order.
    mutating func covering(_ finding: Finding, _ rule: RuleInfo) -> [Int] {
        var found = exact[finding.path] ?? []
        for group in groups.indices { groups[group].cover(finding.path, &found) }
        guard !found.isEmpty else { return [] }
        let isFor = areFor[rule.name] ?? suppressions.map { $0.rule.exactness(for: rule) != nil }
        areFor[rule.name] = isFor
        return found.filter { isFor[$0] }.sorted()
    }
}

extension SuppressionIndex.Group {
    fileprivate mutating func cover(_ path: RelativePath, _ found: inout [Int]) {
        let full = project.appending(path)
        // What a finding is about may be a folder or a file.
        guard let name = full.last else { return patterns.meetRoot { found += users[$0] } }
        if !patterns.needsPaths {
            patterns.meet(name, in: patterns.top) { found += users[$0] }
        } else {
            let folder = full.parent
            let place = last.flatMap { $0.folder == folder ? $0.place : nil } ?? patterns.place(of: folder)
            last = (folder, place)
            patterns.meet(name, in: place) { found += users[$0] }
        }
    }
}
