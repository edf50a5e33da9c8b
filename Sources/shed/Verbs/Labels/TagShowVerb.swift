import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct TagShowVerb: TagSubverb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a tag, and what has it.", discussion: "Example: shed tag show urgent")

    @Argument(help: "The tag.", completion: Completions.tags) var tag: String
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let word = try session.text(tag, of: "the tag")
        let listing = try project.listing()
        let tag = try project.asKnown.labels().tag(word)
        var search = Search()
        search.marks.tags = [tag.id.description]
        search.order = .path
        let hits = try listing.search(search).hits
        if global.json {
            var object = JSONBuilder()
            object.add("tag", tag.json(count: hits.count))
            object.add("nodes", .array(hits.map(\.view.json)))
            session.output.json(object.value)
        } else if global.zero {
            for hit in hits { session.output.path(session.style.place(hit.view.path)) }
        } else {
            session.output.line(session.style.heading(session.style.label(tag.title)))
            session.output.line("id      \(tag.id)")
            session.output.line("colour  \(tag.colour?.description ?? "none")")
            session.output.line("scope   \(session.style.label(tag.scope.rawValue))")
            session.output.line(session.style.faint(Style.count(hits.count, "use")))
            for hit in hits { session.output.line("  \(session.style.path(hit.view.path))\(hit.view.type.isDirectory ? "/" : "")") }
        }
        return .done
    }
}
