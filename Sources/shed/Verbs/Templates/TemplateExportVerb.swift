import ArgumentParser
import Glibc
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

struct TemplateExportVerb: TemplateSubverb {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a kind of project into a file.",
        discussion: """
            Of a kind by its name, or made from a project: its folders of the template as they are now, with their names, what they \
            accept, and how they stand in each other. The kind in the file is called after the file.

            Example: shed template export . ../essays.toml --files
            """)

    @Argument(help: "A kind's name or a project's directory; the file, where it is to be made from the project here.", completion: .file()) var what: String
    @Argument(help: "The file, which ends in .toml.", completion: .file(extensions: ["toml"])) var file: String?
    @Flag(help: "Put the texts that stand in these folders into it, as files with which a new project begins.") var files = false
    @Flag(help: "Replace a file that is there.") var force = false
    @OptionGroup var global: GlobalOptions

    var onlyLooks: Bool { true }

    func perform(_ session: Session) throws -> Ending {
        let path = try session.absolute(file ?? what)
        let name = try TemplateExportVerb.name(of: path)
        let own = OwnKinds(session.surroundings)
        try own.requireName(name, remedy: .nameTemplateFileOtherwise)
        var left: [(path: RelativePath, reason: Message)] = []
        var kind: Kind
        if file != nil, let named = try namedKind(what, own) {
            kind = named
            (kind.name, kind.synonyms) = (name, [])
        } else {
            if file != nil { try requireEntry(session) }
            let project = file != nil ? try session.openRoot(what) : try session.openToLook()
            let known = try? own.anyKind(named: "\(project.home.kindName)")
            let reading = try project.refresh()
            let exported = try reading.exportedTemplate(named: name, known: known, withFiles: files)
            (kind, left) = (exported.kind, exported.left)
        }
        let bytes = Array(kind.toml.utf8)
        // What is written can be read.
        _ = try own.parse(bytes, path)
        let target = try ExportFile(path, of: "FILE", force: force)
        try target.write(bytes)
        try target.finish()
        for item in left { session.note(.leftOutOfTemplate(path: session.style.path(item.path), reason: item.reason)) }
        session.say((kind, path), as: file ?? what, isDryRun: false)
        return .done
    }

    /// A kind that a word means; `nil` where it means a project's directory.
    private func namedKind(_ word: String, _ own: OwnKinds) throws(ShedError) -> Kind? {
        guard word != ".", word != "..", !word.contains("/"), try own.hasKind(named: word) else { return nil }
        return try own.anyKind(named: word)
    }

    /// - Throws: ``ShedError`` of kind usage where a word is neither a kind's name nor a path at which anything stands.
    private func requireEntry(_ session: Session) throws(ShedError) {
        let path = try session.absolute(what)
        guard access(path.cString, F_OK) != 0, errno == ENOENT || errno == ENOTDIR else { return }
        throw ShedError(.usage, .noKindOrProject(name: ShedError.shown(what)), remedy: .templateListNames)
    }

    /// The name of the kind in a file.
    private static func name(of path: [UInt8]) throws(ShedError) -> String {
        let last = String(decoding: path.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
        guard last.hasSuffix(".toml"), last.utf8.count > 5 else {
            throw ShedError(.usage, .endNameInTOML(path: EscapedText.escape(path)), remedy: .fileNamesTemplate)
        }
        return String(last.dropLast(5))
    }
}
