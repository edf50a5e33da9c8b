import ShedModel

/// A project of Manuskript, file format 1: `outline/` with texts and folders whose names begin with numbers, `characters/`, and files
/// beside them. It stands in a folder beside its `.msk`, or is a ZIP of that name.
struct ManuskriptProject {
    private let folder: any ForeignFolder
    private let root: RelativePath
    var losses = ForeignLosses()
    private var budget = TextBudget()
    private var words = Words()
    private var revisions: [String: [ForeignVersion]] = [:]

    private struct Words {
        var labels: [String] = []
        var statuses: [String] = []
        /// Names of characters by their IDs.
        var characters: [String: String] = [:]
    }

    private init(_ folder: any ForeignFolder, _ root: RelativePath) { (self.folder, self.root) = (folder, root) }

    static let outline: Name = "outline"
    /// Says the version of the format.
    static let version: Name = "MANUSKRIPT"

    /// - Parameter root: where `MANUSKRIPT` or `outline` stands.
    /// - Parameter isNamed: whether its `.msk` was named, and not what that stands in.
    static func read(_ folder: any ForeignFolder, at root: RelativePath, isNamed: Bool = false) throws(ForeignError) -> ForeignProject {
        var reader = ManuskriptProject(folder, root)
        if let text = try reader.text(RelativePath([version])), ForeignText.trimmed(text[...]) != "1" {
            throw ForeignError(.version(String(text.prefix(40))), root.appending(version))
        }
        guard try folder.entry(root.appending(outline))?.isFolder == true else {
            throw ForeignError(try folder.size(root.appending(version)) == nil ? .empty : .lacksIndex("\(outline)", .manuskript), root)
        }
        reader.words.labels = try reader.list("labels.txt")
        reader.words.statuses = try reader.list("status.txt")
        let characters = try reader.characters()
        reader.revisions = try reader.readRevisions()
        var items = try reader.items(root.appending(outline), depth: 1)
        var names = ForeignNames()
        for item in items { _ = names.take(file: item.name) }
        if !characters.isEmpty { items.append(ForeignItem(names.take("Characters").name, .folder(characters))) }
        for (title, text) in [("World", try reader.world()), ("Plots", try reader.plots()), ("Summary", try reader.summary())] where !text.isEmpty {
            items.append(ForeignItem(names.take(title, suffix: ".md").name, .made(Array(text.utf8))))
        }
        let facts = ManuskriptText(try reader.text("infos.txt") ?? "")
        if !isNamed { try reader.noteOthers() }
        try reader.noteLinks()
        reader.losses.add(.settings)
        let title = facts["Title"] ?? String(decoding: (root.last ?? folder.name).parts.stem, as: UTF8.self)
        return ForeignProject(.manuskript, title: title, items: items, losses: reader.losses)
    }

    /// Other projects beside it.
    private mutating func noteOthers() throws(ForeignError) {
        guard let name = root.last?.text else { return }
        for entry in try folder.entries(of: root.parent) where entry.size != nil && entry.name.hasSuffix(".msk") && String(decoding: entry.name.parts.stem, as: UTF8.self) != name {
            losses.add(.indices, at: "\(entry.name)")
        }
    }

    func text(_ path: RelativePath) throws(ForeignError) -> String? { try folder.text(root.appending(path), limit: ForeignLimits.text) }

    /// A file of those beside the outline; `nil` where it is not there or empty.
    func bytes(_ path: RelativePath) throws(ForeignError) -> [UInt8]? {
        guard let size = try entry(path)?.size, size > 0 else { return nil }
        return try folder.bytes(root.appending(path), limit: ForeignLimits.index)
    }

    func entry(_ path: RelativePath) throws(ForeignError) -> ForeignEntry? { try folder.entry(root.appending(path)) }

    func ordered(_ path: RelativePath) throws(ForeignError) -> [ForeignEntry] {
        ManuskriptProject.ordered(try folder.entries(of: root.appending(path)))
    }

    mutating func know(character id: String, _ name: String) { words.characters[id] = name }

    /// Words in lines, with a colour behind a colon.
    private func list(_ name: RelativePath) throws(ForeignError) -> [String] {
        ForeignText.lines(try text(name) ?? "").filter { !$0.isEmpty }.map { line in
            guard let colon = line.lastIndex(of: ":"), ForeignText.trimmed(line[line.index(after: colon)...]).hasPrefix("#") else {
                return String(ForeignText.trimmed(line))
            }
            return String(ForeignText.trimmed(line[..<colon]))
        }
    }

    // MARK: - The outline

    private mutating func items(_ place: RelativePath, depth: Int) throws(ForeignError) -> [ForeignItem] {
        guard depth <= ForeignLimits.depth else { throw ForeignError(.tooDeep(most: ForeignLimits.depth), place) }
        var names = ForeignNames()
        var made: [ForeignItem] = []
        for entry in ManuskriptProject.ordered(try folder.entries(of: place)) {
            let path = place.appending(entry.name)
            if entry.name.isHidden || entry.name == "folder.txt" { continue }
            try budget.count(path)
            switch entry.sort {
            case .other: losses.add(.unusual, at: "\(path)")
            case .folder:
                let about = try folder.text(path.appending(Name("folder.txt")), limit: ForeignLimits.text).map(ManuskriptText.init)
                made.append(try self.folder(path, about ?? ManuskriptText(""), &names, depth: depth))
            case .file:
                guard entry.name.hasSuffix(".md"), let text = try folder.text(path, limit: ForeignLimits.text) else {
                    losses.add(.unnamed, at: "\(path)")
                    continue
                }
                made.append(try file(ManuskriptText(text), path, &names))
            }
        }
        return made
    }

    /// By the numbers before their names.
    private static func ordered(_ entries: [ForeignEntry]) -> [ForeignEntry] {
        func number(_ name: Name) -> Int {
            let digits = name.bytes.prefix(9, while: \.isDigit)
            return digits.isEmpty ? Int.max : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        return entries.sorted { (number($0.name), $0.name) < (number($1.name), $1.name) }
    }

    private mutating func folder(
        _ path: RelativePath, _ about: ManuskriptText, _ names: inout ForeignNames, depth: Int
    ) throws(ForeignError) -> ForeignItem {
        let title = title(about, path)
        let (name, isChanged) = names.take(title)
        if isChanged { losses.add(.names, at: title) }
        var children = try items(path, depth: depth + 1)
        let own = file(about)
        if !own.isEmpty {
            var inner = ForeignNames()
            for child in children { _ = inner.take(file: child.name) }
            children.insert(ForeignItem(inner.take(title, suffix: ".md").name, .made(own.bytes)), at: 0)
            try budget.spend(own.bytes.count, path)
        }
        return ForeignItem(name, .folder(children), tags: tags(about))
    }

    private mutating func file(_ text: ManuskriptText, _ path: RelativePath, _ names: inout ForeignNames) throws(ForeignError) -> ForeignItem {
        let title = title(text, path)
        let (name, isChanged) = names.take(title, suffix: ".md")
        if isChanged { losses.add(.names, at: title) }
        let bytes = file(text).bytes
        try budget.spend(bytes.count, path)
        var versions: [ForeignVersion] = []
        if let id = text["ID"], let found = revisions[id] { versions = found }
        return ForeignItem(name, .made(bytes), tags: tags(text), versions: versions)
    }

    private func title(_ text: ManuskriptText, _ path: RelativePath) -> String {
        text["title"] ?? String(decoding: (path.last ?? folder.name).parts.stem, as: UTF8.self)
    }

    private func file(_ text: ManuskriptText) -> MarkdownFile {
        var file = MarkdownFile()
        file.add("summary", text["summarySentence"])
        file.add("synopsis", text["summaryFull"])
        file.text = text.body.isEmpty || text.body.hasSuffix("\n") ? text.body : text.body + "\n"
        if ForeignText.trimmed(file.text[...]).isEmpty { file.text = "" }
        file.remark("Notes", text["notes"])
        return file
    }

    /// Labels and status are numbers of lines, from 1; a point of view is a character's ID.
    private func tags(_ text: ManuskriptText) -> [ForeignTag] {
        func word(_ key: String, _ words: [String]) -> String? {
            guard let number = text[key].flatMap({ Int($0) }), words.indices.contains(number - 1) else { return nil }
            return words[number - 1]
        }
        var tags: [ForeignTag] = []
        let view = text["POV"].flatMap { words.characters[$0] }
        for (group, name) in [("Label", word("label", words.labels)), ("Status", word("status", words.statuses)), ("POV", view)] {
            if let tag = name.flatMap({ ForeignTag($0, group: group) }) { tags.append(tag) }
        }
        return tags
    }
}

extension Collection {
    /// The longest beginning that fits, of so many elements at most.
    fileprivate func prefix(_ most: Int, while fits: (Element) -> Bool) -> SubSequence { prefix(most).prefix(while: fits) }
}
