import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

/// A file that goes into what is compiled, as it was read.
struct CompilePart: Hashable {
    var id: NodeID
    var path: RelativePath
    /// The chapter that it stands in, from 1.
    var chapter: Int
    var stamp: WriteStamp
}

/// Reads the files of an outline and makes a manuscript of them. No link is followed; what cannot be read ends the work, since a
/// manuscript without a chapter is worse than none.
struct ManuscriptReader {
    private let reader: any ProjectReader
    private let profile: CompileProfile
    private let outline: CompileOutline
    /// Where what is made stands.
    private let target: Target
    /// For documents of other programs; `nil` where it is not installed.
    private let pandoc: Pandoc?

    /// Where what is made stands, for the paths in it.
    struct Target {
        /// The project's root, from where ``folder`` begins.
        var base = RelativePath.root
        /// The folder of what is made; `nil`: paths stay as they are.
        var folder: RelativePath?
    }

    private(set) var manuscript: Manuscript
    private(set) var parts: [CompilePart] = []
    private(set) var left: [LeftOut]
    /// The images that texts show, from the project's root.
    private(set) var images: Set<RelativePath> = []
    private var folders: [RelativePath: DirectoryHandle] = [:]
    private var scenes: [String: CompileOutline.File]?
    private var count = 0
    private var total = 0
    /// What was made of them so far, in bytes.
    private var made = 0
    private var chapter = 0

    /// All texts together have no more bytes: 64 MiB.
    private static let largest = 64 << 20
    /// Scenes within scenes are put in so deep.
    private static let deepest = 16

    init(_ reader: any ProjectReader, _ outline: CompileOutline, _ profile: CompileProfile, _ target: Target, _ pandoc: Pandoc?) {
        var profile = profile
        // Of a script the parts are acts, unless a profile calls them otherwise.
        if profile.headings.pattern == CompileProfile.manuscript.headings.pattern {
            let words = CompileWords(profile.work.language)
            profile.headings.pattern = outline.isScript ? words.act : words.chapter
            // Poems and stories have titles.
            if outline.isCollection { profile.headings.pattern = "{name}" }
        }
        (self.reader, self.outline, self.profile, self.target, self.pandoc) = (reader, outline, profile, target, pandoc)
        var title = reader.project.home.name.escaped
        if case .folder(let path) = outline.scope { title = CompileProfile.title(of: path.last?.escaped ?? title, stripping: profile.headings.stripsNumbers) }
        manuscript = Manuscript(project: title, profile)
        left = outline.left
    }

    /// Reads all of them.
    mutating func read() throws(ShedError) {
        let areNumbered = CompileProfile.areNumbered(outline.chapters.map(\.name))
        for chapter in outline.chapters {
            self.chapter += 1
            var texts: [[UInt8]] = []
            for file in chapter.files { texts += try self.texts(of: file, within: []) }
            guard !texts.isEmpty else {
                self.chapter -= 1
                continue
            }
            let heading = profile.heading(self.chapter, of: chapter.name, isNumbered: areNumbered)
            let name = CompileProfile.title(of: chapter.name, stripping: profile.headings.stripsNumbers, isNumbered: areNumbered)
            if !outline.isScript, let heading, heading.contains(name) {
                let isPlain = chapter.files.first?.path.last.flatMap(CompileInput.init) == .plain
                let first = isPlain ? PlainText.withoutTitle(texts[0], saying: name) : MarkdownShape.withoutHeading(texts[0], saying: name)
                if texts.count > 1, MarkdownShape.isBlank(first) { texts.removeFirst() } else { texts[0] = first }
            }
            manuscript.chapters.append(Manuscript.Chapter(heading: heading, texts: texts))
        }
        manuscript.countWords()
    }

    /// What was read as a script, whose texts are Fountain.
    var script: Script {
        var script = Script(project: manuscript.title, profile)
        script.acts = manuscript.chapters.map { Script.Act(heading: $0.heading, texts: $0.texts) }
        return script
    }

    // MARK: One file

    /// The texts that a file comes to: its own, and in their places those of the scenes that it names.
    private mutating func texts(of file: CompileOutline.File, within chain: [RelativePath]) throws(ShedError) -> [[UInt8]] {
        let bytes = try read(file)
        guard let input = file.path.last.flatMap(CompileInput.init) else { return [] }
        if case .document(let format) = input {
            return try texts(of: SourceText(reader.markdown(of: bytes, format, file.path, pandoc)), .markdown, file, chain)
        }
        let (text, fault) = SourceText.utf8(of: bytes)
        if let fault { throw ShedError(.environment, .notUTF8ToCompile(path: "\(file.path)", line: fault), remedy: .convertToUTF8) }
        return try texts(of: SourceText(text), input, file, chain)
    }

    private mutating func texts(
        of source: SourceText, _ input: CompileInput, _ file: CompileOutline.File, _ chain: [RelativePath]
    ) throws(ShedError) -> [[UInt8]] {
        guard !source.isLeftOut else {
            left.append(LeftOut(path: file.path, reason: .bySelf))
            return []
        }
        count += 1
        guard count <= CompileOutline.mostFiles else { throw ShedError(.environment, .tooMuchToCompile(most: CompileOutline.mostFiles), remedy: .compileParts) }
        if !outline.isScript {
            if input == .fountain { return [Fountain.markdown(source.body)] }
        }
        var treatment = MarkdownTreatment()
        (treatment.strips, treatment.shift, treatment.prefix) = (profile.selection.strips, profile.headings.shift, "\(count)-")
        (treatment.folder, treatment.base, treatment.output) = (file.path.parent, target.base, target.folder)
        let isPlain = input == .plain && !outline.isScript
        let pieces = try resolved(source.pieces(in: file.path.parent), of: file, chain)
        let owned = pieces.map { piece -> [UInt8] in if case .own(let range) = piece { Array(source.body[range]) } else { [] } }
        var result: [[UInt8]] = []
        // Footnotes before the first text, which they come behind.
        var ahead: [UInt8] = []
        if isPlain, pieces.count == 1, case .own = pieces[0] { return [PlainText.markdown(source.body)] }
        // Fountain stays as it is written.
        let treated = outline.isScript || isPlain
            ? owned.map { MarkdownTreatment.Result(text: isPlain ? PlainText.markdown($0) : $0) } : treatment.apply(to: owned)
        made += treated.reduce(0) { $0 + $1.text.count }
        guard made <= CompileWork.largest, !treated.contains(where: \.isTooLarge) else { throw CompileWork.tooLarge }
        for (number, (piece, own)) in zip(pieces, treated).enumerated() {
            switch piece {
            case .own:
                images.formUnion(own.images)
                left += own.lost.map { LeftOut(path: file.path, reason: .imageOutside($0)) }
                // Between scenes stands the separator of the profile.
                if pieces.count == 1 ? !MarkdownShape.isBlank(own.text) : !MarkdownShape.isOnlyBreaks(own.text) {
                    let bare = SceneBreak.without(own.text, atStart: number > 0, atEnd: number + 1 < pieces.count)
                    // Footnotes next to a line that names a scene, as at the end of a file, are no text that something would part from it.
                    if pieces.count > 1, !outline.isScript, MarkdownShape.isOnlyDefinitions(bare) {
                        if result.isEmpty { ahead = bare } else { SourceText.add(bare, to: &result[result.count - 1]) }
                        continue
                    }
                    // What stands there already next to a scene is no second one.
                    let isBare = outline.isScript || profile.breaks.separator.isEmpty
                    result.append(isBare ? own.text : bare)
                }
            case .scene(let scene): result += try texts(of: scene, within: chain + [file.path])
            }
            if !ahead.isEmpty, !result.isEmpty {
                SourceText.add(ahead, to: &result[result.count - 1])
                ahead = []
            }
        }
        // A file of nothing but footnotes and scenes that hold none.
        return ahead.isEmpty ? result : [ahead]
    }

    private enum Piece {
        case own(Range<Int>)
        case scene(CompileOutline.File)
    }

    /// The pieces of a file, with the scenes that they mean. A line that means none is a part of the text around it.
    private mutating func resolved(_ pieces: [ChapterPiece], of file: CompileOutline.File, _ chain: [RelativePath]) throws(ShedError) -> [Piece] {
        var result: [Piece] = []
        func add(_ range: Range<Int>) {
            if case .own(let last)? = result.last, last.upperBound == range.lowerBound {
                result[result.count - 1] = .own(last.lowerBound..<range.upperBound)
            } else {
                result.append(.own(range))
            }
        }
        for piece in pieces {
            switch piece {
            case .text(let range): add(range)
            case .scene(let reference, let line):
                let (scene, name) = try scene(reference)
                if let scene, scene.path != file.path, !chain.contains(scene.path), chain.count < ManuscriptReader.deepest {
                    result.append(.scene(scene))
                    continue
                }
                add(line)
                // In a script such a line may be a note; and a link that leads elsewhere than to a scene was no reference.
                if scene != nil { left.append(LeftOut(path: file.path, reason: .cycle(name ?? ""))) } else if let name, !outline.isScript {
                    left.append(LeftOut(path: file.path, reason: .noScene(name)))
                }
            }
        }
        return result
    }

    /// The scene that a line means, and what it is called.
    private mutating func scene(_ reference: SceneReference) throws(ShedError) -> (CompileOutline.File?, name: String?) {
        guard let folder = outline.scenes else { return (nil, nil) }
        let known: [String: CompileOutline.File]
        if let scenes { known = scenes } else { known = try ManuscriptReader.scenes(in: folder, reader) }
        scenes = known
        switch reference {
        case .name(let name): return (known[name.lowercased()], name)
        case .path(let path):
            guard path.isInside(folder), path != folder, let name = path.last?.text else { return (nil, nil) }
            return (known[name.lowercased()], name)
        }
    }

    /// The scenes by their names in lower case, with and without the ending.
    private static func scenes(in folder: RelativePath, _ reader: some ProjectReader) throws(ShedError) -> [String: CompileOutline.File] {
        let state = try reader.load()
        guard let id = state.node(at: folder) else { return [:] }
        var scenes: [String: CompileOutline.File] = [:]
        for node in CompileOutline.children(of: id, state) where !node.type.isDirectory {
            guard let name = node.place?.name, let text = name.text, CompileInput(name) != nil else { continue }
            let file = CompileOutline.File(path: folder.appending(name), id: node.id)
            scenes[text.lowercased()] = file
            let stem = String(decoding: name.parts.stem, as: UTF8.self).lowercased()
            if scenes[stem] == nil { scenes[stem] = file }
        }
        return scenes
    }

    // MARK: The disk

    private mutating func read(_ file: CompileOutline.File) throws(ShedError) -> [UInt8] {
        guard let name = file.path.last else { return [] }
        do {
            let folder: DirectoryHandle
            if let open = folders[file.path.parent] { folder = open } else { folder = try reader.root.openDirectory(at: file.path.parent) }
            // So that few are open at a time.
            if folders.count > 64 { folders = [:] }
            folders[file.path.parent] = folder
            let (bytes, evidence) = try folder.readWithEvidence(name, atMost: SourceText.largest)
            total += bytes.count
            guard total <= ManuscriptReader.largest else { throw ShedError(.environment, .tooLargeToCompile(mebibytes: ManuscriptReader.largest >> 20), remedy: .compileParts) }
            parts.append(CompilePart(id: file.id, path: file.path, chapter: chapter, stamp: WriteStamp(evidence)))
            return bytes
        } catch let error as ShedError { throw error } catch {
            throw ShedError(.environment, .cannotCompile(path: "\(file.path)", reason: ShedError(error).words), remedy: .leaveOutOrMend)
        }
    }
}
