import ShedModel

/// The paths of dirty directories as a tree, so that a crawl can follow them down. Flat, because a path can have
/// more parts than a stack has room for.
struct DirtyTree: Sendable {
    private struct Node: Sendable {
        var isDirty = false
        var children: [Name: Int] = [:]
    }

    /// The root is the first.
    private var nodes = [Node()]

    init(_ paths: Set<RelativePath>) {
        for path in paths {
            var current = 0
            for name in path.names {
                if let next = nodes[current].children[name] {
                    current = next
                } else {
                    nodes[current].children[name] = nodes.count
                    current = nodes.count
                    nodes.append(Node())
                }
            }
            nodes[current].isDirty = true
        }
    }

    func isDirty(_ node: Int) -> Bool { node >= 0 && nodes[node].isDirty }

    /// The node of a name below another, or -1.
    func child(_ node: Int, _ name: UnsafeBufferPointer<UInt8>) -> Int {
        guard node >= 0, !nodes[node].children.isEmpty else { return -1 }
        return nodes[node].children[Name(bytes: Array(name))] ?? -1
    }

    func children(_ node: Int) -> [Name: Int] { node >= 0 ? nodes[node].children : [:] }
}
