import ArgumentParser
import ShedCommand
import ShedModel
import ShedProject

struct TemplateNewVerb: TemplateSubverb {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Begin a kind of project of one's own.",
        discussion: """
            Writes a file to go on with into shed/kinds of the folder for settings, never in the place of another.

            Example: shed template new essays --from poetry
            """)

    @Argument(help: "What the kind is called: lower case and hyphens.") var name: String
    @Option(help: ArgumentHelp("Begin with all that this kind has; else with a folder for files and Trash.", valueName: "kind"), completion: .custom { _, _, _ in Installed.allKindNames })
    var from: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var requiresState: Bool { false }

    func perform(_ session: Session) throws -> Ending {
        let own = OwnKinds(session.surroundings)
        let name = try session.text(name, of: "the name")
        try own.requireName(name)
        var kind = try own.anyKind(named: try from.map { text throws(ShedError) in try session.text(text, of: "--from") } ?? OwnKinds.plainName)
        kind.name = name
        kind.synonyms = []
        let text = TemplateNewVerb.head + kind.toml
        let kept = try own.keep(Array(text.utf8), from: try own.path(of: name), dryRun: change.dryRun)
        session.say(kept, isDryRun: change.dryRun)
        return .done
    }

    private static let head = """
        # A kind of project. “shed new NAME PROJECT” makes one of this kind, “shed template apply NAME” adds to one what it lacks.
        # Documentation/Templates.md describes the file.

        """
}

extension Session {
    /// Says where a kind was kept.
    /// - Parameter word: by which the file was named, where somebody named it.
    func say(_ kept: (kind: Kind, path: [UInt8]), as word: String = "/", isDryRun: Bool) {
        if options.json {
            output.json(KindShape(kept.kind).brief(path: kept.path))
        } else if options.zero {
            output.path(kept.path)
        }
        if let name = kept.kind.untellingTrash { note(.trashIsCalled(name: EscapedText.beginning(name))) }
        say(.wroteTemplate(isDryRun: isDryRun, name: kept.kind.name, path: shown(kept.path, as: word)))
    }
}
