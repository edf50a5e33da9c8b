import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct TagGroupListVerb: TagGroupSubverb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the groups with their tags.", discussion: "Example: shed taggroup list")

    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let reading = try session.openToShowLabels()
        let labels = try reading.labels()
        let tags = labels.sortedTags
        if global.json {
            session.output.json(.array(labels.sortedGroups.map { $0.json(tags: tags) }))
            return .done
        }
        for group in labels.sortedGroups {
            let names = tags.filter { $0.group == group.id }.map { session.style.label($0.name) }
            let list = names.isEmpty ? session.style.faint("no tags") : names.joined(separator: ", ")
            session.output.line("\(session.style.heading(session.style.label(group.name)))  \(list)")
        }
        return .done
    }
}
