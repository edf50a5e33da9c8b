import ShedDisk
import ShedModel

/// Steps that take something back, have nothing to do with each other, and are made together. With each stands the position of
/// what is said of it.
struct GatheredSteps {
    private(set) var moves = PlannedMoves()
    private(set) var movedThings: [Int] = []
    /// The folder for what is refused, by its path, where it was made anew for them.
    var rejected: [RelativePath: NodeID] = [:]
    /// What shed made and goes to Trash.
    private(set) var trash: [RelativePath] = []
    private(set) var trashedThings: [Int] = []
    private(set) var emptyFolders: [(path: RelativePath, id: NodeID?, thing: Int)] = []
    private(set) var newFolders: [(path: RelativePath, id: NodeID?, thing: Int)] = []
    /// Files that get their old content.
    var change: StagedChange?
    private(set) var rewrittenThings: [Int] = []
    var names: FolderNames
    /// The paths that they are about.
    private var touched: Set<RelativePath> = []
    /// How many names these have: what lies below one is found by so many of its own. They are few, also where folders stand deep.
    private var depths: Set<Int> = []
    /// All that lie above these.
    private var above: Set<RelativePath> = []

    init(_ root: DirectoryHandle) { names = FolderNames(root) }

    var isEmpty: Bool { moves.isEmpty && trash.isEmpty && emptyFolders.isEmpty && newFolders.isEmpty && change == nil }

    /// Whether something is about a path, about a folder above it, or about something in it.
    func isTouched(_ path: RelativePath) -> Bool {
        above.contains(path)
            || depths.contains { depth in depth <= path.names.count && touched.contains(RelativePath(Array(path.names.prefix(depth)))) }
    }

    mutating func touch(_ paths: [RelativePath]) {
        touched.formUnion(paths)
        for path in paths {
            depths.insert(path.names.count)
            above.insert(allAbove: path)
        }
    }

    mutating func add(_ placed: PlacedNode, to path: RelativePath, isException: Bool, _ thing: Int) {
        moves.append(placed, to: path, isException: isException)
        movedThings.append(thing)
        touch([placed.path, path])
    }

    mutating func rewrite(_ path: RelativePath, _ thing: Int) {
        rewrittenThings.append(thing)
        touch([path])
    }

    mutating func throwAway(_ path: RelativePath, _ thing: Int) {
        trash.append(path)
        trashedThings.append(thing)
        touch([path])
    }

    mutating func remove(_ path: RelativePath, _ id: NodeID?, _ thing: Int) {
        emptyFolders.append((path, id, thing))
        touch([path])
    }

    mutating func make(_ path: RelativePath, _ id: NodeID?, _ thing: Int) {
        newFolders.append((path, id, thing))
        touch([path])
    }
}
