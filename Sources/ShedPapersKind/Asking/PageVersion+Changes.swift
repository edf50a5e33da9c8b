import ShedModel
import ShedPapers

/// One thing that is otherwise in a page's version than in the one before.
public struct VersionChange: Hashable, Sendable {
    public enum Aspect: String, Hashable, Sendable {
        /// The bundle, by ID.
        case bundle
        /// The page of the bundle.
        case number
        /// A tag, by title: `from` is `nil` where it came, `to` where it went.
        case tag
        /// A value of a variable.
        case variable
    }

    public var aspect: Aspect
    /// The variable's name.
    public var name: String?
    public var from: JSONValue
    public var to: JSONValue
}

extension PageVersion {
    /// What is otherwise than in the version before; nothing for the first.
    public func changes(since old: PageVersion?) -> [VersionChange] {
        guard let old else { return [] }
        var changes: [VersionChange] = []
        if old.reference.bundle != reference.bundle {
            changes.append(VersionChange(
                aspect: .bundle, from: .string(old.reference.bundle.description), to: .string(reference.bundle.description)))
        }
        if old.reference.number != reference.number {
            changes.append(VersionChange(aspect: .number, from: .integer(Int64(old.reference.number)), to: .integer(Int64(reference.number))))
        }
        for tag in old.tags where !tags.contains(tag) { changes.append(VersionChange(aspect: .tag, from: .string(tag), to: .null)) }
        for tag in tags where !old.tags.contains(tag) { changes.append(VersionChange(aspect: .tag, from: .null, to: .string(tag))) }
        let before = Dictionary(old.values.map { ($0.name, $0.value) }) { first, _ in first }
        let after = Dictionary(values.map { ($0.name, $0.value) }) { first, _ in first }
        for name in Set(before.keys).union(after.keys).sorted() where before[name] != after[name] {
            changes.append(VersionChange(aspect: .variable, name: name, from: before[name]?.json ?? .null, to: after[name]?.json ?? .null))
        }
        return changes
    }
}
