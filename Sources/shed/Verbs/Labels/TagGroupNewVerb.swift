import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct TagGroupNewVerb: TagGroupSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a group.", discussion: "Example: shed taggroup new Status")

    @Argument(help: "The group's name.") var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        try session.changeLabel(change) { project in
            let group = try project.write { transaction throws(ShedError) in try transaction.makeTagGroup(try session.text(name, of: "the name"), dryRun: change.dryRun) }
            return LabelChange("made", "the tag group \(session.style.label(group.name))", group.json(tags: []))
        }
    }
}
