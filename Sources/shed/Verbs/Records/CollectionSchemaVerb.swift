import ArgumentParser
import ShedEngine
import ShedModel
import ShedRecords

struct CollectionSchemaVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Show, edit or set what the records of a collection are to hold.",
        discussion: """
            A schema names keys, with what their values are: text, number, integer, date, boolean, one-of, url, record. \
            Without an option it is printed. Documentation/Schema.md describes the file.

            Example: shed collection schema Books --edit
            """)

    @Argument(help: "The collection: its name or ID.") var collection: String
    @Flag(help: "Open it in your editor; it is checked when it is saved.") var edit = false
    @Option(help: ArgumentHelp("Take the schema from a file; “-” reads the standard input.", valueName: "file"), completion: .file()) var set: String?
    @Flag(help: "Take the schema away; the records stay.") var remove = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if [edit, set != nil, remove].count(where: { $0 }) > 1 { throw ValidationError("Give one of --edit, --set and --remove.") }
    }

    func perform(_ session: Session) throws -> Ending {
        let isChange = edit || set != nil || remove
        let project = try isChange ? session.openToChange(dryRun: change.dryRun) : session.openToShow()
        try project.takeIn()
        let found = try project.collection(RawArguments.bytes(of: collection))
        let old = try project.schemaText(of: found.id)
        if edit {
            let isChanged = try TextEditor(session).edit(old ?? Array(SchemaDraft.text.utf8), named: "schema.toml", session) { text in
                if !change.dryRun { try project.setSchema(of: found, to: text) }
            }
            session.say(isChanged ? "\(session.done("changed", change.dryRun)) the schema of \(found.name)" : "nothing was changed")
            return isChanged ? try judged(found, project, session) : .done
        }
        if let set {
            let text = try set == "-" ? StandardInput.read(atMost: Schema.largest) : NamedInput.read(session.absolute(set), atMost: Schema.largest)
            if change.dryRun { do throws(RecordsError) { _ = try Schema.parse(text) } catch { throw ShedError(.usage, "\(error)", remedy: error.remedy) } }
            if !change.dryRun { try project.setSchema(of: found, to: text) }
            session.say("\(session.done("set", change.dryRun)) the schema of \(found.name)")
            return try judged(found, project, session)
        }
        if remove {
            if !change.dryRun { try project.setSchema(of: found, to: nil) }
            session.say(old == nil ? "\(found.name) has no schema" : "\(session.done("removed", change.dryRun)) the schema of \(found.name)")
            return .done
        }
        guard let old else {
            if global.json { session.output.json(.null) } else { session.say(session.style.faint("\(found.name) has no schema; --edit begins one")) }
            return .done
        }
        if global.json {
            session.output.json(["collection": .string("\(found.id)"), "path": .string("\(project.schemaPath(of: found.id))"), "text": .string(String(decoding: old, as: UTF8.self))])
        } else {
            session.output.bytes(old)
        }
        return .done
    }

    /// Says how many records break the schema as it is now.
    private func judged(_ collection: RecordCollection, _ project: Project, _ session: Session) throws -> Ending {
        guard !change.dryRun else { return .done }
        let broken = try project.recordsAgainstSchema(in: collection)
        if broken > 0 { session.output.note("shed: \(Style.count(broken, "record")) of \(collection.name) \(broken == 1 ? "breaks" : "break") it; “shed check” lists them.") }
        return .done
    }
}

/// What a new schema begins with.
enum SchemaDraft {
    static let text = """
        # What the records of this collection hold. Documentation/Schema.md says more; take the # away where you need a line.
        # title = "Title"        # the key that new files are named by
        # other-keys = true      # whether keys may occur that are not named here

        # [key.Title]
        # type = "text"          # text, number, integer, date, boolean, one-of, url or record
        # required = true

        # [key.Year]
        # type = "integer"

        """
}
