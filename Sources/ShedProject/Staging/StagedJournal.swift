import ShedDisk
import ShedModel
import ShedSidecar

/// What the journal of a staged change says: a line for each file or folder, for each ID of a new one and for each operation, and
/// `end`. With the ID of what comes in a folder stands which file that is; an earlier shed passes over it.
struct StagedJournal {
    var entries: [StagedEntry] = []
    var assigned: [RelativePath: NodeID] = [:]
    /// What comes in folders, of which only these stand in the entries.
    var files: [RelativePath: FileIdentity] = [:]
    var operations: [Operation] = []

    /// In bytes: a journal of a few million files.
    private static let largest = 1 << 30

    var bytes: [UInt8] {
        var lines: [UInt8] = []
        for entry in entries { lines += entry.json.compact + [UInt8(ascii: "\n")] }
        for (path, id) in assigned.sorted(by: { $0.key < $1.key }) {
            var json: JSONObject = ["path": .string(Base64.encode(path.bytes)), "id": .string("\(id)")]
            json["file"] = files[path]?.json
            lines += JSONValue.object(json).compact + [UInt8(ascii: "\n")]
        }
        for operation in operations { lines += (["operation": operation.json] as JSONValue).compact + [UInt8(ascii: "\n")] }
        return lines + Array("end\n".utf8)
    }

    /// `nil` where it is no whole journal.
    private init?(_ bytes: [UInt8]) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard let end = lines.popLast(), end.elementsEqual("end".utf8) else { return nil }
        for line in lines {
            guard let json = try? JSONParser.parse(Array(line)) else { return nil }
            if let id = json["id"]?.string.flatMap({ NodeID($0) }), let path = json["path"]?.string.flatMap(Base64.decode).flatMap({ RelativePath(bytes: $0) }) {
                assigned[path] = id
                files[path] = json["file"].flatMap(FileIdentity.init)
            } else if let operation = json["operation"] {
                guard let operation = Operation(operation) else { return nil }
                operations.append(operation)
            } else if let entry = StagedEntry(json) {
                entries.append(entry)
            } else {
                return nil
            }
        }
    }

    init(entries: [StagedEntry], assigned: [RelativePath: NodeID], files: [RelativePath: FileIdentity], operations: [Operation]) {
        (self.entries, self.assigned, self.files, self.operations) = (entries, assigned, files, operations)
    }

    /// The journal in a staging folder, if this machine wrote it, just so: it is sealed, or of an earlier shed, none of which sealed any.
    /// - Returns: `nil` for any other, and for what is no whole journal.
    /// - Throws: where it cannot be read: what it tells of may be half done, so the folder must stay.
    static func own(in folder: DirectoryHandle, named name: Name, _ seals: StagingSeals) throws(DiskError) -> StagedJournal? {
        if let sealed = try seals.journal(of: name, in: folder) { return StagedJournal(sealed) }
        guard try !seals.areKept() else { return nil }
        do throws(DiskError) { return StagedJournal(try folder.readText(StagingFolder.journalName, atMost: largest)) } catch {
            // None of shed's is so large.
            if error.code == .tooLarge { return nil }
            throw error
        }
    }
}
