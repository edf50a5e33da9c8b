import ShedModel
import ShedPapers

/// That a page shows a page of a bundle, or did.
public struct PageUse: Sendable {
    public var id: NodeID
    /// Where it is, or was last seen.
    public var path: RelativePath
    /// The page of the bundle that it shows; `nil` where only older versions of it do.
    public var number: Int?
    /// The pages of the bundle that its older versions showed, in order, each once.
    public var older: [Int]
}

extension PapersView {
    /// The pages that show a page of a bundle, or did in an older version, in the order of their paths: also missing ones,
    /// and those in Trash.
    public func uses(of bundle: NodeID) -> [PageUse] {
        (users[bundle] ?? []).compactMap { id -> PageUse? in
            guard let node = model.nodes[id] else { return nil }
            let current = node.pageReference.flatMap { model.resolve($0.bundle) == bundle ? $0.number : nil }
            let older = Set(node.pageVersions.filter { model.resolve($0.reference.bundle) == bundle }.map(\.reference.number))
            return PageUse(id: id, path: model.path(of: id) ?? .root, number: current, older: older.filter { $0 != current }.sorted())
        }.sorted { $0.path != $1.path ? $0.path < $1.path : $0.id < $1.id }
    }

    /// The name of a bundle, also of one that is gone; its ID where it never had one.
    public func name(ofBundle id: NodeID) -> Name {
        model.nodes[model.resolve(id)]?.place?.name ?? Name(id.description)
    }
}
