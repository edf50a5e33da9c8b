import ShedModel

/// A project of Scrivener: a folder that ends in `.scriv`, with a `.scrivx` in it.
struct ScrivenerProject {
    private let texts: ScrivenerTexts
    private var losses = ForeignLosses()
    private var budget = TextBudget()
    private var claimed: Set<String> = []

    /// The file with the binder: of several that which is called as its folder.
    static func binder(_ folder: any ForeignFolder) throws(ForeignError) -> RelativePath? {
        let files = try folder.entries(of: .root).filter { $0.size != nil && $0.name.hasSuffix(".scrivx") }.map(\.name)
        let stem = folder.name.parts.stem
        let title = String(decoding: stem, as: UTF8.self)
        // Strings are alike in whichever of Unicode's forms they are.
        let own = files.first { $0.parts.stem.elementsEqual(stem) } ?? files.first { String(decoding: $0.parts.stem, as: UTF8.self) == title }
        return (own ?? files.first).map { RelativePath([$0]) }
    }

    /// In which Scrivener 1 for the Mac has its binder, in a form of that system.
    static let firstBinder: RelativePath = "binder.scrivproj"

    static func isMeant(_ folder: any ForeignFolder) throws(ForeignError) -> Bool {
        if try binder(folder) != nil { return true }
        if try folder.size(firstBinder) != nil { return true }
        // Without its binder it is one still, and no folder of documents.
        if folder.name.hasSuffix(ending) { return true }
        guard try folder.size("Files/version.txt") != nil else { return false }
        for place in [ScrivenerTexts.data, ScrivenerTexts.earlier] where try folder.entry(place)?.isFolder == true { return true }
        return false
    }

    /// Of the folder.
    static let ending = ".scriv"

    static func read(_ folder: any ForeignFolder) throws(ForeignError) -> ForeignProject {
        guard let path = try binder(folder) else {
            if try folder.size(firstBinder) != nil { throw ForeignError(.version("1"), firstBinder) }
            throw ForeignError(try isMeant(folder) ? .lacksIndex(".scrivx", .scrivener) : .empty)
        }
        let binder = try ScrivenerBinder(try folder.bytes(path, limit: ForeignLimits.index), path)
        var reader = ScrivenerProject(texts: try ScrivenerTexts(folder, isEarlier: binder.isEarlier))
        let items = try reader.items(binder.items)
        try reader.texts.noteUnnamed(besides: binder.ids, &reader.losses)
        for entry in try folder.entries(of: .root) where entry.name.hasSuffix(".scrivx") && path.last != entry.name { reader.losses.add(.indices, at: "\(entry.name)") }
        reader.losses.add(.settings)
        let title = binder.title ?? String(decoding: folder.name.parts.stem, as: UTF8.self)
        return ForeignProject(.scrivener, title: title, items: items, losses: reader.losses)
    }

    private mutating func items(_ items: [ScrivenerBinder.Item], besides names: ForeignNames = ForeignNames()) throws(ForeignError) -> [ForeignItem] {
        var names = names
        var made: [ForeignItem] = []
        for item in items {
            if item.type == "TrashFolder" {
                losses.add(.trash, ScrivenerProject.count(item) - 1)
                continue
            }
            try budget.count(.root)
            if let new = try self.item(item, &names) { made.append(new) }
        }
        return made
    }

    private static func count(_ item: ScrivenerBinder.Item) -> Int { item.children.reduce(1) { $0 + count($1) } }

    private mutating func item(_ item: ScrivenerBinder.Item, _ names: inout ForeignNames) throws(ForeignError) -> ForeignItem? {
        let isOwn = claimed.insert(item.id).inserted
        if isOwn { try noteCard(item) } else { losses.add(.places, at: item.title) }
        var new: ForeignItem
        if item.isFolder {
            new = ForeignItem(take(item, "", &names), .folder([]))
            var inner = ForeignNames()
            var children: [ForeignItem] = []
            if isOwn, let own = try text(item, always: false) {
                children.append(ForeignItem(inner.take(item.title, suffix: ".md").name, .made(own)))
                children[0].versions = try versions(item)
            }
            children += try items(item.children, besides: inner)
            new.content = .folder(children)
        } else if item.isText {
            new = ForeignItem(take(item, ".md", &names), .made(isOwn ? try text(item, always: true) ?? [] : []))
            if isOwn { new.versions = try versions(item) }
        } else {
            guard isOwn, let found = try file(item, &names) else {
                losses.add(.missing, at: item.title)
                return nil
            }
            new = found
        }
        new.tags = item.tags
        (new.created, new.modified) = (item.created, item.modified)
        return new
    }

    private mutating func take(_ item: ScrivenerBinder.Item, _ suffix: String, _ names: inout ForeignNames) -> Name {
        let (name, isChanged) = names.take(item.title, suffix: suffix)
        if isChanged, !item.title.isEmpty { losses.add(.names, at: item.title) }
        return name
    }

    /// What an item says: its text, synopsis, notes and fields.
    /// - Parameter always: whether an empty file is made where it says nothing.
    private mutating func text(_ item: ScrivenerBinder.Item, always: Bool) throws(ForeignError) -> [UInt8]? {
        var file = MarkdownFile()
        file.add("synopsis", try texts.synopsis(item.id, &losses))
        for field in item.fields { file.add(field.name, field.value) }
        file.text = try texts.markdown(item.id, "content", title: item.title, &losses) ?? ""
        file.remark("Notes", try texts.markdown(item.id, "notes", title: item.title, &losses))
        guard always || !file.isEmpty else { return nil }
        let bytes = file.bytes
        try budget.spend(bytes.count, .root)
        return bytes
    }

    private mutating func versions(_ item: ScrivenerBinder.Item) throws(ForeignError) -> [ForeignVersion] {
        try texts.versions(item.id, title: item.title, &losses, &budget)
    }

    /// A picture, a PDF, or whatever else stands in the binder.
    private mutating func file(_ item: ScrivenerBinder.Item, _ names: inout ForeignNames) throws(ForeignError) -> ForeignItem? {
        let files = try texts.entries(item.id).filter { $0.size != nil }
        let wanted = item.suffix.map { Name("content.\($0)") }
        let entry = files.first { $0.name == wanted } ?? files.first {
            $0.name == "content" || $0.name.bytes.starts(with: "content.".utf8) && !ScrivenerProject.isBeside($0.name)
        }
        guard let entry, let size = entry.size else { return nil }
        let suffix = String(decoding: entry.name.parts.suffix, as: UTF8.self)
        let stem = item.title.lowercased().hasSuffix(suffix.lowercased()) ? String(item.title.dropLast(suffix.count)) : item.title
        let (name, isChanged) = names.take(stem, suffix: suffix)
        if isChanged, !item.title.isEmpty { losses.add(.names, at: item.title) }
        return ForeignItem(name, .file(texts.path(item.id, entry.name), size: size))
    }

    /// What Scrivener keeps beside a file for itself.
    private static func isBeside(_ name: Name) -> Bool { name.hasSuffix(".styles") || name.hasSuffix(".comments") || name.hasSuffix(".rtf") }

    /// A picture on an item's card stays.
    private mutating func noteCard(_ item: ScrivenerBinder.Item) throws(ForeignError) {
        losses.add(.images, try texts.entries(item.id).count { $0.name.bytes.starts(with: "card-image.".utf8) }, at: item.title)
    }
}
