import ArgumentParser
import ShedCommand
import ShedModel
import ShedProject

struct TemplateListVerb: TemplateSubverb {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the kinds of project that there are.",
        discussion: """
            Those that come with shed, then those of one's own with the files that they are in. With -0: these files.

            Example: shed template list
            """)

    @OptionGroup var global: GlobalOptions

    var requiresState: Bool { false }
    var onlyLooks: Bool { true }

    func perform(_ session: Session) throws -> Ending {
        let shipped = session.surroundings.kinds.kinds.all
        let own = try OwnKinds(session.surroundings).all()
        if global.json {
            session.output.json(.array(shipped.map { KindShape($0).brief(path: nil) } + own.map(shape)))
        } else if global.zero {
            for entry in own { session.output.path(entry.path) }
        } else {
            for kind in shipped { session.say(line(kind.name, kind)) }
            for entry in own {
                let path = session.style.faint("  \(EscapedText.escape(entry.path))")
                switch entry.kind {
                case .success(let kind): session.say(line(kind.name, kind) + path)
                case .failure(let error): session.say(session.style.warning("\(error.message)"))
                }
            }
        }
        return own.contains { if case .failure = $0.kind { true } else { false } } ? .findings : .done
    }

    private func line(_ name: String, _ kind: Kind) -> String {
        let others = kind.synonyms.isEmpty ? "" : " (\(kind.synonyms.joined(separator: ", ")))"
        return "\(name)\(others)"
    }

    private func shape(_ entry: OwnKinds.Entry) -> JSONValue {
        switch entry.kind {
        case .success(let kind): return KindShape(kind).brief(path: entry.path)
        case .failure(let error):
            var object = JSONBuilder()
            object.add("name", .string(entry.name))
            object.add("synonyms", .array([]))
            object.add("path", bytes: entry.path)
            object.add("error", .string(error.message))
            return object.value
        }
    }
}
