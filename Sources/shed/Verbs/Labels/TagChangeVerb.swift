import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct TagChangeVerb: TagSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "change",
        abstract: "Change a tag's colour or scope.",
        discussion: """
            What has the tag keeps it, also where it is out of the new scope: “shed check” finds that.

            Example: shed tag change urgent --hue orange --scope file
            """)

    @Argument(help: "The tag.", completion: Completions.tags) var tag: String
    @OptionGroup var hue: HueOption
    @Option(help: ArgumentHelp("What it is for.", valueName: "scope"), completion: Completions.scopes) var scope: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if hue.text == nil, scope == nil { throw ValidationError(.sayWhatToChange(first: "--hue", second: "--scope")) }
    }

    static func hint(for message: String, _ words: [String]) -> String? { HueOption.hint(for: message) }

    func perform(_ session: Session) throws -> Ending {
        var wanted = Transaction.TagChange(scope: try session.scope(scope))
        if let colour = hue.text { wanted.colour = .some(colour == "none" ? nil : try ColourArgument.colour(colour)) }
        return try session.changeLabel(change) { project in
            let tag = try project.write { transaction throws(ShedError) in try transaction.changeTag(try session.text(self.tag, of: "the tag"), wanted, dryRun: change.dryRun) }
            return LabelChange("changed", "the tag \(session.style.label(tag.title))", try project.asKnown.json(of: tag))
        }
    }
}
