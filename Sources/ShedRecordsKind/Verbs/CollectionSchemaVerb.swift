import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel
import ShedRecords

struct CollectionSchemaVerb: CollectionSubverb {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Show, edit or set what the records of a collection are to hold.",
        discussion: """
            A schema names keys, with what their values are: text, number, integer, date, boolean, one-of, url, record. \
            Without an option it is printed. --key and the options behind it change lines of the file and leave all others. \
            Documentation/Schema.md describes the file.

            Example: shed collection schema Books --edit
            Example: shed collection schema Books --key Year --type integer --minimum 1400 --required
            """)

    @Argument(help: "The collection: its name or ID.") var collection: String
    @Flag(help: "Open it in your editor; it is checked when it is saved.") var edit = false
    @Option(help: ArgumentHelp("Take the schema from a file; “-” reads the standard input.", valueName: "file"), completion: .file()) var set: String?
    @Flag(help: "Take the schema away; the records stay.") var remove = false
    @OptionGroup var keys: SchemaKeyOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if [edit, set != nil, remove, keys.isGiven].count(where: { $0 }) > 1 {
            throw ValidationError("Give one of --edit, --set, --remove, and the options that change the schema's lines.")
        }
    }

    func perform(_ session: Session) throws -> Ending {
        let isChange = edit || set != nil || remove || keys.isGiven
        let project = try isChange ? session.openToChange(dryRun: change.dryRun) : session.openToShow()
        let reading = try project.refresh()
        let found = try reading.collection(RawArguments.bytes(of: collection))
        let old = try reading.schemaText(of: found.id)
        if edit {
            var breaches = SchemaBreaches()
            let isChanged = try TextEditor(session).edit(old ?? Array(SchemaDraft.text.utf8), named: "schema.toml", session) { text in
                breaches = try reading.breaches(of: text, in: found)
                if !change.dryRun { try reading.write { transaction throws(ShedError) in try transaction.setSchema(of: found, to: text) } }
            }
            session.say(isChanged ? "\(session.done("changed", change.dryRun)) the schema of \(found.name)" : "nothing was changed")
            tell(breaches, found, session)
            return .done
        }
        if keys.isGiven {
            let text = try reading.edited(old ?? [], keys.edits(session))
            let breaches = try reading.breaches(of: text, in: found)
            if !change.dryRun, text != old { try reading.write { transaction throws(ShedError) in try transaction.setSchema(of: found, to: text) } }
            session.say(text == old ? "nothing to change" : "\(session.done("changed", change.dryRun)) the schema of \(found.name)")
            tell(breaches, found, session)
            return .done
        }
        if let set {
            let text = try set == "-" ? StandardInput.read(atMost: Schema.largest) : NamedInput.read(session.absolute(set), atMost: Schema.largest)
            if !change.dryRun { try reading.write { transaction throws(ShedError) in try transaction.setSchema(of: found, to: text) } }
            let breaches = try reading.breaches(of: text, in: found)
            session.say("\(session.done("set", change.dryRun)) the schema of \(found.name)")
            tell(breaches, found, session)
            return .done
        }
        if remove {
            if !change.dryRun { try reading.write { transaction throws(ShedError) in try transaction.setSchema(of: found, to: nil) } }
            session.say(old == nil ? "\(found.name) has no schema" : "\(session.done("removed", change.dryRun)) the schema of \(found.name)")
            return .done
        }
        guard let old else {
            if global.json { session.output.json(.null) } else { session.say(session.style.faint("\(found.name) has no schema; --edit begins one")) }
            return .done
        }
        if global.json {
            session.output.json(["collection": .string("\(found.id)"), "path": .string("\(reading.schemaPath(of: found.id))"), "text": .string(String(decoding: old, as: UTF8.self))])
        } else {
            session.output.document(old)
        }
        return .done
    }

    /// Says how many records break a schema, and which first.
    private func tell(_ breaches: SchemaBreaches, _ collection: RecordCollection, _ session: Session) {
        guard let first = breaches.first else { return }
        let would = change.dryRun ? "would break it" : breaches.count == 1 ? "breaks it" : "break it"
        let rest = change.dryRun ? "" : "; “shed check” lists them"
        session.output.note("shed: \(Style.count(breaches.count, "record")) of \(collection.name) \(would)\(rest). The first is \(session.style.path(first.path)): \(first.message)")
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
