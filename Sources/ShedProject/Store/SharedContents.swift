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

    /// The content of a file under one of its names.
    /// - Parameters:
    ///   - evidence: what must be there.
    ///   - now: in milliseconds since 1970.
    /// - Returns: `nil` if something else is there, or the file changed while it was read.
    mutating func content(
        of name: Name, in directory: DirectoryHandle, expecting evidence: Evidence, sketching: Bool = true, now: Int64
    ) throws(DiskError) -> Content? {
        if let known = known[evidence.identity], known.evidence == evidence, known.content.sketch != nil || !sketching {
            // The name could be another file's by now.
            return try directory.evidence(of: name) == evidence ? known.content : nil
        }
        readings += 1
        let content: Content
        if sketching {
            guard let read = try directory.hashAndSketch(name, expecting: evidence) else { return nil }
            content = read
        } else {
            guard let hash = try directory.hash(name, expecting: evidence) else { return nil }
            content = (hash, nil)
        }
        // What is written to right after it was read may look the same: only what has been quiet for a while is remembered.
        if evidence.links > 1, known.count < SharedContents.most, !evidence.isRacy(at: now * 1_000_000) {
            known[evidence.identity] = (evidence, content)
        }
        return content
    }
}
