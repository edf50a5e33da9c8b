import ShedModel

/// What shed would do about a finding. Only what loses nothing and surprises nobody is one.
public enum Fix: Hashable, Sendable {
    /// Rename it, in the same folder and never over another.
    case rename(to: Name)
    /// Remove a folder that is empty; one that is not stays (rmdir(2)).
    case removeFolder
    /// Make the template's folder of a role again.
    case makeFolder(Role)

    /// The role of the folder that is made.
    public var madeRole: Role? { if case .makeFolder(let role) = self { role } else { nil } }
}

/// A rule on names that knows the name that would be right.
public protocol NameMending: Rule {
    /// The name that the rule would not complain of; `nil` where there is none, or nothing is wrong.
    static func mended(_ name: Name) -> Name?
}
