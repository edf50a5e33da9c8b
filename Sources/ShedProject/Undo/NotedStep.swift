import ShedDisk

/// A step that was written down in the undo journal and is still to be done.
struct NotedStep: Hashable {
    /// The number of the entry.
    let entry: Int
    /// Its line, counted by who wrote it.
    let line: Int
}

extension DiskError {
    /// Whether it says why something could not even be begun: nothing of it was done. Of others, such as that a disk fails, that
    /// is not certain.
    var isFromBefore: Bool {
        switch code {
        case .notFound, .notPermitted, .exists, .readOnly, .isLink, .notDirectory, .notFile, .notEmpty, .changed, .beingWritten, .crossDevice, .busy, .nameTooLong: true
        case .noSpace, .tooLarge, .tooManyOpen, .other: false
        }
    }
}
