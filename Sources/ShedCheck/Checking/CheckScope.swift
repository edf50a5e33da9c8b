import ShedModel
import ShedRules

/// Which part of a project a check is about.
public struct CheckScope: Hashable, Sendable {
    /// The whole project.
    public static let whole = CheckScope()

    /// Only what is at one of these paths or below; `nil`: anywhere.
    public var paths: [RelativePath]?
    /// Only what a commit would contain: these paths and the folders that they stand in; `nil`: whatever.
    public var staged: [RelativePath]?

    public init(paths: [RelativePath]? = nil, staged: [RelativePath]? = nil) {
        self.paths = paths
        self.staged = staged
    }

    var isWhole: Bool { (paths == nil || paths?.contains(.root) == true) && staged == nil }

    /// The findings that the check is about.
    func filtered(_ findings: [Finding]) -> [Finding] {
        var findings = findings
        if !isWhole, let paths {
            let whole = Set(paths)
            findings.removeAll { !whole.holds($0.path) }
        }
        guard let staged else { return findings }
        // A folder comes into a commit with what is in it; a submodule is one path.
        var held = Set(staged)
        for path in staged {
            var folder = path
            while !folder.isRoot {
                folder = folder.parent
                if !held.insert(folder).inserted { break }
            }
        }
        let whole = Set(staged)
        findings.removeAll { !held.contains($0.path) && !whole.holds($0.path) }
        return findings
    }
}
