import ShedLinks
import ShedModel

/// Links that lead to a node by its ID, wherever it stands.
public enum LinkTo {
    /// `shed:ID`
    public static func node(_ id: NodeID) -> String { LinkScheme.link(to: id) }

    /// The node that a link leads to; `nil` for everything else that a text can be.
    public static func node(of link: String) -> NodeID? { LinkScheme.node(of: Array(link.utf8)) }
}

extension ProjectReader {
    /// Whether the project knows an ID.
    public func knows(_ id: NodeID) -> Bool { (try? load().model[id]) != nil }

    /// Where a node stands or last stood; `nil` where the project does not know the ID.
    public func lastPlace(of id: NodeID) -> RelativePath? {
        guard let state = try? load(), let node = state.model[id] else { return nil }
        return state.model.path(of: node.id)
    }

    /// Where a node stands, by its ID or by another name of it.
    /// - Throws: ``ShedError`` of kind usage for an ID that the project does not know, or whose node is not there.
    public func path(of id: NodeID) throws(ShedError) -> RelativePath {
        let state = try load()
        guard let node = state.model[id] else { throw ShedError.noNode(of: id, remedy: .logShowsIDs) }
        if node.id == state.model.project { return .root }
        guard let path = state.model.path(of: node.id) else { throw ShedError.noNode(of: id, remedy: .logShowsIDs) }
        guard state.stands(node.id), hasEntry(at: path) else {
            throw ShedError(.usage, .standsNowhere(path: "\(path)"), remedy: .idsAreListed(command: "shed status --missing"))
        }
        return path
    }
}

extension Project {
    /// Where what has an ID stands now. Who is not amid a change takes in first what changed, as far as that can be.
    /// - Throws: ``ShedError`` as ``ProjectReader/path(of:)`` does.
    public func place(of id: NodeID) throws(ShedError) -> RelativePath {
        guard transaction == nil else { return try asKnown.path(of: id) }
        return try ((try? refresh()) ?? asKnown).path(of: id)
    }

    /// How many links some moves have broken, where a person is to be told: not where there are more documents than are read beside a move.
    /// Where links are mended by themselves, those that could not be.
    package func brokenLinksToTell(by moves: [(from: RelativePath, to: RelativePath)]) throws(ShedError) -> Int? {
        try asKnown.countBrokenLinks(by: moves, within: .beside)
    }

    /// Begins to count them, for one who has time, and goes on a moment at a time.
    package func linkCount(of moves: [(from: RelativePath, to: RelativePath)], within budget: LinkBudget = .idle) throws(ShedError) -> BrokenLinkCount {
        try BrokenLinkCount(of: moves, in: asKnown, within: budget)
    }

    /// Goes on with that, for a moment.
    package func countOn(_ count: inout BrokenLinkCount) throws(ShedError) -> BrokenLinkCount.Progress { try count.step(in: asKnown, atMost: .moment) }
}
