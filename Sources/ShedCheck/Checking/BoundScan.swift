import ShedModel

/// A scan with what is known of what stands in it.
struct BoundScan {
    let snapshot: Snapshot
    /// The folder of each directory.
    let folders: [Node?]
    /// The node of an entry, asked only where a rule depends on it.
    let node: (Int) -> Node?
    /// Roles whose folders stand somewhere, though nothing is to be judged by them yet.
    var heldRoles: Set<Role> = []
    /// Roles whose folders can be made again, if they are not there.
    var absentRoles: Set<Role> = []
    /// Roles whose folders were deleted, if they are not there, and can be made again by who wants them.
    var deletedRoles: Set<Role> = []

    /// With every entry bound.
    init(_ snapshot: Snapshot, binding: [NodeID?], model: Model) {
        self.snapshot = snapshot
        node = { binding[$0].flatMap { model.nodes[$0] } }
        folders = snapshot.directories.enumerated().map { position, directory in
            position == 0 ? model.nodes[model.project] : binding[Int(directory.entry)].flatMap { model.nodes[$0] }
        }
    }

    /// With the folders known, and files looked up where a rule asks.
    init(_ snapshot: Snapshot, folders: [Node?], file: @escaping (Int) -> Node?) {
        self.snapshot = snapshot
        self.folders = folders
        node = { index in
            let child = snapshot.entries[index].directory
            return child >= 0 ? folders[Int(child)] : file(index)
        }
    }
}
