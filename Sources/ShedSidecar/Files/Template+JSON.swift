import ShedModel

extension Template {
    static let fileName: Name = "template.json"
    /// A template with more folders is not read.
    static let mostFolders = 1000

    package var bytes: [UInt8] {
        let folders: [JSONValue] = folders.map { folder in
            var object: JSONObject = [
                "accepts": .string(folder.accepts.rawValue), "filling": .string(folder.filling.rawValue),
                "name": .string(folder.name), "names": .array(folder.names.map { .string($0) }),
                "role": .string(folder.role.rawValue), "section": .string(folder.section.raw), "symbol": .string(folder.symbol),
            ]
            if folder.innerFolders != .folder { object["innerFolders"] = .string(folder.innerFolders.rawValue) }
            if let parent = folder.nesting.parent { object["parent"] = .string(parent.rawValue) }
            if let children = folder.nesting.children { object["children"] = .string(children.rawValue) }
            if let emoji = folder.badge.emoji { object["emoji"] = .string(emoji) }
            if let colour = folder.badge.colour { object["color"] = .string("\(colour)") }
            return .object(object.sorted)
        }
        var json: JSONObject = [
            "folders": .array(folders), "format": .integer(Batch.format), "kind": .string(kind.raw),
            "language": .string(language.rawValue), "root": .string(root.rawValue),
        ]
        if rootFolders != .folder { json["rootFolders"] = .string(rootFolders.rawValue) }
        if !files.isEmpty { json["files"] = .array(files.map(\.json)) }
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
        guard Set(folders.map(\.role)).count == folders.count, Template.misplaced(folders) == nil else { throw reader.wrong("folders") }
        let files = try StartingFile.read(reader)
        self.init(
            kind: ForeignText(try reader.string("kind")), language: Language(rawValue: try reader.string("language")), root: root,
            rootFolders: try reader.folderType("rootFolders"), folders: folders, files: files)
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
        nesting = FolderNesting(parent: try reader.optional("parent").map(Role.init(rawValue:)),
            children: try reader.optional("children").flatMap(Accepts.init(rawValue:)))
        // What only decorates and cannot be shown is left out.
        let emoji = try reader.optional("emoji")
        badge = FolderBadge(
            emoji: emoji.flatMap { FolderBadge.isPossible(emoji: $0) ? $0 : nil }, colour: try reader.optional("color").flatMap(Colour.init(hexadecimal:)))
    }
}

extension StartingFile {
    fileprivate var json: JSONValue {
        var object: JSONObject = ["text": .string(text)]
        if let key { object["key"] = .string(key) }
        if let folder { object["folder"] = .string(folder.rawValue) }
        if let name { object["name"] = .string(name) }
        return .object(object.sorted)
    }

    fileprivate static func read(_ reader: MemberReader) throws(SidecarError) -> [StartingFile] {
        guard reader.object["files"] != nil else { return [] }
        let values = try reader.array("files")
        guard values.count <= most else { throw reader.wrong("files") }
        var files: [StartingFile] = []
        for value in values {
            guard let object = value.object else { throw reader.wrong("files") }
            let member = MemberReader(file: reader.file, object: object)
            let file = StartingFile(
                key: try member.optional("key"), folder: try member.optional("folder").map(Role.init(rawValue:)), name: try member.optional("name"),
                text: try member.optional("text") ?? "")
            // A hostile template must not make shed write a file elsewhere, or a hidden one.
            guard file.name.map({ Name($0).isPossible && !Name($0).isHidden }) ?? true, file.text.utf8.count <= longest else {
                throw reader.wrong("files")
            }
            files.append(file)
        }
        return files
    }
}

extension MemberReader {
    /// A text that need not be there.
    fileprivate func optional(_ key: String) throws(SidecarError) -> String? {
        guard let value = object[key] else { return nil }
        guard let text = value.string else { throw wrong(key) }
        return text
    }

    /// The type of the folders in a folder; plain folders where nothing is said.
    fileprivate func folderType(_ key: String) throws(SidecarError) -> NodeType {
        guard let value = object[key] else { return .folder }
        guard let type = value.string.flatMap(NodeType.init), type.isDirectory, type != .project else { throw wrong(key) }
        return type
    }
}
