import ShedModel

/// Where a file went in whose place shed has put another one: to Rejected.
///
/// The name that it gets there is known only when it goes, so it is written down afterwards, in a line of its own, which an earlier shed
/// passes over. It may be lost: then only the folder is told.
struct PutAsideFile: Hashable {
    var identity: FileIdentity
    var to: RelativePath

    /// One line of the journal.
    static func json(_ files: [PutAsideFile]) -> JSONValue {
        ["do": "aside", "files": .array(files.map { [$0.identity.json, .string(Base64.encode($0.to.bytes))] })]
    }

    /// What a line tells; what no shed has written of it is passed over.
    static func all(_ json: JSONValue) -> [(FileIdentity, RelativePath)] {
        (json["files"]?.array ?? []).compactMap { file in
            guard let parts = file.array, parts.count == 2, let identity = FileIdentity(parts[0]),
                let path = parts[1].string.flatMap(Base64.decode).flatMap({ RelativePath(bytes: $0) }), !path.isRoot,
                path.names.allSatisfy({ $0.isPossible && !$0.isHidden })
            else { return nil }
            return (identity, path)
        }
    }
}

extension UndoStep {
    /// The same with where the file went that was replaced, where that is told.
    func putAside(_ files: [FileIdentity: RelativePath]) -> UndoStep {
        guard case .replaced(var file) = self, file.isRejected, let to = files[file.old] else { return self }
        file.rejectedTo = to
        return .replaced(file)
    }
}
