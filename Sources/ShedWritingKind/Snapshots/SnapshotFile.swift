import ShedModel
import ShedProject

/// A file as a snapshot keeps it.
struct SnapshotFile: Hashable, Sendable {
    var id: NodeID
    /// Where it stood, relative to the project's root.
    var path: RelativePath
    /// Names the content that is kept.
    var hash: ContentHash
    /// In bytes.
    var size: Int64
    /// Its permissions, nine bits.
    var mode: UInt32
    /// When its content was last changed, in nanoseconds since 1970.
    var modified: Int64
    /// When the file itself was, in nanoseconds since 1970.
    var changed: Int64
    var inode: UInt64

    /// Whether a file is surely as it was kept, so that it need not be read again.
    /// - Parameter time: when the snapshot was taken, in milliseconds since 1970.
    func isUntouched(_ evidence: Evidence, since time: Int64) -> Bool {
        FileStamp(evidence) == FileStamp(Evidence(inode: inode, size: size, modified: modified, changed: changed))
            && !evidence.isRacy(at: Nanoseconds.bounded(Nanoseconds.of(milliseconds: time)))
    }
}

/// One line of a manifest. The ID stands first, so that the lines of a node are found without reading the others.
extension SnapshotFile {
    /// What a line begins with, up to its ID.
    static let lead = Array("{\"id\":\"".utf8)

    var json: JSONValue {
        var object: JSONObject = ["id": .string("\(id)")]
        if let text = String(validating: path.bytes, as: UTF8.self) {
            object["path"] = .string(text)
        } else {
            object["pathBytes"] = .string(Base64.encode(path.bytes))
        }
        object["hash"] = .string("\(hash)")
        object["size"] = .integer(size)
        object["mode"] = .integer(Int64(mode))
        object["modified"] = .integer(modified)
        object["changed"] = .integer(changed)
        object["inode"] = .string("\(inode)")
        return .object(object)
    }

    /// `nil` for a line that no shed wrote.
    init?(line: some Sequence<UInt8>) {
        guard let json = try? JSONParser.parse(Array(line)), let id = json["id"]?.string.flatMap({ NodeID($0) }),
            let bytes = json["path"]?.string.map({ Array($0.utf8) }) ?? json["pathBytes"]?.string.flatMap(Base64.decode),
            let path = RelativePath(bytes: bytes), !path.isRoot, let hash = json["hash"]?.string.flatMap({ ContentHash($0) }),
            let size = json["size"]?.integer, size >= 0, let mode = json["mode"]?.integer, (0...0o777).contains(mode),
            let modified = json["modified"]?.integer.map(Nanoseconds.bounded), let changed = json["changed"]?.integer.map(Nanoseconds.bounded),
            let inode = json["inode"]?.string.flatMap({ UInt64($0) })
        else { return nil }
        self.init(
            id: id, path: path, hash: hash, size: size, mode: UInt32(truncatingIfNeeded: mode), modified: modified, changed: changed, inode: inode)
    }
}
