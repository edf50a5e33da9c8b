import ShedModel

extension Template {
    static let fileName: Name = "template.json"
    /// A template with more folders is not read.
    static let mostFolders = 1000

    var bytes: [UInt8] {
        let folders: [JSONValue] = folders.map { folder in
            var object: JSONObject = [
                "accepts": .string(folder.accepts.rawValue), "filling": .string(folder.filling.rawValue),
                "name": .string(folder.name), "names": .array(folder.names.map { .string($0) }),
                "role": .string(folder.role.rawValue), "section": .string(folder.section.raw), "symbol": .string(folder.symbol),
            ]
            if folder.innerFolders != .folder { object["innerFolders"] = .string(folder.innerFolders.rawValue) }
            return .object(object.sorted)
        }
        var json: JSONObject = [
            "folders": .array(folders), "format": .integer(Batch.format), "kind": .string(kind.raw),
            "language": .string(language.rawValue), "root": .string(root.rawValue),
        ]
        if rootFolders != .folder { json["rootFolders"] = .string(rootFolders.rawValue) }
        return JSONValue.object(json.sorted).pretty
    }

    /// Reads the file. Members that it does not know are ignored.
    package init(bytes: [UInt8]) throws(SidecarError) {
        let reader = try MemberReader(file: "template.json", bytes: bytes)
        guard let root = Accepts(rawValue: try reader.string("root")) else { throw reader.wrong("root") }
        let values = try reader.array("folders")
        guard values.count <= Template.mostFolders else { throw reader.wrong("folders") }
        var folders: [Folder] = []
        for value in values {
            guard let object = value.object else { throw reader.wrong("folders") }
            folders.append(try Folder(MemberReader(file: reader.file, object: object)))
        }
        guard Set(folders.map(\.role)).count == folders.count else { throw reader.wrong("folders") }
        self.init(
            kind: ForeignText(try reader.string("kind")), language: Language(rawValue: try reader.string("language")), root: root,
            rootFolders: try reader.folderType("rootFolders"), folders: folders)
    }
}

extension Template.Folder {
    init(_ reader: MemberReader) throws(SidecarError) {
        guard let accepts = Accepts(rawValue: try reader.string("accepts")) else { throw reader.wrong("accepts") }
        guard let filling = Filling(rawValue: try reader.string("filling")) else { throw reader.wrong("filling") }
        // A hostile template must not make shed create a folder elsewhere, or a hidden one.
        let name = try reader.string("name")
        guard Name(name).isPossible, !Name(name).isHidden else { throw reader.wrong("name") }
        let names = try reader.array("names").compactMap(\.string)
        guard names.count == (try reader.array("names")).count else { throw reader.wrong("names") }
        guard let section = reader.object["section"]?.string else { throw reader.wrong("section") }
        guard let symbol = reader.object["symbol"]?.string else { throw reader.wrong("symbol") }
        self.init(
            role: Role(rawValue: try reader.string("role")), section: ForeignText(section), symbol: symbol, accepts: accepts,
            filling: filling, innerFolders: try reader.folderType("innerFolders"), name: name, names: names)
    }
}

extension MemberReader {
    /// The type of the folders in a folder; plain folders where nothing is said.
    fileprivate func folderType(_ key: String) throws(SidecarError) -> NodeType {
        guard let value = object[key] else { return .folder }
        guard let type = value.string.flatMap(NodeType.init), type.isDirectory, type != .project else { throw wrong(key) }
        return type
    }
}
