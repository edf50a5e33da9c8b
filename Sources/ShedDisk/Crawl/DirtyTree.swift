import ShedModel

/// The paths of dirty directories, or of single files, as a tree, so that a crawl can follow them down.
struct DirtyTree: Sendable {
    private var tree = NameTree()
    /// By the number in the tree.
    private var dirty: [Bool] = []
    /// Whether paths may be those of files; then no directory is dirty.
    let isOfFiles: Bool

    init(_ paths: Set<RelativePath>) {
        isOfFiles = false
        let directories = paths.map { tree.add($0.names) }
        dirty = Array(repeating: false, count: tree.count)
        for directory in directories { dirty[directory] = true }
    }

    init(files: some Sequence<RelativePath>) {
        isOfFiles = true
        for file in files { _ = tree.add(file.names) }
        dirty = Array(repeating: false, count: tree.count)
    }

    func isDirty(_ node: Int) -> Bool { node >= 0 && dirty[node] }

    /// The node of a name below another, or -1.
    func child(_ node: Int, _ name: UnsafeBufferPointer<UInt8>) -> Int {
        let children = tree.children(node)
        return children.isEmpty ? NameTree.none : children[Name(bytes: Array(name))] ?? NameTree.none
    }

    func children(_ node: Int) -> [Name: Int] { tree.children(node) }
}
