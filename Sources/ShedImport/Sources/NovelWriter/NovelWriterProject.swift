import ShedModel

/// A project of novelWriter 2 and later: `nwProject.nwx` of file version 1.5, and `content/HANDLE.nwd`.
struct NovelWriterProject {
    static let file: RelativePath = "nwProject.nwx"
    static let version = "1.5"

    private struct Item {
        var handle: String
        var parent: String?
        var order: Int
        var type: String
        var sort: String
        var name: String
        var tag: ForeignTag?
    }

    private let folder: any ForeignFolder
    private var losses = ForeignLosses()
    private var budget = TextBudget()
    private var children: [String: [Item]] = [:]
    private var reached: Set<String> = []

    private init(_ folder: any ForeignFolder) { self.folder = folder }

    private static let texts: RelativePath = "content"
    private static let ending = ".nwd"

    static func isMeant(_ folder: any ForeignFolder) throws(ForeignError) -> Bool {
        if try folder.entry(file) != nil { return true }
        // Without it, it is one still, and no folder of documents.
        guard try folder.entry(texts)?.isFolder == true else { return false }
        return try folder.entries(of: texts).contains { $0.name.hasSuffix(ending) }
    }

    static func read(_ folder: any ForeignFolder) throws(ForeignError) -> ForeignProject {
        guard try folder.size(file) != nil else { throw try isMeant(folder) ? ForeignError(.lacksIndex("\(file)", .novelWriter)) : ForeignError(.missing, file) }
        let root = try XMLElement.parse(try folder.bytes(file, limit: ForeignLimits.index), root: "novelWriterXML", file)
        let version = root["fileVersion"] ?? ""
        guard version == self.version else { throw ForeignError(.version(String(version.prefix(40))), file) }
        var reader = NovelWriterProject(folder)
        let items = try reader.items(root)
        var nodes: [ForeignItem] = []
        var names = ForeignNames()
        for item in reader.children[""] ?? [] {
            if let made = try reader.make(item, &names, depth: 1) { nodes.append(made) }
        }
        // Whatever no root leads to stands in a circle.
        if let lost = items.first(where: { !reader.reached.contains($0.handle) }) { throw ForeignError(.circle(lost.name), file) }
        try reader.noteUnnamed(besides: Set(items.map(\.handle)))
        reader.losses.add(.settings)
        let title = root.first("project")?.value("name") ?? String(decoding: folder.name.bytes, as: UTF8.self)
        return ForeignProject(.novelWriter, title: title, items: nodes, losses: reader.losses)
    }

    /// Texts that the tree does not name, and others that say what belongs to the project.
    private mutating func noteUnnamed(besides handles: Set<String>) throws(ForeignError) {
        let texts = NovelWriterProject.texts
        for entry in try folder.entry(texts)?.isFolder == true ? folder.entries(of: texts) : [] where entry.name.hasSuffix(NovelWriterProject.ending) && !entry.isFolder {
            guard !handles.contains(String(decoding: entry.name.parts.stem, as: UTF8.self)) else { continue }
            losses.add(entry.size == nil ? .unusual : .unnamed, at: "\(texts.appending(entry.name))")
        }
        for entry in try folder.entries(of: .root) where entry.name.hasSuffix(".nwx") && NovelWriterProject.file.last != entry.name { losses.add(.indices, at: "\(entry.name)") }
    }

    private mutating func items(_ root: XMLElement) throws(ForeignError) -> [Item] {
        let settings = root.first("settings")
        let statuses = NovelWriterProject.named(settings?.first("status"))
        let importances = NovelWriterProject.named(settings?.first("importance"))
        guard let content = root.first("content") else { throw ForeignError(.empty, NovelWriterProject.file) }
        var items: [Item] = []
        var known: Set<String> = []
        for element in content.all("item") {
            guard let handle = element["handle"], NovelWriterProject.isHandle(handle) else {
                throw ForeignError(.malformed(line: nil), NovelWriterProject.file)
            }
            guard known.insert(handle).inserted else { throw ForeignError(.doubled(handle), NovelWriterProject.file) }
            guard items.count < ForeignLimits.items else { throw ForeignError(.tooMany(most: ForeignLimits.items), NovelWriterProject.file) }
            let name = element.first("name")
            let sort = element["class"] ?? ""
            var item = Item(
                handle: handle, parent: element["parent"].flatMap { $0 == "None" ? nil : $0 }, order: element["order"].flatMap { Int($0) } ?? 0,
                type: element["type"] ?? "", sort: sort, name: name.map { ForeignText.trimmed($0.text) } ?? "")
            let isStory = sort == "NOVEL" || sort == "ARCHIVE"
            let word = isStory ? name?["status"].flatMap { statuses[$0] } : name?["import"].flatMap { importances[$0] }
            item.tag = word.flatMap { ForeignTag($0, group: isStory ? "Status" : "Importance") }
            items.append(item)
        }
        for item in items {
            let above = item.parent.flatMap { known.contains($0) ? $0 : nil } ?? ""
            children[above, default: []].append(item)
        }
        for (above, below) in children {
            // The order of the file counts where numbers are the same.
            children[above] = below.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element)
        }
        return items
    }

    private static func named(_ element: XMLElement?) -> [String: String] {
        var names: [String: String] = [:]
        for entry in element?.all("entry") ?? [] {
            if let key = entry["key"] { names[key] = ForeignText.trimmed(entry.text) }
        }
        return names
    }

    private static func isHandle(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }

    private mutating func make(_ item: Item, _ names: inout ForeignNames, depth: Int) throws(ForeignError) -> ForeignItem? {
        guard depth <= ForeignLimits.depth else { throw ForeignError(.tooDeep(most: ForeignLimits.depth), NovelWriterProject.file) }
        reached.insert(item.handle)
        try budget.count(NovelWriterProject.file)
        let below = children[item.handle] ?? []
        if item.type == "ROOT", item.sort == "TRASH" {
            losses.add(.trash, pass(below))
            return nil
        }
        let isFile = item.type == "FILE"
        let (name, isChanged) = names.take(item.name, suffix: isFile && below.isEmpty ? ".md" : "")
        if isChanged { losses.add(.names, at: item.name) }
        let tags = item.tag.map { [$0] } ?? []
        if isFile, below.isEmpty {
            return ForeignItem(name, .made(try text(item)), tags: tags)
        } else {
            var inner = ForeignNames()
            var nodes: [ForeignItem] = []
            if isFile { nodes.append(ForeignItem(inner.take(item.name, suffix: ".md").name, .made(try text(item)), tags: tags)) }
            for child in below {
                if let node = try make(child, &inner, depth: depth + 1) { nodes.append(node) }
            }
            // Of a text with others below it the text has what is said of it.
            return ForeignItem(name, .folder(nodes), tags: isFile ? [] : tags)
        }
    }

    /// Counts what is left out with all below it.
    private mutating func pass(_ items: [Item]) -> Int {
        var count = 0
        var left = items
        while let item = left.popLast() {
            count += 1
            reached.insert(item.handle)
            left += children[item.handle] ?? []
        }
        return count
    }

    private mutating func text(_ item: Item) throws(ForeignError) -> [UInt8] {
        let path = NovelWriterProject.texts.appending(Name(item.handle + NovelWriterProject.ending))
        guard let text = try folder.text(path, limit: ForeignLimits.text) else {
            losses.add(.missing, at: item.name)
            return []
        }
        let bytes = Array(NovelWriterText.markdown(text, title: item.name, &losses).utf8)
        try budget.spend(bytes.count, path)
        return bytes
    }
}
