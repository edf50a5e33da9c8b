import ShedDisk
import ShedModel

/// Contents of files that have several names (hard links), so that each is read once and not once for each name: a project can have
/// tens of thousands of names of one large file.
struct SharedContents {
    /// The sketch where one was wanted.
    typealias Content = (hash: ContentHash, sketch: ContentSketch?)

    private var known: [FileIdentity: (evidence: Evidence, content: Content)] = [:]

    /// So many files are remembered. What is read when they are is read once for each name.
    private static let most = 1 << 16

    /// How many files were read.
    private(set) var readings = 0

    /// A content of which a portion was read.
    private(set) var begun: HashedContent?

    /// The content of a file under one of its names.
    /// - Parameters:
    ///   - evidence: what must be there.
    ///   - now: in milliseconds since 1970.
    /// - Returns: `nil` if something else is there, or the file changed while it was read.
    mutating func content(
        of name: Name, in directory: DirectoryHandle, expecting evidence: Evidence, sketching: Bool = true, now: Int64
    ) throws(DiskError) -> Content? {
        var budget = Int64.max
        if sketching { return try portion(of: name, in: directory, expecting: evidence, now: now, budget: &budget) }
        if let known = known[evidence.identity], known.evidence == evidence { return try directory.evidence(of: name) == evidence ? known.content : nil }
        readings += 1
        guard let hash = try directory.hash(name, expecting: evidence) else { return nil }
        remember((hash, nil), evidence, now)
        return (hash, nil)
    }

    /// The same, with the sketch, of a file that may be too long to be read at once.
    /// - Parameter budget: about how many bytes may be read; so many fewer are left afterwards.
    /// - Returns: `nil` also where there is more to be read: then ``begun`` has what was, and else nothing.
    mutating func portion(
        of name: Name, in directory: DirectoryHandle, expecting evidence: Evidence, now: Int64, budget: inout Int64
    ) throws(DiskError) -> Content? {
        if let known = known[evidence.identity], known.evidence == evidence, known.content.sketch != nil {
            // Whoever read that one has not come back for it.
            begun = nil
            // The name could be another file's by now.
            return try directory.evidence(of: name) == evidence ? known.content : nil
        }
        if begun == nil { readings += 1 }
        guard let read = try directory.hashAndSketch(name, expecting: evidence, begun: &begun, budget: &budget) else { return nil }
        remember((read.hash, read.sketch), evidence, now)
        return (read.hash, read.sketch)
    }

    /// What is written to right after it was read may look the same: only what has been quiet for a while is remembered.
    private mutating func remember(_ content: Content, _ evidence: Evidence, _ now: Int64) {
        guard evidence.links > 1, known.count < SharedContents.most, !evidence.isRacy(at: now * 1_000_000) else { return }
        known[evidence.identity] = (evidence, content)
    }
}
