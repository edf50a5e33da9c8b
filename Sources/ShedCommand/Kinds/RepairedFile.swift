import ShedModel

/// Something of a project that is not whole, and what became of it.
package struct RepairedFile {
    /// The word of `repair --json`.
    package var sort: String
    package var path: RelativePath
    package var id: NodeID?
    /// What is wrong, in a sentence.
    package var fault: String
    /// What is done about it, or what a person can do, in a sentence.
    package var remedy: String
    /// Whether it can be put right from what is there.
    package var isPossible: Bool
    /// Whether it was.
    package var isDone: Bool
    /// Why it was not.
    package var failure: String?

    package init(
        sort: String, path: RelativePath, id: NodeID?, fault: String, remedy: String, isPossible: Bool, isDone: Bool = false, failure: String? = nil
    ) {
        self.sort = sort
        self.path = path
        self.id = id
        self.fault = fault
        self.remedy = remedy
        self.isPossible = isPossible
        self.isDone = isDone
        self.failure = failure
    }
}
