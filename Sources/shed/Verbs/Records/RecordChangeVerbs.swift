import ArgumentParser
import ShedEngine
import ShedModel
import ShedRecords

struct RecordNewVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a record.",
        discussion: """
            Its file is called after its title: the key that the schema names, else “title” or “name”; else after its ID. \
            --json - reads a record, or an array of them, from the standard input.

            Example: shed record new Books Title=Ficciones Author=Borges Year=1944
            """)

    @Argument(help: "The collection: its name or ID.") var collection: String
    @Argument(help: ArgumentHelp("The pairs; “-” behind --json reads JSON.", valueName: "key=value")) var pairs: [String] = []
    @Option(help: ArgumentHelp("Begin with the pairs of a template of the schema.", valueName: "name")) var template: String?
    @Option(help: ArgumentHelp("The file's name, without .json.", valueName: "name")) var name: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    private var readsJSON: Bool { global.json && pairs == ["-"] }

    var delegation: Delegation { readsJSON || change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        try project.takeIn()
        let found = try project.collection(RawArguments.bytes(of: collection))
        let records = readsJSON
            ? try RecordJSON.records(try StandardInput.read(atMost: RecordJSON.largest))
            : [IdentifiedRecord(id: nil, record: Record(try PairArgument.pairs(pairs, session)))]
        if name != nil, records.count != 1 { throw ShedError(.usage, "--name is for one record, and these are \(records.count)") }
        let made = try project.makeRecords(
            records, in: found, template: template.map { text throws(ShedError) in try session.text(text, of: "--template") },
            name: name.map { text throws(ShedError) in try session.text(text, of: "--name") }, dryRun: change.dryRun)
        if global.json {
            session.output.json(made.count == 1 ? made[0].json : .array(made.map(\.json)))
        } else if global.zero {
            for record in made { session.output.path(record.path.bytes) }
        }
        for record in made { session.say("\(session.done("made", change.dryRun)) \(record.path)") }
        if name != nil { for record in made { session.warnOfName(at: record.path) } }
        session.warnOfRest(in: project)
        return .done
    }
}

/// What a bulk verb is about: one record, or those of a collection that fit.
struct RecordTargetOptions: ParsableArguments {
    @Option(name: .customLong("where"), help: ArgumentHelp("Of the collection, the records that fit; Documentation/Query.md.", valueName: "query"))
    var query: String?
    @Flag(help: "All records of the collection.") var all = false

    func validate() throws {
        if query != nil, all { throw ValidationError("Give either --where or --all.") }
    }

    var isBulk: Bool { query != nil || all }

    func records(_ word: String, in project: Project, _ session: Session) throws(ShedError) -> [FoundRecord] {
        guard isBulk else {
            let found: FoundRecord
            do throws(ShedError) { found = try session.record(word, in: project) } catch {
                guard (try? project.collection(RawArguments.bytes(of: word))) != nil else { throw error }
                throw ShedError(.usage, "“\(EscapedText.escape(RawArguments.bytes(of: word)))” is a collection", remedy: "Say which of its records with --where QUERY or --all, or name one record.")
            }
            return [found]
        }
        let collection = try project.collection(RawArguments.bytes(of: word))
        let query = try query.map { text throws(ShedError) in try QueryArgument.query(text, of: collection, in: project, session) }
        return try project.records(in: collection, RecordSearch(query: query))
    }
}

extension Session {
    /// Changes records and says what was done.
    func change(_ records: [FoundRecord], _ changes: [RecordChange], in project: Project, dryRun: Bool) throws -> Ending {
        let bar = ProgressBar("changing", options)
        defer { bar.finish() }
        let changed = try project.change(records, changes, dryRun: dryRun) { bar.show($0, of: $1) }
        bar.finish()
        if options.json { output.json(.array(changed.map(\.json))) }
        if options.zero { for record in changed where record.isChanged { output.path(record.path.bytes) } }
        for record in changed where record.isChanged && (changed.count <= 20 || options.verbose) { say("\(done("changed", dryRun)) \(record.path)") }
        let count = changed.count(where: \.isChanged)
        if changed.count > 20, !options.verbose { say("\(done("changed", dryRun)) \(Style.count(count, "record")) of \(changed.count)") }
        if count == 0 { say(changed.isEmpty ? "no record fits; nothing was changed" : "nothing to change") }
        warnOfRest(in: project)
        return changed.isEmpty ? .findings : .done
    }
}

struct RecordSetVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set pairs of a record, or of all records that fit: all or nothing.",
        discussion: """
            Everything else in the file stays as it is written. With --where, the first argument is a collection.

            Example: shed record set Books --where 'Author ~ "borges"' Country=Argentina --dry-run
            """)

    @Argument(help: "The record, or with --where or --all the collection.", completion: .file()) var target: String
    @Argument(help: ArgumentHelp("The pairs to set.", valueName: "key=value")) var pairs: [String]
    @OptionGroup var targets: RecordTargetOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        try project.takeIn()
        let changes = try PairArgument.pairs(pairs, session).map { RecordChange.set($0.key, $0.value) }
        return try session.change(try targets.records(target, in: project, session), changes, in: project, dryRun: change.dryRun)
    }
}

struct RecordUnsetVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: "Remove pairs of a record, or of all records that fit: all or nothing.",
        discussion: """
            Example: shed record unset Books/Ficciones Lent
            """)

    @Argument(help: "The record, or with --where or --all the collection.", completion: .file()) var target: String
    @Argument(help: ArgumentHelp("The keys of the pairs to remove.", valueName: "key")) var keys: [String]
    @OptionGroup var targets: RecordTargetOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        try project.takeIn()
        let changes = try keys.map { key in RecordChange.unset(try session.text(key, of: "KEY")) }
        return try session.change(try targets.records(target, in: project, session), changes, in: project, dryRun: change.dryRun)
    }
}

struct RecordRenameVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a record's file another name, or a key another name with --key.",
        discussion: """
            Example: shed record rename Books/1f3a77c2 "El Aleph"
            Example: shed record rename Books --all --key Yr Year
            """)

    @Argument(help: "The record, or with --key and --where or --all the collection.", completion: .file()) var target: String
    @Argument(help: "The new name, without .json; with --key the old key, then the new one.") var names: [String]
    @Flag(help: "Rename a key.") var key = false
    @OptionGroup var targets: RecordTargetOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if names.count != (key ? 2 : 1) { throw ValidationError(key ? "Name the old key and the new one." : "Give one new name.") }
        if targets.isBulk, !key { throw ValidationError("--where and --all go with --key: each file has a name of its own.") }
    }

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        try project.takeIn()
        let records = try targets.records(target, in: project, session)
        if key {
            let change = RecordChange.rename(try session.text(names[0], of: "KEY"), to: try session.text(names[1], of: "KEY"))
            return try session.change(records, [change], in: project, dryRun: self.change.dryRun)
        }
        guard let record = records.first else { return .findings }
        var name = session.name(names[0])
        if !name.hasSuffix(".json") { name = Name(bytes: name.bytes + Array(".json".utf8)) }
        try project.rename(record.path, to: name, dryRun: change.dryRun)
        session.sayMoved([(record.path, record.path.parent.appending(name))], verb: "renamed", in: project, dryRun: change.dryRun)
        session.warnOfName(at: record.path.parent.appending(name))
        return .done
    }
}

struct RecordDeleteVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Move a record, or all that fit, to Trash.",
        discussion: """
            “shed restore” brings them back. --permanently deletes for good, and asks first.

            Example: shed record delete Books --where 'Year < 1900'
            """)

    @Argument(help: "The record, or with --where or --all the collection.", completion: .file()) var target: String
    @Flag(help: "Delete for good.") var permanently = false
    @OptionGroup var targets: RecordTargetOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        try project.takeIn()
        let records = try targets.records(target, in: project, session)
        guard !records.isEmpty else {
            session.say("no record fits; nothing was changed")
            return .findings
        }
        let paths = records.map(\.path)
        if permanently {
            try project.deletePermanently(paths, dryRun: true)
            if !change.dryRun {
                try session.confirm("Deleting \(records.count == 1 ? "\(paths[0])" : Style.count(records.count, "record")) for good")
                try project.deletePermanently(paths)
            }
            session.sayDeleted(records.map { ($0.path, $0.id) }, dryRun: change.dryRun)
        } else {
            let pairs = try project.trash(paths, dryRun: change.dryRun)
            session.sayMoved(pairs, verb: "moved", in: project, dryRun: change.dryRun)
        }
        session.warnOfRest(in: project)
        return .done
    }
}
