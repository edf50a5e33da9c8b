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

    /// What breaks the rule in a tree. One finding an entry, at its path; of counts one each, at the folder's path.
    public func findings(in tree: some FolderTree) -> [Finding] { examine(tree).findings }

    /// The same.
    /// - Returns: also whether it chose no folder at all, although it names which.
    public func examine(_ tree: some FolderTree) -> (findings: [Finding], isIdle: Bool) {
        var findings: [Finding] = []
        let chosen = folders.folders(in: tree)
        for folder in chosen {
            let entries = tree.entries(ofFolder: folder)
            lazy var path = tree.path(ofFolder: folder)
            for condition in counts {
                guard let (complaint, cure) = condition.complaint(about: entries, at: path) else { continue }
                findings.append(finding(complaint, path, tree.id(ofFolder: folder), cure: cure))
            }
            if names.isEmpty { continue }
            for entry in entries {
                guard let complaint = names.complaint(about: entry) else { continue }
                findings.append(finding(complaint, path.appending(entry.name), tree.id(of: entry)))
            }
        }
        return (findings, chosen.isEmpty && !folders.isEverything)
    }

    /// - Parameter cure: what to do about it; `nil`: what the rule says.
    private func finding(_ complaint: String, _ path: RelativePath, _ id: NodeID?, cure: String? = nil) -> Finding {
        guard let message else { return Finding(info, at: path, id: id, complaint, help: cure) }
        return Finding(info, at: path, id: id, message, help: cure.map { "\(complaint) \($0)" } ?? complaint)
    }
}
