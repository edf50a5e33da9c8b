extension Fold {
    /// The number of the rules by which batches are folded. An index that was folded by others is folded anew.
    ///
    /// It is raised with every change by which the same batches give another answer: to what an ID is, where it stands, which IDs are one, or
    /// to anything else that an index keeps of a fold. Else who has an index goes on with the former answer, and devices that have the same
    /// batches do not agree. No number is used again.
    ///
    /// - 1: twins are joined, and each path has one owner.
    /// - 2: a folder with a role owns its path before one without, and Trash and Rejected after another role; twins that stood at one path are one
    ///   also when one of them was moved on since.
    /// - 3: what was put into a folder where it was, and what was put into it where another device had moved it, did not come to one path.
    /// - 4: who moved a node into a folder by one of its IDs, and knew what was in it by another, has moved another node; what was left behind in a
    ///   folder that was moved is one with what came of it also where who knows of both has moved it since.
    /// - 5: a file and a folder are not joined, whatever is said.
    /// - 6: who made a file in what was another folder to him, and put a known one elsewhere by the same batch, had two files.
    /// - 7: of what was said of a file under several IDs the last word counts, and it counts beside what was seen of it.
    public static let rules: UInt64 = 7
}
