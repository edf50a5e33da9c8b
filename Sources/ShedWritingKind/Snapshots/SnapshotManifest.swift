import ShedDisk
import ShedModel

/// What a snapshot is, without its files.
struct KeptSnapshot: Hashable, Sendable {
    /// Who asked for one.
    enum Cause: String, Hashable, Sendable {
        /// A person.
        case hand
        /// Nobody: it was taken in an idle moment.
        case daily
        /// Who put another content into the place of what it keeps.
        case restoring
    }

    /// Counts up; none is given twice.
    var number: Int
    /// When it was taken, in milliseconds since 1970.
    var time: Int64
    /// What a person called it.
    var name: String?
    var cause: Cause
    /// How many files it keeps.
    var files: Int
    /// What they hold together, in bytes.
    var size: Int64

    /// The longest name, in characters.
    static let longestName = 200
}

/// The file that says what a snapshot keeps: a line of JSON on the snapshot, one for each file, and one with the SHA-256 of all before
/// it. It is written once, whole, and never changed.
struct SnapshotManifest {
    let snapshot: KeptSnapshot
    private let lines: ArraySlice<UInt8>

    /// So many files at most are in one.
    static let mostFiles = 500_000
    /// In bytes.
    static let largest = 512 << 20

    // MARK: Writing

    /// - Parameter files: in any order.
    static func bytes(_ snapshot: KeptSnapshot, _ files: [SnapshotFile]) -> [UInt8] {
        var object: JSONObject = ["format": 1, "number": .integer(Int64(snapshot.number)), "time": .integer(snapshot.time)]
        object["name"] = JSONValue(snapshot.name)
        object["cause"] = .string(snapshot.cause.rawValue)
        object["files"] = .integer(Int64(snapshot.files))
        object["size"] = .integer(snapshot.size)
        var bytes: [UInt8] = []
        JSONValue.object(object).append(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        for file in files.sorted(by: { $0.path < $1.path }) {
            file.json.append(to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        }
        let sum: JSONObject = ["sha256": .string("\(ContentHash(of: bytes))")]
        JSONValue.object(sum).append(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    // MARK: Reading

    /// `nil` for one that is not whole: cut short, or changed since.
    init?(_ bytes: [UInt8], number: Int) {
        let newline = UInt8(ascii: "\n")
        guard bytes.last == newline, let first = bytes.firstIndex(of: newline), let last = bytes.dropLast().lastIndex(of: newline), last >= first,
            let sum = (try? JSONParser.parse(Array(bytes[(last + 1)...])))?["sha256"]?.string, sum == "\(ContentHash(of: Array(bytes[...last])))",
            let head = try? JSONParser.parse(Array(bytes[..<first])), head["format"]?.integer == 1, head["number"]?.integer == Int64(number),
            let time = head["time"]?.integer.map(Milliseconds.bounded), let cause = head["cause"]?.string.flatMap(KeptSnapshot.Cause.init),
            let files = head["files"]?.integer, (0...Int64(SnapshotManifest.mostFiles)).contains(files), let size = head["size"]?.integer, size >= 0
        else { return nil }
        snapshot = KeptSnapshot(
            number: number, time: time, name: head["name"]?.string.map { String($0.prefix(KeptSnapshot.longestName)) }, cause: cause,
            files: Int(truncatingIfNeeded: files), size: size)
        lines = bytes[(first + 1)..<(last + 1)]
    }

    /// All files. Costs the time of reading each line.
    var files: [SnapshotFile] { lines.split(separator: UInt8(ascii: "\n")).compactMap { SnapshotFile(line: $0) } }

    /// The file of a node.
    /// - Parameter ids: its own, and those that were joined with it.
    func file(of ids: Set<NodeID>) -> SnapshotFile? {
        var wanted = Set(ids.map { Array("\($0)".utf8) })
        return files(of: &wanted).first
    }

    /// The files of some nodes; only their lines are read.
    /// - Parameter ids: as texts; those that were found are taken out.
    func files(of ids: inout Set<[UInt8]>) -> [SnapshotFile] {
        guard let length = ids.first?.count else { return [] }
        var found: [SnapshotFile] = []
        for line in lines.split(separator: UInt8(ascii: "\n")) where line.starts(with: SnapshotFile.lead) {
            guard ids.remove(Array(line.dropFirst(SnapshotFile.lead.count).prefix(length))) != nil, let file = SnapshotFile(line: line) else { continue }
            found.append(file)
            if ids.isEmpty { break }
        }
        return found
    }

    /// The file that stood at a path.
    func file(at path: RelativePath) -> SnapshotFile? { files.first { $0.path == path } }
}
