import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct NewVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a project.",
        discussion: """
            KIND is blank, poetry, short-story (or prose), novel, script (or drama), records, papers, one of your own (“shed \
            template list”), or the path of a .toml file with one. The whole template is made, or nothing.

            Example: shed new poetry "Spring Poems" --language fr
            """)

    @Argument(help: "What sort of project.", completion: .custom { _, _, _ in Installed.allKindNames }) var kind: String
    @Argument(help: "The project's name, and its directory's.") var name: String
    @Option(name: .customLong("in"), help: ArgumentHelp("The directory to make it in.", valueName: "dir"), completion: .directory)
    var parent: String?
    @Option(help: "The language of the folders' names: en, fr, de, es or ja. Else the locale says.", completion: .list(["en", "fr", "de", "es", "ja"])) var language: String?
    @Option(help: ArgumentHelp("Free text about the project.", valueName: "text")) var details: String?
    @Flag(help: "Put an empty file .gitkeep into each folder, since git keeps no empty folders; into All a .gitignore, by which git leaves its links out.")
    var git = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let kind = try KindArgument.kind(kind, session)
        let language = try KindArgument.language(language, session.surroundings)
        let details = try details.map { text throws(ShedError) in try session.text(text, of: "--details") }
        let directory = try parent.map { text throws(ShedError) in try session.absolute(text) } ?? session.base
        let name = session.name(name)
        try Project.checkNew(named: name, in: directory, surroundings: session.surroundings)
        guard !change.dryRun else {
            try sayWhatWouldBe(kind, language, name, directory, session)
            return .done
        }
        let project = try Project.new(
            kind, named: name, in: directory, language: language, surroundings: session.surroundings, details: details, keepsFolders: git)
        if global.json {
            try session.printShape(.root, in: project)
        } else if global.zero {
            session.output.path(project.home.path)
        } else {
            session.say(.madeProject(kind: kind.name, path: EscapedText.escape(project.home.path)))
        }
        return .done
    }

    private func sayWhatWouldBe(_ kind: Kind, _ language: Language, _ name: Name, _ directory: [UInt8], _ session: Session) throws(ShedError) {
        let path = try RealPath.of(directory) + [UInt8(ascii: "/")] + name.bytes
        let folders = Template(kind, language: language).folders
        if global.zero { return session.output.path(path) }
        if global.json {
            var object = JSONBuilder()
            object.add("path", bytes: path)
            object.add("name", bytes: name.bytes)
            object.add("projectKind", .string(kind.name))
            object.add("language", .string(language.rawValue))
            object.add("folders", .array(folders.map { ["role": .string($0.role.rawValue), "name": .string($0.name)] }))
            return session.output.json(object.value)
        }
        session.say(.wouldMakeProject(kind: kind.name, path: EscapedText.escape(path), folders: .list(folders.map(\.name))))
    }
}
