import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

/// What goes into a compiled file by its place alone, in its order: no file was opened for it.
struct CompileOutline {
    struct File: Hashable {
        var path: RelativePath
        var id: NodeID
    }

    struct Chapter {
        /// The name of its folder, or of its file without the ending.
        var name: String
        /// Where it stands.
        var path: RelativePath
        var files: [File]
    }

    /// What is compiled.
    enum Scope: Hashable {
        /// The manuscript or script of the project, into its derived folder.
        case manuscript(folder: RelativePath)
        /// A folder of the project.
        case folder(RelativePath)
    }

    var scope: Scope
    /// The folders that it is compiled from.
    var sources: [RelativePath] = []
    /// The folder of scenes; `nil` where there is none.
    var scenes: RelativePath?
    /// Whether it is a script, whose texts are Fountain.
    var isScript = false
    /// Whether it is a folder of pieces in a project that has no chapters.
    var isCollection = false
    var chapters: [Chapter] = []
    /// What stands there and is left out.
    var left: [LeftOut] = []

    /// Folders in a chapter's folder are looked into so deep.
    static let deepest = 16
    /// More files are not compiled.
    static let mostFiles = 20_000
}

/// Something that does not go into what is compiled, and why.
package struct LeftOut: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The profile says so.
        case byProfile
        /// Its front matter says so.
        case bySelf
        /// Its ending is none of a text.
        case noText
        /// A line names a scene that is not there: its name.
        case noScene(String)
        /// A line names a scene that is being put in already.
        case cycle(String)
        /// An image lies outside of the project: its path as it is written.
        case imageOutside(String)
        /// An image is not there, or is no file: its path.
        case noImage(String)
        /// Rules refuse it where it stands, so it is not taken in: why.
        case refused(Message)
        /// It was not taken in yet.
        case unknown
    }

    package var path: RelativePath
    package var reason: Reason

    /// Whether a person wanted it to go in.
    package var isFault: Bool {
        switch reason {
        case .byProfile, .bySelf, .noText: false
        case .noScene, .cycle, .imageOutside, .noImage, .refused, .unknown: true
        }
    }

    /// Whether it is no part of the project, or none yet.
    var isUntaken: Bool {
        switch reason {
        case .refused, .unknown: true
        case .byProfile, .bySelf, .noText, .noScene, .cycle, .imageOutside, .noImage: false
        }
    }

    /// Why, in a sentence without its full stop.
    package var words: Message {
        switch reason {
        case .byProfile: .leftOutByProfile
        case .bySelf: .leftOutBySelf
        case .noText: .leftOutAsNoText
        case .noScene(let name): .sceneIsMissing(name: EscapedText.escape(Array(name.utf8)))
        case .cycle(let name): .sceneWithinItself(name: EscapedText.escape(Array(name.utf8)))
        case .imageOutside(let path): .imageIsOutside(path: path)
        case .noImage(let path): .imageIsMissing(path: path)
        case .refused(let reason): .leftOutAsRefused(reason: reason)
        case .unknown: .leftOutAsUnknown
        }
    }

    /// The word of `--json`.
    package var word: String {
        switch reason {
        case .byProfile: "profile"
        case .bySelf: "front-matter"
        case .noText: "no-text"
        case .noScene: "scene-missing"
        case .cycle: "scene-within-itself"
        case .imageOutside: "image-outside"
        case .noImage: "image-missing"
        case .refused: "refused"
        case .unknown: "unknown"
        }
    }
}

extension ProjectReader {
    /// The folder that the manuscript is compiled into: of the role `novel` or `script`; `nil` where the project has none.
    package func manuscriptFolder() throws(ShedError) -> RelativePath? { try manuscriptFolder(load()) }

    /// The same by a state that was loaded.
    private func manuscriptFolder(_ state: ProjectState) -> RelativePath? { folder(with: .novel, state) ?? folder(with: .script, state) }

    /// What goes into what is compiled.
    /// - Parameter folder: `nil`: the manuscript.
    func outline(of folder: RelativePath?, _ profile: CompileProfile) throws(ShedError) -> CompileOutline {
        let state = try load()
        let sources: [RelativePath]
        var outline: CompileOutline
        if let folder {
            let placed = try find(folder, state)
            guard placed.type.isDirectory, !folder.isRoot else { throw ShedError(.usage, .notAFolder(path: "\(folder)")) }
            outline = CompileOutline(scope: .folder(folder))
            outline.isCollection = self.folder(with: .chapters, state) == nil
            sources = [folder]
        } else {
            let novel = self.folder(with: .novel, state)
            guard let target = manuscriptFolder(state) else {
                throw ShedError(.usage, .noManuscript, remedy: .nameFolderToCompile)
            }
            outline = CompileOutline(scope: .manuscript(folder: target))
            outline.isScript = novel == nil
            sources = try manuscriptSources(profile, isScript: novel == nil, state)
        }
        outline.sources = sources
        outline.scenes = self.folder(with: .scenes, state)
        for source in sources { try add(source, state, profile, &outline) }
        return outline
    }

    private func manuscriptSources(_ profile: CompileProfile, isScript: Bool, _ state: ProjectState) throws(ShedError) -> [RelativePath] {
        guard !profile.selection.folders.isEmpty else {
            let role: Role = isScript ? .acts : .chapters
            guard let folder = folder(with: role, state) else { throw ShedError(.refused, .folderOfRoleMissing(role: role.rawValue), remedy: .checkSaysHowToMake) }
            return [folder]
        }
        var folders: [RelativePath] = []
        for name in profile.selection.folders {
            let path: RelativePath
            if let folder = folder(with: Role(rawValue: name), state) { path = folder } else { path = RelativePath(bytes: Array(name.utf8)) ?? .root }
            guard !path.isRoot, try find(path, state).type.isDirectory else { throw ShedError(.usage, .notAFolder(path: "\(path)")) }
            folders.append(path)
        }
        return folders
    }

    /// Adds what stands in a folder: each folder in it is a chapter, and so is each file that stands in it by itself.
    private func add(_ folder: RelativePath, _ state: ProjectState, _ profile: CompileProfile, _ outline: inout CompileOutline) throws(ShedError) {
        guard let id = state.node(at: folder) else { return }
        for (node, path) in try children(of: id, folder, state) {
            guard let name = path.last else { continue }
            if profile.leavesOut(name.escaped) {
                outline.left.append(LeftOut(path: path, reason: .byProfile))
            } else if node.type.isDirectory {
                var chapter = CompileOutline.Chapter(name: name.escaped, path: path, files: [])
                try gather(node.id, path, state, profile, &chapter, &outline, depth: 0)
                if !chapter.files.isEmpty { outline.chapters.append(chapter) }
            } else if CompileInput(name) == nil {
                outline.left.append(LeftOut(path: path, reason: .noText))
            } else if CompiledField.hash(of: node) == nil {
                let title = Name(bytes: Array(name.parts.stem)).escaped
                outline.chapters.append(CompileOutline.Chapter(name: title, path: path, files: [CompileOutline.File(path: path, id: node.id)]))
            }
        }
        try CompileOutline.requireFew(outline)
    }

    private func gather(
        _ folder: NodeID, _ path: RelativePath, _ state: ProjectState, _ profile: CompileProfile, _ chapter: inout CompileOutline.Chapter,
        _ outline: inout CompileOutline, depth: Int
    ) throws(ShedError) {
        guard depth < CompileOutline.deepest else { return }
        for (node, path) in try children(of: folder, path, state) {
            guard let name = path.last else { continue }
            if profile.leavesOut(name.escaped) {
                outline.left.append(LeftOut(path: path, reason: .byProfile))
            } else if node.type.isDirectory {
                try gather(node.id, path, state, profile, &chapter, &outline, depth: depth + 1)
            } else if CompileInput(name) == nil {
                outline.left.append(LeftOut(path: path, reason: .noText))
            } else {
                chapter.files.append(CompileOutline.File(path: path, id: node.id))
            }
        }
    }
}

extension ProjectReader {
    /// Whether other programs are needed to read what is to be compiled; no file is opened to tell.
    package func needsProgramToRead(_ request: CompileRequest) throws(ShedError) -> Bool {
        try outline(of: request.folder, compileProfile(request.profile).0).needsProgram(load())
    }
}

extension ProjectReader {
    /// What stands in a folder, and the pieces that are its guests, in their order, each with its own path.
    fileprivate func children(of folder: NodeID, _ path: RelativePath, _ state: ProjectState) throws(ShedError) -> [(node: Node, path: RelativePath)] {
        guard let node = state.model.nodes[folder] else { return [] }
        let nodes = state.model.children(of: folder).filter(state.stands).compactMap { state.model.nodes[$0] }
        let guests = try project.kind.guests(of: node, self)
        let foreign = Set(guests.map(\.id))
        return FolderOrder.sorted(nodes, guests: guests, of: state.model).compactMap { id in
            guard let node = state.model.nodes[id], let name = node.place?.name else { return nil }
            return (foreign.contains(id) ? state.model.path(of: id) : path.appending(name)).map { (node, $0) }
        }
    }
}

extension CompileOutline {
    /// What stands in a folder itself, in its order.
    static func children(of folder: NodeID, _ state: ProjectState) -> [Node] {
        let nodes = state.model.children(of: folder).filter(state.stands).compactMap { state.model.nodes[$0] }
        return FolderOrder.sorted(nodes, of: state.model).compactMap { state.model.nodes[$0] }
    }

    /// Whether something that goes in, or may as a scene, is read by another program.
    func needsProgram(_ state: ProjectState) -> Bool {
        if chapters.contains(where: { $0.files.contains { $0.path.last.flatMap(CompileInput.init)?.needsProgram ?? false } }) { return true }
        guard let id = scenes.flatMap(state.node(at:)) else { return false }
        return CompileOutline.children(of: id, state).contains { node in
            !node.type.isDirectory && node.place.flatMap { CompileInput($0.name) }?.needsProgram ?? false
        }
    }

    fileprivate static func requireFew(_ outline: CompileOutline) throws(ShedError) {
        guard outline.chapters.reduce(0, { $0 + $1.files.count }) > mostFiles else { return }
        throw ShedError(.environment, .tooMuchToCompile(most: mostFiles), remedy: .compileParts)
    }

    /// What says whether something was added, removed, renamed or moved since: the order of the files and the names of the folders.
    func digest(_ profile: [UInt8], title: String) -> ContentHash {
        var bytes = profile + [0] + Array(title.utf8) + [0]
        for chapter in chapters {
            bytes += Array(chapter.name.utf8) + [0]
            for file in chapter.files { bytes += Array(file.id.description.utf8) + [1] + file.path.bytes + [0] }
        }
        return ContentHash(of: bytes)
    }
}

/// How a file's text is read, by its name's ending.
enum CompileInput: Hashable {
    case markdown, plain, fountain
    /// Through pandoc, where it cannot by way of LibreOffice; by the name of the format.
    case document(String)

    /// Whether another program reads it.
    var needsProgram: Bool { if case .document = self { true } else { false } }

    init?(_ name: Name) {
        switch String(decoding: name.parts.suffix, as: UTF8.self).lowercased() {
        case ".md", ".markdown", ".mdown", ".nwd": self = .markdown
        case "", ".txt", ".text": self = .plain
        case ".fountain", ".spmd": self = .fountain
        case ".docx": self = .document("docx")
        case ".odt": self = .document("odt")
        case ".rtf": self = .document("rtf")
        case ".doc": self = .document("doc")
        default: return nil
        }
    }
}
