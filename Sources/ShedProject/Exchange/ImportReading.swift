import ShedDisk
import ShedExchange
import ShedMessages
import ShedModel
import ShedRules

/// What an import came to, or would.
public struct ProjectImportResult: Sendable {
    /// The sort of source it came from (``ImportSource/name``).
    public var source: String
    public var files: Int
    public var folders: Int
    /// Of all files, in bytes.
    public var size: Int64
    /// How many earlier contents of files came along.
    public var versions: Int
    public var notes: [ImportNote]
    /// What stands there now at the top, from the project's root.
    public var paths: [RelativePath]

    init(_ plan: ImportPlan, from source: String, below path: RelativePath) {
        self.source = source
        (files, folders, size, notes) = (plan.files, plan.folders, plan.size, plan.notes)
        versions = plan.nodes.reduce(0) { $0 + $1.versions.count }
        paths = plan.nodes.filter { $0.path.parent == path && !$0.isThere }.map(\.path)
    }
}

/// A source that was read, and is to be imported.
public struct ImportReading {
    public let project: ImportedProject
    /// How many files it brings.
    public let fileCount: Int
    /// ``ImportSource/name`` of what read it, and what people call that.
    public let source: String
    public let title: String
    let tree: any SourceTree
    let limits: ImportLimits

    /// Finds out what somebody named and reads it. Nothing is written.
    /// - Parameters:
    ///   - path: absolute.
    ///   - sources: in the order in which they are asked.
    ///   - name: of the source, where somebody says which it is.
    public init(
        _ path: [UInt8], as name: String? = nil, by sources: [any ImportSource], limits: ImportLimits
    ) throws(ShedError) {
        if let name, !sources.contains(where: { $0.name == name }) {
            throw ShedError(
                .usage, .importNoSource(name: EscapedText.escape(Array(name.utf8))), remedy: .importKnows(sources: sources.map(\.name).joined(separator: ", ")))
        }
        let tree = try ImportInput.tree(at: path, limits: limits)
        (self.tree, self.limits) = (tree, limits)
        do throws(ImportFault) {
            var found: (any ImportSource)?
            for source in sources where found == nil {
                if let name { if source.name == name { found = source } } else if try source.isMeant(by: tree) { found = source }
            }
            guard let found else {
                let titles = sources.map(\.title).joined(separator: ", ")
                let remedy: Message = tree.holdsTexts ? .importKnowsOrAdopt(sources: titles) : .importKnows(sources: titles)
                var fault = ImportFault(.importUnknown(path: EscapedText.escape(path)), remedy: remedy)
                fault.namesSource = true
                throw fault
            }
            (source, title) = (found.name, found.title)
            project = try found.read(tree, limits: limits)
            fileCount = ImportReading.count(project.nodes)
        } catch { throw ShedError(error, of: tree) }
    }

    private static func count(_ nodes: [ImportedNode]) -> Int {
        nodes.reduce(0) { sum, node in if case .folder(let children, _) = node.content { sum + count(children) } else { sum + 1 } }
    }

    /// A name for the project, made of what the source is called: one that can stand everywhere.
    public static func projectName(_ text: String) -> Name {
        let name = Name(text)
        return ImportedName.portable(name.parts.stem.isEmpty || !name.hasSuffix(".zip") ? name : Name(bytes: Array(name.parts.stem)))
    }

    /// Whether a regular file stands at a path that is no archive.
    public static func isPlainFile(_ path: [UInt8]) -> Bool {
        guard let path = try? RealPath.of(path), let parts = AbsolutePath.parts(of: path), let folder = try? DirectoryHandle(pathBytes: parts.parent),
            let beginning = try? folder.readBeginning(Name(bytes: parts.name), atMost: 4)
        else { return false }
        return !ArchiveFile.begins(beginning)
    }

    /// Whether some source takes what stands at a path.
    public static func isKnown(_ path: [UInt8], by sources: [any ImportSource]) -> Bool {
        guard let tree = try? ImportInput.tree(at: path, limits: ImportLimits()) else { return false }
        return sources.contains { (try? $0.isMeant(by: tree)) == true }
    }

    /// - Throws: where it is more than the bounds allow.
    func require(_ plan: ImportPlan) throws(ShedError) {
        guard plan.size <= limits.size else {
            throw ShedError(ImportFault(.importTooLarge(most: Int(limits.size >> 20)), raisedBy: "--max-size"), of: tree)
        }
        guard plan.nodes.count <= limits.entries else {
            throw ShedError(ImportFault(.importTooMany(most: limits.entries), raisedBy: "--max-files"), of: tree)
        }
    }
}

extension SourceTree {
    /// Whether it is a folder in which plain texts lie, or that one of its folders has, as far as is looked for them: 10,000 entries.
    fileprivate var holdsTexts: Bool {
        guard self is FolderTree, file == nil else { return false }
        var left = 10_000
        var places: [RelativePath] = [.root]
        var next = 0
        while next < places.count {
            for entry in (try? entries(of: places[next])) ?? [] where !entry.name.isHidden {
                if entry.kind == .file, [".md", ".txt", ".markdown", ".org"].contains(where: entry.name.hasSuffix) { return true }
                left -= 1
                guard left > 0 else { return false }
                if entry.kind == .directory { places.append(places[next].appending(entry.name)) }
            }
            next += 1
        }
        return false
    }
}
