import ShedExchange
import ShedMessages
import ShedModel

/// The projects of other programs as sources of `import`.
public struct ForeignSource: ImportSource {
    /// All of them, in the order in which they are asked: those that know themselves by a file of their own come first.
    public static let all: [any ImportSource] = [ForeignFormat.scrivener, .novelWriter, .manuskript, .zotero, .papis, .tagSpaces, .longform, .documents]
        .map(ForeignSource.init)

    let format: ForeignFormat

    public init(_ format: ForeignFormat) { self.format = format }

    public var name: String {
        switch format {
        case .scrivener: "scrivener"
        case .novelWriter: "novelwriter"
        case .manuskript: "manuskript"
        case .longform: "longform"
        case .papis: "papis"
        case .tagSpaces: "tagspaces"
        case .zotero: "zotero"
        case .documents: "documents"
        }
    }

    public var title: String { format.program ?? "Word, Writer" }

    public func isMeant(by tree: any SourceTree) throws(ImportFault) -> Bool {
        let folder = TreeFolder(tree, ImportLimits())
        return try folder.faulting { () throws(ForeignError) in try Recognition(folder, tree.file).isMeant(format) }
    }

    public func read(_ tree: any SourceTree, limits: ImportLimits) throws(ImportFault) -> ImportedProject {
        let folder = TreeFolder(tree, limits)
        let project = try folder.faulting { () throws(ForeignError) in
            let project = try read(folder, tree.file)
            var budget = LabelBudget()
            try budget.spend(project.tags.count, .root)
            try ForeignSource.count(project.items, &budget)
            return project
        }
        return ForeignJoin.project(project, below: folder.base, modified: folder.modified)
    }

    /// Before each gets tags of its own: until then those of one list are one.
    private static func count(_ items: [ForeignItem], _ budget: inout LabelBudget) throws(ForeignError) {
        for item in items {
            try budget.spend(item.tags.count, .root)
            try count(item.children, &budget)
        }
    }

    private func read(_ folder: TreeFolder, _ file: Name?) throws(ForeignError) -> ForeignProject {
        switch format {
        case .scrivener: try ScrivenerProject.read(folder)
        case .novelWriter: try NovelWriterProject.read(folder)
        case .manuskript: try ManuskriptProject.read(folder, at: try Recognition(folder, file).manuskript ?? .root, isNamed: file != nil)
        case .longform: try LongformProject.read(folder, index: file)
        case .papis: try PapisLibrary.read(folder)
        case .tagSpaces: try TagSpacesFolder.read(folder)
        case .zotero: try ZoteroExport.read(folder, list: file)
        case .documents: try DocumentFolder.read(folder)
        }
    }
}

/// A tree of `import` as the readers here see it.
final class TreeFolder: ForeignFolder {
    private let tree: any SourceTree
    private let limits: ImportLimits
    /// What the tree said, for whom an error here stands.
    private var fault: ImportFault?
    private var listed: [RelativePath: [ForeignEntry]] = [:]
    private var spelled: [RelativePath: Spellings<Name>] = [:]
    /// Where it begins in the tree: an archive often holds one folder and nothing else.
    let base: RelativePath

    init(_ tree: any SourceTree, _ limits: ImportLimits) {
        (self.tree, self.limits) = (tree, limits)
        base = tree.start
    }

    var name: Name { base.last ?? tree.name }

    func entries(of folder: RelativePath) throws(ForeignError) -> [ForeignEntry] {
        if let known = listed[folder] { return known }
        let entries = try translating(folder) { () throws(ImportFault) in try tree.entries(of: base.appending(folder)) }.map { entry in
            switch entry.kind {
            case .directory: ForeignEntry(entry.name, .folder)
            case .file: ForeignEntry(entry.name, .file(size: entry.size))
            default: ForeignEntry(entry.name, .other)
            }
        }
        // Readers ask for one folder many times, and go from one to the next.
        if listed.count > 1_000 { listed.removeAll() }
        listed[folder] = entries
        return entries
    }

    func spellings(of folder: RelativePath) throws(ForeignError) -> Spellings<Name> {
        if let known = spelled[folder] { return known }
        var spellings = Spellings<Name>()
        for entry in try entries(of: folder) { spellings.add(entry.name, called: entry.name.bytes) }
        if spelled.count > 1_000 { spelled.removeAll() }
        spelled[folder] = spellings
        return spellings
    }

    func bytes(_ file: RelativePath, limit: Int) throws(ForeignError) -> [UInt8] {
        guard let entry = try entry(file), let size = entry.size else { throw ForeignError(.missing, file) }
        guard size <= Int64(limit) else { throw ForeignError(.tooLarge(most: limit), file) }
        return try translating(file) { () throws(ImportFault) in try tree.bytes(of: base.appending(file), atMost: limit) }
    }

    /// When a file was written, in milliseconds since 1970; `nil` where nobody knows.
    func modified(_ file: RelativePath) -> Int64? { (try? tree.entry(at: base.appending(file)))?.modified }

    private func translating<Value>(_ path: RelativePath, _ body: () throws(ImportFault) -> Value) throws(ForeignError) -> Value {
        do throws(ImportFault) { return try body() } catch {
            fault = error
            throw ForeignError(.unreadable(""), path)
        }
    }

    /// Runs a reader; what it says is wrong becomes what people are told, what the tree said stays.
    func faulting<Value>(_ body: () throws(ForeignError) -> Value) throws(ImportFault) -> Value {
        do throws(ForeignError) { return try body() } catch {
            if case .unreadable = error.cause, let fault { throw fault }
            var told = ForeignJoin.fault(error, name)
            // The folder in an archive is none that a person has named.
            told.namesSource = error.path.isRoot && base.isRoot
            throw told
        }
    }
}
