import ShedDisk
import ShedKinds
import ShedMessages
import ShedModel

/// What `template export` makes of a project.
public struct ExportedTemplate: Sendable {
    public var kind: Kind
    /// Files that are not in it, and why.
    public var left: [(path: RelativePath, reason: Message)] = []
}

extension ProjectReader {
    /// A kind with the folders of the template as they are in the project now: their names, what they accept, how they stand in each other.
    /// What somebody deleted is not in it.
    /// - Parameters:
    ///   - name: the kind's.
    ///   - known: a kind by which the names of folders are known in other languages; `nil`: none.
    ///   - withFiles: whether what stands in the folders becomes files with which a new project begins, as far as it is text.
    public func exportedTemplate(named name: String, known: Kind?, withFiles: Bool) throws(ShedError) -> ExportedTemplate {
        let state = try load()
        let template = template
        var sections = SectionKeys(template.language, known?.sections ?? [])
        var folders: [FolderTemplate] = []
        var standing: [(folder: FolderTemplate, path: RelativePath)] = []
        let absent = Set(absentFolders(of: template, state).map(\.role))
        for own in template.folders {
            let path = standingFolder(of: own.role, state)
            guard path != nil || absent.contains(own.role), own.nesting.parent.map({ parent in folders.contains { $0.role == parent } }) ?? true else { continue }
            var folder = FolderTemplate(
                role: own.role, section: sections.key(of: own.section.raw), symbol: own.symbol, accepts: own.accepts, filling: own.filling,
                innerFolders: own.innerFolders, names: names(of: own, at: path, known))
            if own.filling == .people, let id = path.flatMap(state.node(at:)), let accepts = state.model.nodes[id]?.accepts { folder.accepts = accepts }
            folder.nesting = own.nesting
            folder.badge = own.badge
            // What it was said to accept since may be less than what folders in it are for.
            if folder.accepts != .folders, folder.accepts != .both { folder.nesting.children = nil }
            folders.append(folder)
            if let path { standing.append((folder, path)) }
        }
        var files = template.files.filter { $0.key != nil }.map { StartingFile(key: $0.key, text: $0.text) }
        var left: [(path: RelativePath, reason: Message)] = []
        if withFiles { files += begun(in: standing, besides: files, &left) }
        let kind = Kind(
            name: name, synonyms: [], root: template.root, rootFolders: template.rootFolders, folders: folders, sections: sections.all, files: files)
        return ExportedTemplate(kind: kind, left: left)
    }

    /// The names of a folder: that which it has now, with those in other languages where it has the one that it had.
    private func names(of own: Template.Folder, at path: RelativePath?, _ known: Kind?) -> [Language: String] {
        let name = path?.last?.text ?? own.name
        let language = template.language
        if Languages.strings(language).folders[own.role] == name {
            return Dictionary(
                Languages.all.compactMap { language in Languages.strings(language).folders[own.role].map { (language, $0) } }, uniquingKeysWith: { first, _ in first })
        }
        if let names = known?.folders.first(where: { $0.role == own.role })?.names, (names[language] ?? names[.english]) == name { return names }
        return [.english: name]
    }

    /// So many bytes of files are put into a template, all together.
    private static var roomForFiles: Int { 180 << 10 }

    private func begun(
        in folders: [(folder: FolderTemplate, path: RelativePath)], besides others: [StartingFile], _ left: inout [(path: RelativePath, reason: Message)]
    ) -> [StartingFile] {
        var files: [StartingFile] = []
        var room = Self.roomForFiles - others.reduce(0) { $0 + $1.text.utf8.count }
        for (folder, path) in folders {
            guard folder.filling == .people, folder.innerFolders == .folder, folder.accepts == .files || folder.accepts == .both else { continue }
            let directory: DirectoryHandle
            let entries: [(name: Name, kind: EntryKind, inode: UInt64)]
            do throws(DiskError) {
                directory = try root.openDirectory(at: path)
                entries = try directory.list(atMost: 100_000)
            } catch {
                left.append((path, error.code == .tooLarge ? .tooManyForTemplate(count: StartingFile.most) : error.why))
                continue
            }
            for entry in entries.sorted(by: { $0.name < $1.name }) where entry.kind == .file && !entry.name.isHidden {
                let path = path.appending(entry.name)
                guard !home.configuration.ignore.ignores(path: path, kind: .file) else { continue }
                guard files.count + others.count < StartingFile.most else {
                    left.append((path, .tooManyForTemplate(count: StartingFile.most)))
                    continue
                }
                guard let name = entry.name.text else {
                    left.append((path, .nameNoTextForTemplate))
                    continue
                }
                let bytes: [UInt8]
                do throws(DiskError) { bytes = try directory.read(entry.name, atMost: StartingFile.longest) } catch {
                    left.append((path, error.code == .tooLarge ? .tooLongForTemplate(kib: StartingFile.longest >> 10) : error.why))
                    continue
                }
                guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
                    left.append((path, .noTextForTemplate))
                    continue
                }
                guard bytes.count <= room else {
                    left.append((path, .tooLongForTemplate(kib: Self.roomForFiles >> 10)))
                    continue
                }
                room -= bytes.count
                files.append(StartingFile(folder: folder.role, name: name, text: text))
            }
        }
        return files
    }
}

/// The sections of a template by keys, of which the template has the titles alone.
private struct SectionKeys {
    private(set) var all: [SectionTemplate] = []
    private let language: Language
    /// Those of the project's kind.
    private let known: [SectionTemplate]

    init(_ language: Language, _ known: [SectionTemplate]) { (self.language, self.known) = (language, known) }

    /// The key of a section of a title: that of the kind, shed's own where it ships one of that title, else a new one.
    mutating func key(of title: String) -> String {
        if let section = all.first(where: { $0.title(in: language) == title }) { return section.key }
        if let own = known.first(where: { $0.title(in: language) == title }), !all.contains(where: { $0.key == own.key }) {
            all.append(own)
            return own.key
        }
        let shipped = Languages.strings(language).sections.filter { $0.value == title }.keys.min()
        if let key = shipped, !all.contains(where: { $0.key == key }) {
            let titles = Languages.all.compactMap { language in Languages.strings(language).sections[key].map { (language, $0) } }
            all.append(SectionTemplate(key: key, titles: Dictionary(titles) { first, _ in first }))
            return key
        }
        let key = "section-\(all.count + 1)"
        let shown = EscapedText.escape(Array(title.utf8))
        all.append(SectionTemplate(key: key, titles: [.english: shown.isEmpty ? key.uppercased() : shown]))
        return key
    }
}
