import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct RecordShowVerb: RecordSubverb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a record.",
        discussion: """
            A file that is no record now is shown as it last was one, with what is wrong.

            Example: shed record show Books/Ficciones
            """)

    @Argument(help: "The record: COLLECTION/NAME or its ID.", completion: .file()) var record: String
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let reading = try project.refresh()
        let found = try session.record(record, in: reading)
        if global.json {
            session.output.json(found.json)
        } else if global.zero {
            session.output.path(session.style.place(found.path))
        } else {
            session.output.line(session.style.heading("\(session.style.path(found.path))") + session.style.faint("  \(found.id)"))
            let widest = found.record.pairs.map { DisplayWidth.of(EscapedText.escape(Array($0.key.utf8))) }.max() ?? 0
            for pair in found.record.pairs {
                let key = EscapedText.escape(Array(pair.key.utf8))
                session.output.line(DisplayWidth.padded(key, to: widest + 2) + EscapedText.escape(Array(pair.value.utf8)))
            }
            if found.record.pairs.isEmpty { session.output.line(session.style.faint(session.strings(of: project).noPairs)) }
        }
        if let problem = found.problem {
            session.output.note("shed: \(session.style.path(found.path)) is no record now; what it last held is shown. \(problem.sentence) [\(problem.rule)]")
        }
        return found.problem == nil ? .done : .findings
    }
}
