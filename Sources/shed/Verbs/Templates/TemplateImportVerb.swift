import ArgumentParser
import ShedCommand
import ShedModel
import ShedProject

struct TemplateImportVerb: TemplateSubverb {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take a kind of project from a file.",
        discussion: """
            The file is read and put beside one's other kinds, never in the place of another.

            Example: shed template import ~/Downloads/essays.toml
            """)

    @Argument(help: "The file.", completion: .file(extensions: ["toml"])) var file: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var requiresState: Bool { false }

    func perform(_ session: Session) throws -> Ending {
        let own = OwnKinds(session.surroundings)
        let path = try session.absolute(file)
        let kept = try own.keep(try own.bytes(path), from: path, dryRun: change.dryRun)
        session.say(kept, isDryRun: change.dryRun)
        return .done
    }
}
