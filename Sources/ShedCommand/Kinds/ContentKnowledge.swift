import ShedModel
import ShedProject

/// Two versions of a text that were put together.
package struct MergedContent: Sendable {
    package var bytes: [UInt8]
    /// At so many places both sides had changed something; there the text has marks.
    package var conflicts: Int
    /// What both were made of, as a person names it.
    package var base: String
    /// What was read of the two.
    package var ours: Evidence
    package var theirs: Evidence

    package init(bytes: [UInt8], conflicts: Int, base: String, ours: Evidence, theirs: Evidence) {
        (self.bytes, self.conflicts, self.base, self.ours, self.theirs) = (bytes, conflicts, base, ours, theirs)
    }
}

/// What one kind of project knows of contents of files in projects of all kinds: how they differ, and what they were. `resolve` asks it.
package protocol ContentKnowledge: Sendable {
    /// Says by words how what one file holds differs from what another does.
    func show(from old: RelativePath, to new: RelativePath, context: Int, _ reading: Reading, _ session: Session) throws

    /// The same for programs.
    func json(from old: RelativePath, to new: RelativePath, _ reading: Reading, _ session: Session) throws -> JSONValue

    /// Says by words how what a file holds differs from what it is to hold.
    func show(_ path: RelativePath, becoming bytes: [UInt8], context: Int, _ reading: Reading, _ session: Session) throws

    /// Puts what two files hold together, by what both were made of.
    /// - Parameters:
    ///   - wasThere: whether the original stood where the copy stands, before it was moved.
    ///   - base: the version that is, as a person names it; `nil`: the likeliest that is known.
    /// - Throws: ``ShedError`` of kind refused where none is known, or they are no texts.
    func merged(_ original: RelativePath, _ copy: RelativePath, wasThere: Bool, base: String?, _ reading: Reading) throws(ShedError) -> MergedContent
}
