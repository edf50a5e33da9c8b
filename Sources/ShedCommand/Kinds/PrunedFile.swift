import ShedModel

/// A file that a kind of project keeps and nothing needs any more, and what became of it.
package struct PrunedFile {
    /// The word of `repair --prune --json`.
    package var sort: String
    /// What it is, in a few words for people.
    package var what: String
    package var path: RelativePath
    /// In bytes.
    package var size: Int64
    /// Whether it was removed.
    package var isDone: Bool
    /// Why it was not.
    package var failure: String?

    package init(sort: String, what: String, path: RelativePath, size: Int64, isDone: Bool, failure: String?) {
        self.sort = sort
        self.what = what
        self.path = path
        self.size = size
        self.isDone = isDone
        self.failure = failure
    }
}
