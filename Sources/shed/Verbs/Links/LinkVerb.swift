import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct LinkVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Print links to files and folders that outlive moves.",
        discussion: """
            A link is “shed:” and the ID. “shed open” opens what it leads to, wherever that stands by then; after “shed service \
            install --links” a click does too. Documentation/Links.md says more.

            Example: shed link Draft/Ode.txt --markdown
            """)

    @Argument(help: "What to link to; “-” reads a list from standard input.", completion: .file()) var paths: [String]
    @Flag(help: "As a link of Markdown, with the name as its text.") var markdown = false
    @OptionGroup var global: GlobalOptions

    /// The daemon has another standard input.
    var delegation: Delegation { paths.contains("-") ? .never : .look }
    var onlyLooks: Bool { true }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let reading = try project.refresh()
        var links: [(path: RelativePath, id: NodeID)] = []
        for path in try session.paths(named: paths, in: project) {
            let id = try reading.find(path).node.id
            guard !reading.isProvisional(id) else { throw ShedError(.refused, .hasNoID(path: "\(path)"), remedy: .whyNoID) }
            links.append((path, id))
        }
        if global.json {
            session.output.json(.array(links.map { shape($0.path, $0.id, project) }))
        } else {
            for (path, id) in links {
                let text = markdown ? LinkVerb.markdown(name(path, project), id) : LinkTo.node(id)
                if global.zero { session.output.path(Array(text.utf8)) } else { session.say(text) }
            }
        }
        return .done
    }

    private func name(_ path: RelativePath, _ project: Project) -> Name { path.last ?? project.home.name }

    private func shape(_ path: RelativePath, _ id: NodeID, _ project: Project) -> JSONValue {
        var object = JSONBuilder()
        object.add("id", id)
        object.add("path", bytes: path.bytes)
        object.add("link", .string(LinkTo.node(id)))
        object.add("markdown", .string(LinkVerb.markdown(name(path, project), id)))
        return object.value
    }

    /// The name as the text of a link, with what means something in Markdown escaped.
    static func markdown(_ name: Name, _ id: NodeID) -> String {
        var text = ""
        for character in name.escaped {
            if "\\`*_[]<>&!~|#".contains(character) { text.append("\\") }
            text.append(character)
        }
        return "[\(text)](\(LinkTo.node(id)))"
    }
}
