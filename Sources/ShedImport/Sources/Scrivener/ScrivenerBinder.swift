import ShedModel

/// What a `.scrivx` file says: the binder, and what labels, status and keywords are called.
///
/// The format is not published. What is read here is what stands in projects that Scrivener itself wrote: `Version="2.0"` by Scrivener 3,
/// `"1.0"` and `"1.5"` by Scrivener 2 for the Mac and Scrivener 1 for Windows, where an item is a number.
struct ScrivenerBinder {
    struct Item {
        var id: String
        var type: String
        var title: String
        var created: Int64?
        var modified: Int64?
        var tags: [ForeignTag] = []
        /// Of what is no text.
        var suffix: String?
        /// Fields that people made, and what they hold.
        var fields: [(name: String, value: String)] = []
        var children: [Item] = []

        var isFolder: Bool { !children.isEmpty || ["DraftFolder", "ResearchFolder", "Folder", "TrashFolder", "Root"].contains(type) }
        var isText: Bool { isFolder || type == "Text" }
    }

    private(set) var items: [Item] = []
    /// Of all items, those in the trash too.
    private(set) var ids: Set<String> = []
    private(set) var title: String?
    /// Whether items are numbers, and their texts stand together in one folder.
    let isEarlier: Bool
    private let path: RelativePath
    private let words: Words
    private var count = 0

    /// What numbers in an item stand for.
    private struct Words {
        var labels: [String: String] = [:]
        var labelGroup = "Label"
        var statuses: [String: String] = [:]
        var statusGroup = "Status"
        var keywords: [String: String] = [:]
        var fields: [String: String] = [:]
        /// What one of a list of values is called, by its field and number.
        var options: [String: String] = [:]
    }

    init(_ bytes: [UInt8], _ path: RelativePath) throws(ForeignError) {
        let root = try XMLElement.parse(bytes, root: "ScrivenerProject", path)
        let version = root["Version"] ?? "2.0"
        guard ["1.0", "1.5", "2.0"].contains(version) else { throw ForeignError(.version(String(version.prefix(40))), path) }
        isEarlier = version != "2.0"
        self.path = path
        words = ScrivenerBinder.words(root)
        title = root.first("ProjectProperties")?.value("ProjectTitle") ?? root.value("ProjectTitle")
        guard let binder = root.first("Binder") else { throw ForeignError(.empty, path) }
        for element in binder.all("BinderItem") { items.append(try item(element, depth: 1)) }
    }

    private static func words(_ root: XMLElement) -> Words {
        var words = Words()
        if let settings = root.first("LabelSettings") {
            words.labelGroup = settings.value("Title") ?? words.labelGroup
            words.labels = named(settings.first("Labels")?.all("Label") ?? [])
        }
        if let settings = root.first("StatusSettings") {
            words.statusGroup = settings.value("Title") ?? words.statusGroup
            words.statuses = named(settings.first("StatusItems")?.all("Status") ?? [])
        }
        if let keywords = root.first("Keywords") { addKeywords(keywords, to: &words.keywords) }
        for field in root.first("CustomMetaDataSettings")?.all("MetaDataField") ?? [] {
            guard let id = field["ID"] else { continue }
            words.fields[id] = field.value("Title") ?? field.value("Name") ?? id
            for option in field.first("ListOptions")?.all("Option") ?? [] {
                if let number = option["ID"] { words.options["\(id)\u{0}\(number)"] = ForeignText.trimmed(option.text) }
            }
        }
        return words
    }

    /// Names by their numbers, without that which means none.
    private static func named(_ elements: [XMLElement]) -> [String: String] {
        var names: [String: String] = [:]
        for element in elements {
            guard let id = element["ID"], id != "-1" else { continue }
            names[id] = ForeignText.trimmed(element.text)
        }
        return names
    }

    /// Keywords may stand below each other; each is a word by itself.
    private static func addKeywords(_ element: XMLElement, to names: inout [String: String]) {
        for keyword in element.all("Keyword") {
            if let id = keyword["ID"] { names[id] = keyword.value("Title") ?? ForeignText.trimmed(keyword.text) }
            if let children = keyword.first("Children") { addKeywords(children, to: &names) }
        }
    }

    private mutating func item(_ element: XMLElement, depth: Int) throws(ForeignError) -> Item {
        guard depth <= ForeignLimits.depth else { throw ForeignError(.tooDeep(most: ForeignLimits.depth), path) }
        count += 1
        guard count <= ForeignLimits.items else { throw ForeignError(.tooMany(most: ForeignLimits.items), path) }
        guard let id = element[isEarlier ? "ID" : "UUID"], ScrivenerBinder.isPlain(id) else { throw ForeignError(.malformed(line: nil), path) }
        ids.insert(id)
        var item = Item(id: id, type: element["Type"] ?? "Text", title: element.value("Title") ?? "")
        item.created = element["Created"].flatMap(ScrivenerTime.milliseconds)
        item.modified = element["Modified"].flatMap(ScrivenerTime.milliseconds)
        let facts = element.first("MetaData")
        func add(_ group: String, _ name: String?) { if let name, let tag = ForeignTag(name, group: group) { item.tags.append(tag) } }
        add(words.labelGroup, facts?.value("LabelID").flatMap { words.labels[$0] })
        add(words.statusGroup, facts?.value("StatusID").flatMap { words.statuses[$0] })
        for keyword in (element.first("Keywords") ?? facts?.first("Keywords"))?.all("KeywordID") ?? [] {
            add("Keywords", words.keywords[ForeignText.trimmed(keyword.text)])
        }
        item.suffix = facts?.value("FileExtension").flatMap { ScrivenerBinder.isPlain($0) ? $0 : nil }
        for field in facts?.first("CustomMetaData")?.all("MetaDataItem") ?? [] {
            guard let name = field.value("FieldID"), let value = field.value("Value") else { continue }
            item.fields.append((words.fields[name] ?? name, words.options["\(name)\u{0}\(value)"] ?? value))
        }
        for child in element.first("Children")?.all("BinderItem") ?? [] { item.children.append(try self.item(child, depth: depth + 1)) }
        return item
    }

    /// Whether it can stand in a path as it is.
    private static func isPlain(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isDigit || ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 == UInt8(ascii: "-") }
    }
}
