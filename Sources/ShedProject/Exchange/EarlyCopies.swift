import ShedExchange
import ShedModel

/// A file that an export has copied.
struct CopiedFile {
    var hash: ContentHash
    /// What the file system said of it before and after.
    var evidence: Evidence

    var size: Int64 { evidence.size }
    /// In milliseconds since 1970.
    var modified: Int64 { evidence.modified / 1_000_000 }
    /// Its permissions.
    var mode: UInt32 { evidence.mode & 0o777 }
}

/// What an export has copied while others could still change the project.
struct EarlyCopies {
    struct Copy {
        var file: CopiedFile
        /// Whether it had changed so shortly before that another change might not show in its times.
        var isRacy: Bool
    }

    /// By their paths in the project.
    var files: [RelativePath: Copy] = [:]
    /// What goes with the project beside these, by its path in the project.
    var kept: [RelativePath: Copy] = [:]
    /// What they stand in, where that has been made ready.
    var folders: Set<RelativePath> = []
    /// Folders of the export that are made for what is in them, then and since.
    var parents: Set<RelativePath> = []
    /// What files held before.
    var versions: Set<ContentHash> = []
    /// What stands where the undo journal keeps what shed wrote over.
    var overwritten: [KeptPlace: ExportedVersion.Content] = [:]
    /// The files that were to hold some of that and hold something else.
    var damaged: [ContentHash: Evidence] = [:]
}
