import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

/// What is to be compiled, and how.
package struct CompileRequest: Hashable, Sendable {
    /// `nil`: the manuscript of the project.
    package var folder: RelativePath?
    package var profile: String
    /// `nil`: as the profile says.
    package var formats: [CompileProfile.Format]?
    /// The folder of a file outside of the project that is written, as an absolute path; `nil`: the derived folder.
    package var outside: [UInt8]?

    package init(folder: RelativePath? = nil, profile: String = CompileProfile.standard, formats: [CompileProfile.Format]? = nil, outside: [UInt8]? = nil) {
        (self.folder, self.profile, self.formats, self.outside) = (folder, profile, formats, outside)
    }
}

/// What was read to be compiled, and what is made of it.
package struct Compilation {
    package var profile: CompileProfile
    let outline: CompileOutline
    let parts: [CompilePart]
    /// What was left out, in order.
    package let left: [LeftOut]
    package let isScript: Bool
    let manuscript: Manuscript
    let script: Script?
    let images: [RelativePath]
    /// The images, and the documents whose styles are taken, as they were before any of them was read; without those that are not there.
    let seen: [RelativePath: Evidence]
    let target: ManuscriptReader.Target
    let digest: ContentHash
    package let formats: [CompileProfile.Format]

    /// How many chapters or acts there are, and how many words.
    package var chapters: Int { manuscript.chapters.count }
    package var words: Int { manuscript.words }

    /// Each file that goes in, with its chapter from 1, in order.
    package var files: [(path: RelativePath, chapter: Int)] { parts.map { ($0.path, $0.chapter) } }
    /// What stands above a chapter; `nil`: nothing.
    /// - Parameter chapter: from 1.
    package func heading(_ chapter: Int) -> String? { manuscript.chapters.indices.contains(chapter - 1) ? manuscript.chapters[chapter - 1].heading : nil }

    /// What the file is called that is made, without its ending.
    package let name: Name

    /// What goes into a file of a format beside the texts: images, and the document whose styles it takes. Others only name images.
    func files(shownIn format: CompileProfile.Format) -> [RelativePath] {
        guard script == nil, format.needsProgram else { return [] }
        return images + [profile.reference(for: format == .pdf ? pageFormat : format)].compactMap(\.self)
    }

    /// What pages are laid out from: the odt that would be compiled. Where the profile has a docx for its styles, and no odt, that one.
    var pageFormat: CompileProfile.Format {
        profile.pages.references[.odt] == nil && profile.pages.references[.docx] != nil ? .docx : .odt
    }
}

extension CompileProfile {
    /// The document whose styles a format takes; `nil`: shed's own.
    func reference(for format: Format) -> RelativePath? { pages.references[format].flatMap { RelativePath(bytes: Array($0.utf8)) } }
}

extension ProjectReader {
    /// Reads what is to be compiled. Nothing is written.
    package func compilation(_ request: CompileRequest) throws(ShedError) -> Compilation {
        let (profile, bytes) = try compileProfile(request.profile)
        let outline = try outline(of: request.folder, profile)
        var target = ManuscriptReader.Target()
        if let outside = request.outside {
            target.base = RelativePath(bytes: home.path) ?? .root
            target.folder = RelativePath(bytes: outside)
        } else if case .manuscript(let folder) = outline.scope {
            target.folder = folder
        }
        var reader = ManuscriptReader(self, outline, profile, target, Pandoc(surroundings))
        try reader.read()
        let formats = request.formats ?? profile.formats ?? [outline.isScript ? .fountain : .markdown]
        for format in formats where outline.isScript ? !Script.formats.contains(format) : format == .fountain {
            throw ShedError(.usage, .formatIsNotFor(format: format.rawValue, isScript: outline.isScript), remedy: .chooseOtherFormat)
        }
        var look = EvidenceLook(root)
        var seen: [RelativePath: Evidence] = [:]
        for path in reader.images.sorted() + profile.pages.references.keys.compactMap(profile.reference) { seen[path] = look.evidence(of: path) }
        // A picture that a text shows goes in by it.
        let shown = reader.left.filter { $0.reason != .noText || !reader.images.contains($0.path) }
        let left = try shown + untaken(outline, profile) + missing(reader.images)
        let title = Name(reader.manuscript.title.replacing("/", with: "-"))
        return Compilation(
            profile: profile, outline: outline, parts: reader.parts, left: left, isScript: outline.isScript, manuscript: reader.manuscript,
            script: outline.isScript ? reader.script : nil, images: reader.images.sorted(), seen: seen, target: target,
            digest: outline.digest(bytes, title: reader.manuscript.title), formats: formats, name: fileName(outline.scope, title))
    }

    /// What the file is called: as the project, or the folder.
    private func fileName(_ scope: CompileOutline.Scope, _ title: Name) -> Name {
        let name: Name = if case .folder(let path) = scope { path.last ?? title } else { home.name }
        return Name(bytes: Array(UTF8Cut.prefix(name.bytes[...], atMost: Name.longest - 10)))
    }

    /// The images that are no files.
    private func missing(_ images: Set<RelativePath>) -> [LeftOut] {
        images.sorted().compactMap { image in
            guard let name = image.last, (try? root.openDirectory(at: image.parent).kind(of: name)) != .file else { return nil }
            return LeftOut(path: image, reason: .noImage("\(image)"))
        }
    }

    /// The bytes of a format.
    package func bytes(of compilation: Compilation, _ format: CompileProfile.Format) throws(ShedError) -> [UInt8] {
        let bytes: [UInt8]
        if let script = compilation.script, let made = script.bytes(of: format) {
            bytes = made
        } else if compilation.script == nil, let made = compilation.manuscript.bytes(of: format) {
            bytes = made
        } else if format == .pdf {
            bytes = try pages(of: compilation)
        } else if let script = compilation.script {
            bytes = try document(of: script, format, compilation)
        } else {
            bytes = try converted(compilation, to: format)
        }
        guard bytes.count <= CompileWork.largest else { throw CompileWork.tooLarge }
        return bytes
    }
}
