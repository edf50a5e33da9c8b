import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct TagListVerb: TagSubverb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tags, with how many files and folders have each.", discussion: "Example: shed tag list")

    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let reading = try session.openToShowLabels()
        let tags = try reading.labels().sortedTags
        let uses = try reading.uses()
        if global.json {
            session.output.json(.array(tags.map { $0.json(count: uses[LabelKey(.tag, $0.id)] ?? 0) }))
            return .done
        }
        for tag in tags {
            var line = session.style.label(tag.title)
            var facts = [Style.count(uses[LabelKey(.tag, tag.id)] ?? 0, "use")]
            if let colour = tag.colour { facts.append(colour.description) }
            if tag.scope != .all { facts.append("for \(session.style.label(tag.scope.rawValue))") }
            if global.verbose { facts.append(tag.id.description) }
            line += session.style.faint("  \(facts.joined(separator: ", "))")
            session.output.line(line)
        }
        return .done
    }
}
