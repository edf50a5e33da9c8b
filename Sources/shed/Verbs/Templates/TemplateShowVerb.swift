import ArgumentParser
import ShedCommand
import ShedModel
import ShedProject

struct TemplateShowVerb: TemplateSubverb {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the file of a kind of project.",
        discussion: """
            One of one's own as it is written; one that comes with shed as its file would be.

            Example: shed template show poetry
            """)

    @Argument(help: "The kind.", completion: .custom { _, _, _ in Installed.allKindNames }) var name: String
    @OptionGroup var global: GlobalOptions

    var requiresState: Bool { false }
    var onlyLooks: Bool { true }

    func perform(_ session: Session) throws -> Ending {
        let own = OwnKinds(session.surroundings)
        let kind = try own.anyKind(named: try session.text(name, of: "the name"))
        let isShipped = session.surroundings.kinds.kinds.names.contains(kind.name)
        let path = isShipped ? nil : try own.path(of: kind.name)
        if global.json {
            session.output.json(KindShape(kind).whole(path: path))
        } else if global.zero {
            if let path { session.output.path(path) }
        } else {
            let text = try path.map { path throws(ShedError) in String(decoding: try own.bytes(path), as: UTF8.self) } ?? kind.toml
            for line in TextBlock.lines(text) { session.say(line) }
        }
        return .done
    }
}
