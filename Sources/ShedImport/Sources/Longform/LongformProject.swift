import ShedModel

/// Projects of Longform, in a folder of notes of Obsidian's: an index note each, whose front matter has `longform` with the scenes in
/// their order. Notes stay as they are; a scene with others below it becomes a folder that begins with it. Notes that no index names, and
/// all other files, stand behind them where they stood.
struct LongformProject {
    private struct Scene {
        var title: String
        var below: [Scene] = []
    }

    /// An index note.
    private struct Index {
        var scenes: [Scene]
        var folder: RelativePath
    }

    private let source: any ForeignFolder
    private var losses = ForeignLosses()
    private var budget = TextBudget()
    /// By the folder in which the index stands.
    private var indices: [RelativePath: [Index]] = [:]
    /// Scenes that stand in their order already.
    private var placed: Set<RelativePath> = []
    /// Those that came: one that is named again stays where it came first, and is read once.
    private var come: Set<RelativePath> = []
    /// The folders that those stand in, all the way up.
    private var around: Set<RelativePath> = []
    private var isFound = false

    private init(_ source: any ForeignFolder) { self.source = source }

    /// - Parameter file: the index note, where one was named; else all are looked for.
    static func read(_ source: any ForeignFolder, index file: Name? = nil) throws(ForeignError) -> ForeignProject {
        var reader = LongformProject(source)
        var title = String(decoding: source.name.parts.stem, as: UTF8.self)
        if let file {
            title = try reader.index(RelativePath([file])) ?? String(decoding: file.parts.stem, as: UTF8.self)
        } else {
            try reader.find(.root, depth: 1)
        }
        guard reader.isFound else { throw ForeignError(.noIndex) }
        // Scenes of folders below are placed before their folders are copied.
        let items = try reader.items(.root, depth: 1)
        reader.losses.add(.settings)
        return ForeignProject(.longform, title: title, items: items, losses: reader.losses)
    }

    private mutating func find(_ folder: RelativePath, depth: Int) throws(ForeignError) {
        guard depth <= ForeignLimits.depth else { throw ForeignError(.tooDeep(most: ForeignLimits.depth), folder) }
        for entry in try source.entries(of: folder) where !entry.name.isHidden {
            let path = folder.appending(entry.name)
            if entry.isFolder { try find(path, depth: depth + 1) } else if entry.size != nil, entry.name.hasSuffix(".md") { _ = try index(path) }
        }
    }

    /// Takes a note in if it is an index.
    /// - Returns: its title.
    private mutating func index(_ path: RelativePath) throws(ForeignError) -> String? {
        guard let size = try source.size(path), size <= ForeignLimits.short, let facts = try ObsidianNote.facts(source, path), let entry = facts["longform"],
            let format = entry["format"]?.text, format == "scenes" || format == "single"
        else { return nil }
        isFound = true
        if format == "scenes" {
            let place = entry["sceneFolder"]?.text ?? "/"
            guard let folder = LongformProject.folder(place, below: path.parent) else { throw ForeignError(.malformed(line: nil), path) }
            var scenes: [Scene] = []
            for value in entry["scenes"]?.list ?? [] { try LongformProject.add(value, to: &scenes, level: 0, path) }
            let index = Index(scenes: scenes, folder: folder)
            try take(scenes, folder)
            indices[path.parent, default: []].append(index)
        }
        return entry["title"]?.text
    }

    private mutating func take(_ scenes: [Scene], _ folder: RelativePath) throws(ForeignError) {
        for scene in scenes {
            if let path = try file(scene, folder), placed.insert(path).inserted {
                var above = path.parent
                while around.insert(above).inserted, !above.isRoot { above = above.parent }
            }
            try take(scene.below, folder)
        }
    }

    /// `/`, `Scenes`, `Scenes/` or `./Scenes`, from the index; nothing that lies outside of its folder.
    private static func folder(_ text: String, below folder: RelativePath) -> RelativePath? {
        var names = folder.names
        for part in text.split(separator: "/") where part != "." {
            let name = Name(String(part))
            guard name.isPossible else { return nil }
            names.append(name)
        }
        return RelativePath(names)
    }

    /// - Returns: where the note of a scene stands; `nil` where there is none.
    private func file(_ scene: Scene, _ folder: RelativePath) throws(ForeignError) -> RelativePath? {
        let name = Name(scene.title + ".md")
        guard name.isPossible, !name.isHidden, let path = try source.found(folder.appending(name)) else { return nil }
        return try source.size(path) == nil ? nil : path
    }

    /// A list within the list stands below the scene before it.
    private static func add(_ value: YAMLValue, to scenes: inout [Scene], level: Int, _ path: RelativePath) throws(ForeignError) {
        switch value {
        case .text(let title): scenes.append(Scene(title: title))
        case .list(let values):
            guard level < ForeignLimits.depth else { throw ForeignError(.tooDeep(most: ForeignLimits.depth), path) }
            if scenes.isEmpty {
                for value in values { try add(value, to: &scenes, level: level + 1, path) }
            } else {
                for value in values { try add(value, to: &scenes[scenes.count - 1].below, level: level + 1, path) }
            }
        case .null, .map: throw ForeignError(.malformed(line: nil), path)
        }
    }

    // MARK: - What becomes of it

    private mutating func items(_ folder: RelativePath, depth: Int) throws(ForeignError) -> [ForeignItem] {
        guard depth <= ForeignLimits.depth else { throw ForeignError(.tooDeep(most: ForeignLimits.depth), folder) }
        var names = ForeignNames()
        var made: [ForeignItem] = []
        for index in indices[folder] ?? [] {
            for scene in index.scenes { if let item = try self.item(scene, index.folder, &names, depth: depth) { made.append(item) } }
        }
        for entry in try source.entries(of: folder) {
            guard !entry.name.isHidden else {
                losses.addUnseen(entry, in: folder)
                continue
            }
            let path = folder.appending(entry.name)
            if placed.contains(path) { continue }
            try budget.count(path)
            switch entry.sort {
            case .other: losses.add(.unusual, at: "\(path)")
            case .folder:
                let inner = try items(path, depth: depth + 1)
                // A folder that held nothing but scenes is empty now.
                let isEmptied = inner.isEmpty && around.contains(path)
                guard !isEmptied, let name = name(of: entry, path, &names) else { continue }
                made.append(ForeignItem(name, .folder(inner)))
                made[made.count - 1].origin = path
            case .file(let size):
                if let name = name(of: entry, path, &names) { made.append(ForeignItem(name, .file(path, size: size), tags: try tags(path, size))) }
            }
        }
        return made
    }

    private mutating func item(_ scene: Scene, _ folder: RelativePath, _ names: inout ForeignNames, depth: Int) throws(ForeignError) -> ForeignItem? {
        guard depth <= ForeignLimits.depth else { throw ForeignError(.tooDeep(most: ForeignLimits.depth), folder) }
        try budget.count(folder)
        let path = try file(scene, folder)
        var size = try path.flatMap { path throws(ForeignError) in try source.size(path) }
        if size == nil { losses.add(.missing, at: scene.title) }
        if let come = path, size != nil, !self.come.insert(come).inserted {
            losses.add(.places, at: scene.title)
            size = nil
        }
        guard !scene.below.isEmpty else {
            guard let path, let size else { return nil }
            return ForeignItem(name(of: scene, at: path, &names), .file(path, size: size), tags: try tags(path, size))
        }
        var inner = ForeignNames()
        var children: [ForeignItem] = []
        if let path, let size {
            children.append(ForeignItem(name(of: scene, at: path, &inner), .file(path, size: size), tags: try tags(path, size)))
        }
        for child in scene.below { if let item = try item(child, folder, &inner, depth: depth + 1) { children.append(item) } }
        return ForeignItem(name(of: scene, &names), .folder(children))
    }

    /// A note is called as it is there: by that others link to it.
    private mutating func name(of scene: Scene, at path: RelativePath, _ names: inout ForeignNames) -> Name {
        guard let own = path.last, let name = names.take(file: own) else { return name(of: scene, &names) }
        if name != own { losses.add(.names, at: scene.title) }
        return name
    }

    private mutating func name(of scene: Scene, _ names: inout ForeignNames) -> Name {
        let (name, isChanged) = names.take(scene.title)
        if isChanged { losses.add(.names, at: scene.title) }
        return name
    }

    private mutating func name(of entry: ForeignEntry, _ path: RelativePath, _ names: inout ForeignNames) -> Name? {
        let name = names.take(file: entry.name)
        if name != entry.name { losses.add(name == nil ? .unusual : .names, at: "\(path)") }
        return name
    }

    private func tags(_ path: RelativePath, _ size: Int64) throws(ForeignError) -> [ForeignTag] {
        guard path.last?.hasSuffix(".md") == true, size <= ForeignLimits.short, let facts = try ObsidianNote.facts(source, path) else { return [] }
        return (facts["tags"] ?? facts["tag"]).map(ObsidianNote.tags) ?? []
    }
}

/// A note of Obsidian's.
enum ObsidianNote {
    /// Its front matter; `nil` where it has none, or one that cannot be read: it stays as it is then.
    static func facts(_ source: any ForeignFolder, _ path: RelativePath) throws(ForeignError) -> YAMLValue? {
        let bytes = try source.bytes(path, limit: ForeignLimits.short)
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let lines = ForeignText.lines(text)
        guard let first = lines.first, first == "---" || first == "\u{feff}---", let end = lines.dropFirst().firstIndex(of: "---") else { return nil }
        let yaml = lines[1..<end].joined(separator: "\n")
        do { return try YAMLReader.read(yaml, firstLine: 2, path) } catch {
            // Of an index it has to be known.
            if lines[1..<end].contains(where: { $0.hasPrefix("longform:") }) { throw error }
            return nil
        }
    }

    /// A list, or one text with commas or blanks between; `#` before a tag is no part of it. `sea/deep` is a tag within one.
    static func tags(_ value: YAMLValue) -> [ForeignTag] {
        var words: [String] = value.texts
        if case .text(let text) = value { words = text.split { $0 == "," || $0 == " " }.map(String.init) }
        return words.compactMap { ForeignTag(nested: String($0.drop { $0 == "#" })) }
    }
}
