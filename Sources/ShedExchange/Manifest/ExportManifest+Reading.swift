import ShedMessages
import ShedModel
import ShedSidecar

extension ExportManifest {
    /// Reads a manifest of unknown origin. Members that it does not know are left out.
    /// - Throws: where a member is missing or wrong: with which.
    public init(bytes: [UInt8], limits: ImportLimits) throws(ImportFault) {
        let value: JSONValue
        do throws(JSONParser.Failure) { value = try JSONParser.parse(bytes, most: limits.values(in: bytes.count)) } catch {
            throw ImportFault(.manifestNoJSON(reason: error.description), at: RelativePath([ExportManifest.name]))
        }
        let reader = try ManifestReader(value, "")
        let format = try reader.integer("format")
        guard format == ExportManifest.format else {
            throw ImportFault(.manifestFormat(format: Int(clamping: format)), at: RelativePath([ExportManifest.name]), remedy: .manifestNewerShed)
        }
        let project = try reader.object("project")
        self.init(
            project: try ExportedProject(project), made: try reader.optionalTime("made") ?? 0, isWhole: reader.value["whole"]?.bool ?? false)
        isComplete = reader.value["complete"]?.bool ?? true
        labels.groups = try reader.list("tagGroups", most: limits.entries) { item throws(ImportFault) in
            ImportedGroup(try item.string("name"), id: try item.optionalID("id"))
        }
        labels.tags = try reader.list("tags", most: limits.entries) { item throws(ImportFault) in try ImportedTag(item) }
        labels.variables = try reader.list("variables", most: limits.entries) { item throws(ImportFault) in try ImportedVariable(item) }
        nodes = try reader.list("nodes", most: limits.entries) { item throws(ImportFault) in try ExportedNode(item, limits) }
        var paths: Set<RelativePath> = []
        func files(_ member: String) throws(ImportFault) -> [ExportedFile] {
            try reader.list(member, most: limits.entries) { item throws(ImportFault) in
                let path = try item.path("path", limits)
                guard paths.insert(path).inserted else { throw ManifestReader.wrong("\(item.place).path") }
                return ExportedFile(path: path, size: try item.size(), hash: try item.hash())
            }
        }
        (kept, keptOfNodes) = (try files("settings"), try files("settingsOfFolders"))
    }
}

/// Takes members out of an object of a manifest and says which is wrong.
private struct ManifestReader {
    let value: JSONObject
    /// Where it stands, for messages.
    let place: String

    init(_ value: JSONValue?, _ place: String) throws(ImportFault) {
        guard let object = value?.object else { throw ManifestReader.wrong(place) }
        (self.value, self.place) = (object, place)
    }

    static func wrong(_ member: String) -> ImportFault {
        ImportFault(.manifestWrong(member: EscapedText.beginning(member)), at: RelativePath([ExportManifest.name]))
    }

    private func fault(_ member: String) -> ImportFault { ManifestReader.wrong(place.isEmpty ? member : "\(place).\(member)") }

    func object(_ member: String) throws(ImportFault) -> ManifestReader {
        guard let found = value[member], found.object != nil else { throw fault(member) }
        return try ManifestReader(found, place.isEmpty ? member : "\(place).\(member)")
    }

    func optionalObject(_ member: String) throws(ImportFault) -> ManifestReader? { isAbsent(member) ? nil : try object(member) }

    private func isAbsent(_ member: String) -> Bool { value[member] == nil || value[member] == .null }

    func list<Item>(_ member: String, most: Int, _ read: (ManifestReader) throws(ImportFault) -> Item) throws(ImportFault) -> [Item] {
        if isAbsent(member) { return [] }
        guard let items = value[member]?.array else { throw fault(member) }
        guard items.count <= most else {
            throw member == "nodes" ? ImportFault(.importTooMany(most: most), raisedBy: "--max-files") : fault(member)
        }
        var result: [Item] = []
        for (position, item) in items.enumerated() {
            result.append(try read(try ManifestReader(item, "\(place.isEmpty ? "" : place + ".")\(member)[\(position)]")))
        }
        return result
    }

    /// A text of any length that a manifest can have.
    func string(_ member: String) throws(ImportFault) -> String {
        guard let text = value[member]?.string else { throw fault(member) }
        return text
    }

    /// A tag of a language, such as `en` or `zh-Hant` (BCP 47), as far as letters go: it stays in the project for good.
    func language() throws(ImportFault) -> String {
        let tag = try string("language")
        let isTag = { (byte: UInt8) in byte == 0x2d || byte == 0x5f || (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20) }
        guard !tag.isEmpty, tag.utf8.count <= 64, tag.utf8.allSatisfy(isTag) else { throw fault("language") }
        return tag
    }

    func optionalString(_ member: String) throws(ImportFault) -> String? { isAbsent(member) ? nil : try string(member) }

    func integer(_ member: String) throws(ImportFault) -> Int64 {
        guard let number = value[member]?.integer else { throw fault(member) }
        return number
    }

    func size() throws(ImportFault) -> Int64 {
        let size = try integer("size")
        guard size >= 0 else { throw fault("size") }
        return size
    }

    func hash() throws(ImportFault) -> ContentHash {
        guard let hash = value["sha256"]?.string.flatMap({ ContentHash($0) }) else { throw fault("sha256") }
        return hash
    }

    func id(_ member: String) throws(ImportFault) -> NodeID {
        guard let id = value[member]?.string.flatMap({ NodeID($0) }) else { throw fault(member) }
        return id
    }

    func optionalID(_ member: String) throws(ImportFault) -> NodeID? { isAbsent(member) ? nil : try id(member) }

    func optionalTime(_ member: String) throws(ImportFault) -> Int64? {
        if isAbsent(member) { return nil }
        guard let time = value[member]?.string.flatMap({ Timestamp.milliseconds($0) }) else { throw fault(member) }
        return Milliseconds.bounded(time)
    }

    /// Bytes that need not be UTF-8.
    func bytes(_ member: String) throws(ImportFault) -> [UInt8] {
        guard !isAbsent(member + "Bytes") else { return Array(try string(member).utf8) }
        guard let bytes = value[member + "Bytes"]?.string.flatMap({ Base64.decode($0) }) else { throw fault(member + "Bytes") }
        return bytes
    }

    func name(_ member: String) throws(ImportFault) -> Name {
        let name = Name(bytes: try bytes(member))
        guard name.isPossible else { throw fault(member) }
        return name
    }

    /// A path that leads nowhere but down: each of its names is one.
    func path(_ member: String, _ limits: ImportLimits) throws(ImportFault) -> RelativePath {
        let names = try bytes(member).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Name(bytes: Array($0)) }
        let path = RelativePath(names)
        guard !names.isEmpty, names.allSatisfy(\.isPossible), names.count <= limits.depth, !path.isTooDeep else { throw fault(member) }
        return path
    }

    /// At most so many labels has one thing.
    private static let mostLabels = 100_000

    func tags() throws(ImportFault) -> [String] {
        if isAbsent("tags") { return [] }
        guard let items = value["tags"]?.array, items.count <= ManifestReader.mostLabels else { throw fault("tags") }
        let texts = items.compactMap(\.string)
        guard texts.count == items.count else { throw fault("tags") }
        return texts
    }

    func values() throws(ImportFault) -> [ExportedValue] {
        guard let object = try optionalObject("variables") else { return [] }
        guard object.value.members.count <= ManifestReader.mostLabels else { throw fault("variables") }
        var values: [ExportedValue] = []
        for member in object.value.members {
            guard let value = VariableValue(member.value) else { throw fault("variables.\(member.name)") }
            values.append(ExportedValue(member.name, value))
        }
        return values
    }

    func fields() throws(ImportFault) -> [String: JSONValue] {
        guard let object = try optionalObject("fields") else { return [:] }
        return Dictionary(object.value.members.map { ($0.name, $0.value) }) { first, _ in first }
    }

    func word<Word: RawRepresentable<String>>(_ member: String, _ type: Word.Type) throws(ImportFault) -> Word? {
        guard let text = try optionalString(member) else { return nil }
        guard let word = Word(rawValue: text) else { throw fault(member) }
        return word
    }

    /// What is made of a text, if it is there.
    func made<Made>(_ member: String, _ make: (String) -> Made?) throws(ImportFault) -> Made? {
        guard let text = try optionalString(member) else { return nil }
        guard let made = make(text) else { throw fault(member) }
        return made
    }
}

extension ExportedProject {
    fileprivate init(_ reader: ManifestReader) throws(ImportFault) {
        self.init(
            id: try reader.id("id"), kind: try reader.string("kind"), name: try reader.name("name"), language: try reader.language(),
            created: try reader.optionalTime("created") ?? 0)
        details = try reader.optionalString("details")
        (tags, values, fields) = (try reader.tags(), try reader.values(), try reader.fields())
    }
}

extension ImportedTag {
    fileprivate init(_ reader: ManifestReader) throws(ImportFault) {
        self.init(
            Title(group: try reader.optionalString("group"), try reader.string("name")), colour: try reader.made("colour") { Colour(hexadecimal: $0) },
            scope: try reader.word("scope", LabelScope.self), id: try reader.optionalID("id"))
    }
}

extension ImportedVariable {
    fileprivate init(_ reader: ManifestReader) throws(ImportFault) {
        guard let type = try reader.word("type", VariableType.self) else { throw ManifestReader.wrong("\(reader.place).type") }
        let options = reader.value["options"]?.array ?? []
        let texts = options.compactMap(\.string)
        guard texts.count == options.count, texts.count <= LabelField.mostOptions else { throw ManifestReader.wrong("\(reader.place).options") }
        self.init(try reader.string("name"), type, options: texts, scope: try reader.word("scope", LabelScope.self), id: try reader.optionalID("id"))
    }
}

extension ExportedNode {
    fileprivate init(_ reader: ManifestReader, _ limits: ImportLimits) throws(ImportFault) {
        self.init(id: try reader.id("id"), type: try reader.string("type"), path: try reader.path("path", limits))
        parent = try reader.optionalID("parent")
        role = try reader.word("role", Role.self)
        accepts = try reader.word("accepts", Accepts.self)
        order = try reader.made("order") { OrderKey($0) }
        (tags, values, fields) = (try reader.tags(), try reader.values(), try reader.fields())
        (created, modified) = (try reader.optionalTime("created"), try reader.optionalTime("modified"))
        mode = try reader.made("mode") { Octal.permissions($0) }
        if reader.value["sha256"] != nil { content = (try reader.size(), try reader.hash()) }
        state.isException = reader.value["exception"]?.bool ?? false
        if let place = try reader.optionalObject("origin") { state.origin = Place(parent: try place.id("parent"), name: try place.name("name")) }
        if let rejection = try reader.optionalObject("rejection") {
            state.rejection = Rejection(
                rule: ForeignText(try rejection.string("rule")), origin: try rejection.path("origin", limits), folder: try rejection.optionalID("folder"),
                time: try rejection.optionalTime("time") ?? 0, known: rejection.value["known"]?.bool ?? false)
        }
        versions = try reader.list("versions", most: limits.entries) { item throws(ImportFault) in
            ExportedVersion(hash: try item.hash(), size: try item.size(), time: try item.optionalTime("time") ?? 0, name: try item.optionalString("name"))
        }
        versions += try reader.list("overwritten", most: limits.entries) { item throws(ImportFault) in
            ExportedVersion(hash: try item.hash(), size: try item.size(), time: try item.optionalTime("time") ?? 0, name: nil, actor: try item.optionalString("by") ?? "")
        }
    }
}
