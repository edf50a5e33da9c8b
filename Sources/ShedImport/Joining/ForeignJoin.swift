import ShedExchange
import ShedMessages
import ShedModel

/// What was read here, as `import` takes it.
enum ForeignJoin {
    /// - Parameters:
    ///   - base: where the source begins in the tree.
    ///   - modified: says when a file of the source was written, in milliseconds since 1970.
    static func project(
        _ project: ForeignProject, below base: RelativePath, modified: (RelativePath) -> Int64? = { _ in nil }
    ) -> ImportedProject {
        var imported = ImportedProject(name: project.title)
        imported.nodes = project.items.map { node($0, isOrdered: project.isOrdered, base, modified) }
        imported.isOrdered = project.isOrdered
        imported.own.tags = project.tags.map(title)
        imported.details = project.details
        imported.notes = project.losses.sorted.map { loss, entry -> ImportNote in
            let things = entry.examples.map { ImportNote.Thing(nil, .verbatim(EscapedText.beginning($0))) }
            return ImportNote(words(loss, entry, project.format), count: entry.count, things: things, named: things.count)
        } + renamed(project)
        let made = count(of: project.items)
        if made > 0, let program = project.format.program {
            imported.notes.append(ImportNote(.importedMarkdown(count: made, program: program), count: made))
        }
        return imported
    }

    /// How many texts were made here, of what was no Markdown.
    private static func count(of items: [ForeignItem]) -> Int {
        items.reduce(0) { sum, item in if case .made = item.content { sum + 1 } else { sum + count(of: item.children) } }
    }

    /// So many tags that are called otherwise here are told one by one.
    private static let mostTags = 10

    /// What is said of tags that cannot be called here as they were there.
    private static func renamed(_ project: ForeignProject) -> [ImportNote] {
        var seen: Set<ForeignTag> = []
        var notes: [ImportNote] = []
        func tell(_ tags: [ForeignTag]) {
            for tag in tags {
                guard let former = tag.former, seen.insert(tag).inserted, seen.count <= mostTags else { continue }
                notes.append(ImportNote(.importedLabelName(from: EscapedText.beginning(former), to: EscapedText.beginning(tag.title))))
            }
        }
        tell(project.tags)
        var open = Array(project.items.reversed())
        while let item = open.popLast() {
            open += item.children.reversed()
            tell(item.tags)
        }
        let more = seen.count - notes.count
        return more > 0 ? notes + [ImportNote(.importedLabels(count: more), count: more)] : notes
    }

    private static func node(
        _ item: ForeignItem, isOrdered: Bool, _ base: RelativePath, _ modified: (RelativePath) -> Int64?
    ) -> ImportedNode {
        var node: ImportedNode
        switch item.content {
        case .folder(let items):
            node = ImportedNode(name: item.name, .folder(items.map { self.node($0, isOrdered: isOrdered, base, modified) }, isOrdered: isOrdered))
        case .made(let bytes): node = ImportedNode(name: item.name, .bytes(bytes))
        case .file(let path, let size): node = ImportedNode(name: item.name, .file(base.appending(path), size: size, hash: nil))
        }
        node.source = switch item.content {
        case .file(let path, _): base.appending(path)
        case .folder, .made: item.origin.map(base.appending)
        }
        node.tags = item.tags.map(title)
        node.created = item.created
        node.modified = switch item.content {
        case .made: item.modified
        // It comes byte for byte, and so does its time.
        case .file(let path, _): modified(path)
        case .folder: nil
        }
        node.versions = item.versions.map { ImportedVersion(.bytes($0.bytes), time: $0.time, name: $0.title.isEmpty ? nil : $0.title) }
        return node
    }

    private static func title(_ tag: ForeignTag) -> ImportedTag.Title { ImportedTag.Title(group: tag.group, tag.name) }

    /// What a person is told of a loss.
    private static func words(_ loss: ForeignLoss, _ entry: ForeignLosses.Entry, _ format: ForeignFormat) -> Message {
        let count = entry.count
        let places = entry.examples.map { EscapedText.escape(Array(ForeignText.singleSpaced(String($0.prefix(80))).utf8)) }.joined(separator: "; ")
        switch loss {
        case .comments: return .importedComments(count: count, places: places)
        case .styles: return .importLeavesStyles(count: count, places: places)
        case .images: return .importLeavesImages(count: count, places: places)
        case .tables: return .importedTables(count: count, places: places)
        case .hidden: return .importLeavesHidden(count: count, places: places)
        case .links: return .importLeavesLinks(count: count, places: places)
        case .characters: return .importLeavesCharacters(count: count, places: places)
        case .settings: return .importLeavesSettings(program: format.program ?? "")
        case .trash: return .importLeavesTrash(count: count)
        case .names: return .importChangedNames(count: count, places: places)
        case .missing: return .importMisses(count: count, places: places)
        case .unusual: return .importLeavesUnusual(count: count, places: places)
        case .unseen: return .importLeavesUnseen(count: count, places: places)
        case .unnamed: return .importLeavesUnnamed(count: count, places: places)
        case .indices: return .importLeavesIndices(count: count, places: places)
        case .versions: return .importLeavesVersions(count: count, places: places)
        case .projects: return .importedProjects(count: count, places: places)
        case .places: return .importedOnce(count: count, places: places)
        case .details: return .importLeavesDetails(count: count, places: places)
        }
    }

    static func fault(_ error: ForeignError, _ source: Name) -> ImportFault {
        let path = error.path.isRoot ? "\(source)" : "\(error.path)"
        // On one line, whatever ends those of the source.
        func escaped(_ text: String) -> String { EscapedText.escape(Array(ForeignText.trimmed(ForeignText.singleSpaced(text)).utf8)) }
        let words: Message
        var remedy: Message?
        switch error.cause {
        case .missing: words = .importLacks(path: path)
        case .unreadable(let reason): words = .importCannotRead(path: path, reason: escaped(reason))
        case .tooLarge(let most): words = .importFileTooLarge(path: path, most: most)
        case .tooMany(let most): words = .importHoldsTooMany(path: path, most: most)
        case .tooDeep(let most): words = .importNestsTooDeep(path: path, most: most)
        case .malformed(let line):
            if let line { words = .importMalformedLine(path: path, line: line) } else { words = .importMalformed(path: path) }
        case .entities: words = .importEntities(path: path)
        case .beyondSubset(let line): words = .importBeyondYAML(path: path, line: line)
        case .notUTF8: words = .importNotUTF8(path: path)
        case .circle(let name): words = .importCircle(path: path, name: escaped(name))
        case .doubled(let name): words = .importDoubled(path: path, name: escaped(name))
        case .version(let version):
            words = .importVersion(path: path, version: escaped(version))
            remedy = .importVersionRemedy
        case .empty: words = .importHoldsNothing(path: path)
        case .noIndex:
            words = .importHoldsNothing(path: path)
            remedy = .importAdoptsNotes
        case .lacksIndex(let index, let format):
            words = .importLacksIndex(path: path, index: escaped(index), program: format.program ?? "")
            remedy = .importLacksIndexRemedy(program: format.program ?? "")
        case .holdsProject(let program):
            words = .importHoldsProject(path: path, program: program)
            remedy = .importItAlone
        }
        return ImportFault(words, at: error.path.isRoot ? nil : error.path, remedy: remedy)
    }
}
