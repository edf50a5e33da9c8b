import ShedModel

/// What devices said that files hold (``SeenContent``): last writer wins. It stands beside the state that batches fold to, and is no part of it.
struct SeenHints: Sendable {
    private struct Hint: Sendable {
        var stamp: Stamp
        /// `nil` where it was taken away.
        var content: FileContent?
    }

    /// By the position of the entry.
    private var hints: [Int: Hint] = [:]

    /// Takes a value of the field; one at the greatest stamp, of which nothing tells whether it is the last, says nothing.
    /// - Returns: `false` where it is none that this version understands; that is left out.
    mutating func add(_ value: JSONValue, of position: Int, at stamp: Stamp) -> Bool {
        let content = SeenContent.content(value)
        guard content != nil || value == .null else { return false }
        guard !stamp.isGreatest else { return true }
        if let known = hints[position] {
            if stamp < known.stamp { return true }
            if stamp == known.stamp, !SeenHints.isLess(known.content, content) { return true }
        }
        hints[position] = Hint(stamp: stamp, content: content)
        return true
    }

    private static func isLess(_ left: FileContent?, _ right: FileContent?) -> Bool {
        guard let left, let right else { return left == nil && right != nil }
        if left.hash != right.hash { return left.hash.bytes.lexicographicallyPrecedes(right.hash.bytes) }
        return left.size < right.size
    }

    /// The position of each entry of which something was said, with what counts of that.
    var all: some Sequence<(position: Int, stamp: Stamp, content: FileContent?)> { hints.lazy.map { ($0.key, $0.value.stamp, $0.value.content) } }

    /// What is said of each node, by any of its names: what was said last counts.
    func contents(_ entries: [FoldEntry], _ aliases: Aliases) -> [NodeID: FileContent] {
        var result: [NodeID: FileContent] = [:]
        guard !aliases.isEmpty else {
            for (position, hint) in hints { if let content = hint.content { result[entries[position].node.id] = content } }
            return result
        }
        var last: [NodeID: Hint] = [:]
        for (position, hint) in hints {
            let id = aliases.resolve(entries[position].node.id)
            if let known = last[id], hint.stamp < known.stamp || hint.stamp == known.stamp && !SeenHints.isLess(known.content, hint.content) { continue }
            last[id] = hint
        }
        for (id, hint) in last { result[id] = hint.content }
        return result
    }
}
