import ShedModel
import ShedProject
import ShedReconcile

/// Where folders are now that were seen elsewhere.
struct FolderRenames {
    /// The new paths, by the old ones.
    private var renames: [RelativePath: RelativePath]
    private var people: [RelativePath: RelativePath]

    init(_ renames: [RelativePath: RelativePath]) {
        self.renames = renames
        people = renames
    }

    init(_ outcome: Outcome) {
        renames = [:]
        people = [:]
        for change in outcome.changes + outcome.unsettled where change.kind == .moved && change.type.isDirectory {
            if let from = change.from { renames[from] = change.path }
        }
        people = renames
        // What shed moved by itself: a file is no folder in which anything waits.
        for move in outcome.moves { renames[move.from] = move.to }
    }

    /// Those that people renamed: what shed moved by itself stands where it is judged.
    var ofFolders: FolderRenames { FolderRenames(people) }

    var isEmpty: Bool { renames.isEmpty }

    /// Where something is that stood at a path, or in a folder there.
    func now(_ path: RelativePath) -> RelativePath {
        // From the inside out: of two folders that were renamed the inner one has said where it is.
        guard let old = ([path] + path.ancestors.reversed()).first(where: { renames[$0] != nil }), let new = renames[old] else { return path }
        return new.appending(RelativePath(Array(path.names.dropFirst(old.names.count))))
    }
}
