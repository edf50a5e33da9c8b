import ArgumentParser
import ShedEngine
import ShedModel

struct CollectionVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "collection",
        abstract: "Collections of records: list, make, rename, delete, export, import.",
        discussion: """
            A collection is a folder at the root of a records project; each *.json file in it is a record. \
            Documentation/Records.md says more.

            Example: shed collection new Books
            """,
        subcommands: [
            CollectionListVerb.self, CollectionNewVerb.self, CollectionShowVerb.self, CollectionRenameVerb.self,
            CollectionDeleteVerb.self, CollectionSchemaVerb.self, CollectionExportVerb.self, CollectionImportVerb.self,
        ])
}

struct CollectionListVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the collections.",
        discussion: """
            Example: shed collection list --json
            """)

    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        try project.takeIn()
        let collections = try project.collections()
        if global.json {
            session.output.json(.array(try collections.map { collection throws(ShedError) in collection.json(records: try project.count(of: collection)) }))
        } else if global.zero {
            for collection in collections { session.output.path(collection.path.bytes) }
        } else {
            for collection in collections {
                let id = global.verbose ? session.style.faint("  \(collection.id)") : ""
                session.output.line(collection.name.escaped + session.style.faint("  \(Style.count(try project.count(of: collection), "record"))") + id)
            }
            if collections.isEmpty { session.say(session.style.faint(project.strings.noCollections)) }
        }
        return .done
    }
}

struct CollectionNewVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a collection.",
        discussion: """
            Example: shed collection new Books
            """)

    @Argument(help: "Its name, and its folder's.") var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        try project.requireCollections()
        let name = session.name(name)
        guard !name.bytes.contains(UInt8(ascii: "/")) else {
            throw ShedError(.usage, "“\(name)” cannot be the name of a collection", remedy: "A name has no “/”: collections stand at the project's root.")
        }
        try Project.requireName(name, of: "a collection")
        let path = RelativePath([name])
        _ = try project.add(.folder, at: path, dryRun: change.dryRun)
        if !change.dryRun, let made = try? project.collection(name.bytes), global.json {
            session.output.json(made.json(records: try project.count(of: made)))
        } else if global.json {
            session.output.json(session.movedJSON(from: path, to: path, id: nil))
        } else if global.zero {
            session.output.path(path.bytes)
        }
        session.say("\(session.done("made", change.dryRun)) the collection \(name)")
        session.warnOfName(at: path)
        session.warnOfRest(in: project)
        return .done
    }
}

struct CollectionRenameVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a collection another name.",
        discussion: """
            Example: shed collection rename Books Library
            """)

    @Argument(help: "The collection: its name or ID.") var collection: String
    @Argument(help: "Its new name.") var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        try project.takeIn()
        let found = try project.collection(RawArguments.bytes(of: collection))
        let name = session.name(name)
        try project.rename(found.path, to: name, dryRun: change.dryRun)
        session.sayMoved([(found.path, RelativePath([name]))], verb: "renamed", in: project, dryRun: change.dryRun)
        session.warnOfName(at: RelativePath([name]))
        return .done
    }
}

struct CollectionDeleteVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Move a collection with its records to Trash.",
        discussion: """
            “shed restore” brings it back. --permanently deletes it for good, and asks first.

            Example: shed collection delete Books
            """)

    @Argument(help: "The collection: its name or ID.") var collection: String
    @Flag(help: "Delete for good.") var permanently = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        try project.takeIn()
        let found = try project.collection(RawArguments.bytes(of: collection))
        guard permanently else {
            let pairs = try project.trash([found.path], dryRun: change.dryRun)
            session.sayMoved(pairs, verb: "moved", in: project, dryRun: change.dryRun)
            return .done
        }
        try project.deletePermanently([found.path], dryRun: true)
        if !change.dryRun {
            try session.confirm("Deleting \(found.name) with \(Style.count(try project.count(of: found), "record")) for good")
            try project.deletePermanently([found.path])
        }
        session.sayDeleted([(found.path, found.id)], dryRun: change.dryRun)
        return .done
    }
}

struct CollectionShowVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a collection: its ID, how many records it has, which keys they have.",
        discussion: """
            Example: shed collection show Books
            """)

    @Argument(help: "The collection: its name or ID.") var collection: String
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        try project.takeIn()
        let found = try project.collection(RawArguments.bytes(of: collection))
        let facts = try project.facts(of: found)
        let count = try project.count(of: found)
        if global.json {
            guard case .object(var object) = found.json(records: count) else { return .done }
            object["invalid"] = .integer(Int64(facts.invalid))
            object["schema"] = .bool(facts.hasSchema)
            object["keys"] = .array(facts.keys.map { ["key": .string($0.key), "records": .integer(Int64($0.count))] })
            session.output.json(.object(object))
            return .done
        }
        session.output.line(session.style.heading(found.name.escaped) + session.style.faint("  \(found.id)"))
        let invalid = facts.invalid == 0 ? "" : ", \(Style.count(facts.invalid, "file")) no record now (“shed check” says why)"
        session.output.line(Style.count(count, "record") + invalid)
        session.output.line(facts.hasSchema ? "has a schema (“shed collection schema”)" : session.style.faint("no schema"))
        for key in facts.keys { session.output.line("  \(EscapedText.escape(Array(key.key.utf8)))" + session.style.faint("  in \(key.count)")) }
        return .done
    }
}
