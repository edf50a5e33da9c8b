import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct RecordEditVerb: RecordSubverb {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Open a record in your editor, and check it when it is saved.",
        discussion: """
            $VISUAL or $EDITOR is opened on a copy. What is no record, or breaks the collection's schema, is not taken: the \
            place is named, and you can go back in. A file that is no record now can be mended this way.

            Example: shed record edit Books/Ficciones
            """)

    @Argument(help: "The record: COLLECTION/NAME or its ID.", completion: .file()) var record: String
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange()
        let reading = try project.refresh()
        let found = try session.record(record, in: reading)
        let (bytes, evidence) = try reading.text(of: found)
        let name = found.name.text == nil ? Name("record.json") : found.name
        let isChanged = try TextEditor(session).edit(bytes, named: name, session) { edited in
            try reading.replace(found, with: edited, expected: evidence, from: bytes)
        }
        if global.json {
            session.output.json(try reading.record(found.path, id: found.id).json)
        } else {
            session.say(isChanged ? "changed \(session.style.path(found.path))" : "nothing was changed")
        }
        session.warnOfRest(in: project)
        return .done
    }
}
