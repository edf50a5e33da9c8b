import ShedModel
import ShedProject
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
        if isWhole { return findings }
        let holds = holder()
        return findings.filter { holds($0.path) }
    }

    /// Whether the check is about a path, made ready for many.
    func holder() -> (RelativePath) -> Bool {
        if isWhole { return { _ in true } }
        let (places, committed) = (paths.map(Set.init), staged.map(Set.init))
        // A folder comes into a commit with what is in it; a submodule is one path.
        let above = (staged ?? []).reduce(into: Set<RelativePath>()) { $0.insert(allAbove: $1) }
        return { path in
            if let places, !places.holds(path) { return false }
            guard let committed else { return true }
            return above.contains(path) || committed.holds(path)
        }
    }
}
