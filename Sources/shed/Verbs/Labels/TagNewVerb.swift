import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct TagNewVerb: TagSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a tag.",
        discussion: """
            A group that is not there is made with it. Colours are \(Colour.names.joined(separator: ", ")), or #rrggbb.

            Example: shed tag new Status/lent --hue red
            """)

    @Argument(help: "NAME or GROUP/NAME.") var name: String
    @OptionGroup var hue: HueOption
    @Option(help: ArgumentHelp("What it is for: folder, file, record or all.", valueName: "scope"), completion: Completions.scopes) var scope: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    static func hint(for message: String, _ words: [String]) -> String? { HueOption.hint(for: message) }

    func perform(_ session: Session) throws -> Ending {
        let colour = try hue.text.map { text throws(ShedError) in try ColourArgument.colour(text) }
        return try session.changeLabel(change) { project in
            let tag = try project.write { transaction throws(ShedError) in try transaction.makeTag(
                try session.text(name, of: "the name"), colour: colour, scope: try session.scope(scope), dryRun: change.dryRun) }
            return LabelChange("made", "the tag \(session.style.label(tag.title))", tag.json(count: 0))
        }
    }
}
