import ShedModel

/// A rule that a person wrote in the settings (`[[check.rule]]`).
public struct CustomRule: Sendable {
    /// The code of all custom rules.
    public static let code = "CUS"

    /// Name, code, severity; the summary is the person's message or a general one.
    public var info: RuleInfo
    /// What the person wants to be said; `nil`: what is wrong says it.
    public var message: String?
    public var folders: FolderChoice
    public var names: NameConditions
    public var counts: [CountCondition]
    /// The file and the line where it stands, for people; empty for one that stands nowhere.
    public var origin = ""

    public init(
        name: String, severity: Severity = .warning, message: String? = nil, folders: FolderChoice = FolderChoice(),
        names: NameConditions = NameConditions(), counts: [CountCondition] = []
    ) {
        info = RuleInfo(
            name, CustomRule.code, severity, summary: message ?? "A rule of your own, from the settings.",
            cure: "Rename or move it, or change the rule in the settings.")
        self.message = message
        self.folders = folders
        self.names = names
        self.counts = counts
    }

    /// All patterns that it holds against names and paths, as they were written, and the extensions.
    public var patterns: [String] {
        let ofNames = names.names.map(\.text) + names.forbidden.map(\.text) + (names.allowed ?? []).map { $0.pattern.text }
        return ofNames + (names.extensions ?? []) + (folders.paths ?? []).map(\.text) + counts.compactMap { $0.name?.text }
    }

    /// How much effort its patterns ask for, of which one file has ``PathPattern/mostEffort`` (``NamePattern/effort``).
    public var effort: (names: Int, paths: Int) {
        let ofNames = names.names + names.forbidden + (names.allowed ?? []).map(\.pattern) + counts.compactMap(\.name)
        return (ofNames.reduce(0) { $0 + $1.effort }, (folders.paths ?? []).reduce(0) { $0 + $1.effort })
    }

    /// What breaks the rule in a tree. One finding an entry, at its path; of counts one each, at the folder's path.
    public func findings(in tree: some FolderTree) -> [Finding] { examine(tree).findings }

    /// The same.
    /// - Parameters:
    ///   - most: how many findings are listed.
    ///   - isMeant: whether what is found at a path is asked for; else it is neither listed nor counted.
    /// - Returns: also, where there are more, one at the root that says so, and whether it chose no folder at all, although it names which.
    public func examine(
        _ tree: some FolderTree, atMost most: Int = .max, where isMeant: (RelativePath) -> Bool = { _ in true }
    ) -> (findings: [Finding], unlisted: Finding?, isIdle: Bool) {
        var findings: [Finding] = []
        var unlisted = 0
        func add(_ path: RelativePath, _ complaint: @autoclosure () -> (message: String, cure: String?), _ id: @autoclosure () -> NodeID?) {
            guard isMeant(path) else { return }
            if findings.count < most { findings.append(finding(complaint(), path, id())) } else { unlisted += 1 }
        }
        let chosen = folders.folders(in: tree)
        let (ofCounts, ofNames) = (CountJudge(counts), NameJudge(names))
        for folder in chosen {
            let entries = tree.entries(ofFolder: folder)
            lazy var path = tree.path(ofFolder: folder)
            for (condition, count) in ofCounts.breaches(by: entries) { add(path, condition.complaint(about: count, at: path), tree.id(ofFolder: folder)) }
            if names.isEmpty { continue }
            for entry in entries {
                guard let breach = ofNames.breach(by: entry) else { continue }
                add(path.appending(entry.name), (ofNames.sentence(on: breach, by: entry.name), nil), tree.id(of: entry))
            }
        }
        let more = unlisted > 0 ? finding(("This rule finds \(unlisted) more, which are not listed.", nil), .root, tree.id(ofFolder: 0)) : nil
        return (findings, more, chosen.isEmpty && !folders.isEverything)
    }

    /// - Parameter complaint: with what to do about it; `nil`: what the rule says.
    private func finding(_ complaint: (message: String, cure: String?), _ path: RelativePath, _ id: NodeID?) -> Finding {
        let (complaint, cure) = complaint
        guard let message else { return Finding(info, at: path, id: id, complaint, help: cure) }
        return Finding(info, at: path, id: id, message, help: cure.map { "\(complaint) \($0)" } ?? complaint)
    }
}
