import ShedModel

/// What files of this machine's project were compiled from, as they were then; kept in the index. Lost with it, nothing is said to be
/// out of date until it is compiled again.
struct CompileRecords: Equatable {
    struct Record: Equatable {
        var file: NodeID
        /// The file as it was written.
        var stamp: WriteStamp
        /// The name of its profile, and what says which files there were in which order (``CompileOutline/digest(_:title:)``).
        var profile: String
        var digest: ContentHash
        /// What this machine wrote; `nil` in what an earlier shed noted.
        var own: Own?
        var parts: [Part] = []

        /// Whether a file in that place is as this machine has written it.
        /// - Parameters:
        ///   - hash: what it holds.
        /// - Returns: `nil` where another device may have compiled it: what comes from there is another file.
        func isOwn(_ hash: ContentHash, _ evidence: Evidence) -> Bool? {
            guard let own else { return nil }
            if hash == own.hash { return true }
            return isOf(evidence) ? false : nil
        }

        /// Whether it is about that very file, as far as the file system tells files apart for good.
        func isOf(_ evidence: Evidence) -> Bool {
            own.map { $0.birth != 0 && evidence.birth == $0.birth && evidence.inode == $0.inode } ?? false
        }
    }

    /// What this machine wrote into which file.
    struct Own: Equatable {
        var hash: ContentHash
        var inode: UInt64
        /// In nanoseconds since 1970; 0 where the file system does not say it. Another file may have the number of one that is gone.
        var birth: Int64
    }

    struct Part: Equatable {
        var id: NodeID
        var stamp: WriteStamp
    }

    /// What they are called in the index.
    static let key = "writing.compiled"
    /// So many files are remembered.
    private static let most = 64

    private(set) var records: [Record] = []

    init(_ bytes: [UInt8]?) {
        for line in (bytes ?? []).split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            guard words.count >= 4, let id = NodeID(words[1]), let size = Int64(words[2]), let modified = Int64(words[3]) else { continue }
            let stamp = WriteStamp(size: size, modified: modified)
            if words[0] == "file", words.count >= 6, let digest = ContentHash(words[5]), let profile = Hexadecimal.bytes(of: words[4]) {
                records.append(Record(
                    file: id, stamp: stamp, profile: String(decoding: profile, as: UTF8.self), digest: digest,
                    own: CompileRecords.own(words.dropFirst(6))))
            } else if words[0] == "part", !records.isEmpty {
                records[records.count - 1].parts.append(Part(id: id, stamp: stamp))
            }
        }
    }

    private static func own(_ words: ArraySlice<String>) -> Own? {
        let words = Array(words)
        guard words.count == 3, let hash = ContentHash(words[0]), let inode = UInt64(words[1]), let birth = Int64(words[2]) else { return nil }
        return Own(hash: hash, inode: inode, birth: birth)
    }

    var bytes: [UInt8] {
        var lines: [String] = []
        for record in records {
            let own = record.own.map { " \($0.hash) \($0.inode) \($0.birth)" } ?? ""
            lines.append("file \(record.file) \(record.stamp.size) \(record.stamp.modified) \(Hexadecimal.string(of: Array(record.profile.utf8))) \(record.digest)\(own)")
            lines += record.parts.map { "part \($0.id) \($0.stamp.size) \($0.stamp.modified)" }
        }
        return Array(lines.joined(separator: "\n").utf8)
    }

    subscript(file: NodeID) -> Record? { records.first { $0.file == file } }

    /// Whether a file is as this machine has written it. Looked for by the file itself too: any device may say which ID is at its place.
    /// - Parameters:
    ///   - hash: what it holds.
    ///   - id: of the node at its place.
    /// - Returns: `nil` where another device may have compiled it: what comes from there is another file.
    func isOwn(_ hash: ContentHash, _ evidence: Evidence, of id: NodeID) -> Bool? {
        let answers = records.filter { $0.file == id || $0.isOf(evidence) }.compactMap { $0.isOwn(hash, evidence) }
        return answers.contains(true) ? true : answers.first
    }

    mutating func note(_ record: Record) {
        if let place = records.firstIndex(where: { $0.file == record.file }) { return records[place] = record }
        records.append(record)
        if records.count > CompileRecords.most { records.removeFirst(records.count - CompileRecords.most) }
    }
}
