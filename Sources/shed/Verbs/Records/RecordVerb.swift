import ArgumentParser
import ShedEngine
import ShedModel
import ShedRecords

struct RecordVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Records of a collection: find, make, show, set, rename, delete, edit.",
        discussion: """
            A record is a file of a collection: Books/Ficciones.json, or Books/Ficciones, or its ID. \
            Documentation/Records.md says more, Documentation/Query.md what --where understands.

            Example: shed record find Books 'Year > 1940 and not tag:lent' --sort Author
            """,
        subcommands: [
            RecordListVerb.self, RecordFindVerb.self, RecordNewVerb.self, RecordShowVerb.self, RecordSetVerb.self,
            RecordUnsetVerb.self, RecordRenameVerb.self, RecordDeleteVerb.self, RecordEditVerb.self,
        ])
}

extension Session {
    /// The record that an argument names.
    func record(_ argument: String, in project: Project) throws(ShedError) -> FoundRecord {
        let id = NodeID(argument)
        // An ID is no path, though it could be one.
        let path = id == nil ? try path(argument, in: project) : RelativePath([Name(argument)])
        return try project.record(path, id: id)
    }
}

/// How records are shown.
enum RecordFormat: String, ExpressibleByArgument, CaseIterable {
    case table, json, csv
    case jsonLines = "json-lines"
}

/// The options of the verbs that show records.
struct RecordOutputOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp("By which keys, the first first; -KEY for the greatest first: Year,-Title.", valueName: "keys")) var sort: String?
    @Option(help: ArgumentHelp("Which keys to show, with commas between.", valueName: "keys")) var columns: String?
    @Option(help: "table, json, json-lines or csv.") var format: RecordFormat?
    @Option(parsing: .unconditional, help: ArgumentHelp("Show so many at most.", valueName: "number")) var limit: Int?

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit is 0 or more.") }
    }

    func order(of collection: RecordCollection, in project: Project, _ session: Session) throws(ShedError) -> Order? {
        guard let sort else { return nil }
        let text = try session.text(sort, of: "--sort")
        do throws(RecordsError) { return try Order.parse(text, schema: try? project.schema(of: collection)) } catch {
            throw ShedError(.usage, "--sort: \(error.message)", remedy: error.remedy)
        }
    }

    private func chosenColumns(_ session: Session) throws(ShedError) -> Columns? {
        guard let columns else { return nil }
        let text = try session.text(columns, of: "--columns")
        do throws(RecordsError) { return try Columns.parse(text) } catch {
            throw ShedError(.usage, "--columns: \(error.message)", remedy: error.remedy)
        }
    }

    /// Prints records.
    func show(_ records: [FoundRecord], _ session: Session) throws(ShedError) {
        let columns = try chosenColumns(session)
        let keys = columns?.columns.compactMap { if case .key(let key) = $0 { key } else { nil } }
        if session.options.zero {
            for record in records { session.output.path(record.path.bytes) }
            return
        }
        switch session.options.json ? .json : format ?? .table {
        case .json: session.output.json(.array(records.map { $0.json(only: keys) }))
        case .jsonLines: for record in records { session.output.jsonLine(record.json(only: keys)) }
        case .table:
            guard !records.isEmpty else { return }
            RecordTable(records, columns: columns).print(session.output, session.style)
        case .csv: session.output.bytes(try RecordOutputOptions.csv(records, keys))
        }
        let broken = records.count { $0.problem != nil }
        if broken > 0, session.options.json == false {
            session.output.note("shed: \(Style.count(broken, "file")) of these \(broken == 1 ? "is" : "are") no record now; what it last held is shown. “shed check” says what is wrong.")
        }
    }

    private static func csv(_ records: [FoundRecord], _ chosen: [String]?) throws(ShedError) -> [UInt8] {
        var union = ColumnUnion()
        if chosen == nil { for record in records { union.add(record.record) } }
        let columns = chosen ?? union.columns
        var writer = ExchangeFormat.csv.writer(columns: columns)
        var bytes: [UInt8] = []
        do throws(RecordsError) {
            try writer.begin(CollectionHead(), to: &bytes)
            for record in records {
                let pairs = columns.compactMap { key in record.record[key].map { Pair(key, $0) } }
                try writer.append(IdentifiedRecord(id: record.id, record: Record(unique: pairs)), to: &bytes)
            }
            try writer.finish(to: &bytes)
        } catch { throw ShedError(.environment, error.message, remedy: error.remedy) }
        return bytes
    }
}

extension FoundRecord {
    /// The shape of `record show --json`, with some of the keys.
    fileprivate func json(only columns: [String]?) -> JSONValue {
        guard let columns else { return json }
        var copy = self
        copy.record = Record(columns.compactMap { key in record[key].map { Pair(key, $0) } })
        return copy.json
    }
}

struct RecordListVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the records of a collection.",
        discussion: """
            Example: shed record list Books --sort -Year --columns Title,Year
            """)

    @Argument(help: "The collection: its name or ID.") var collection: String
    @OptionGroup var shown: RecordOutputOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        try project.takeIn()
        let found = try project.collection(RawArguments.bytes(of: collection))
        let order = try shown.order(of: found, in: project, session)
        let records = try project.records(in: found, RecordSearch(order: order, limit: shown.limit))
        if records.isEmpty, !global.json, shown.format == nil || shown.format == .table { session.say(session.style.faint(project.strings.noRecords)) }
        try shown.show(records, session)
        return .done
    }
}

struct RecordFindVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Find records; exit 1 if there are none.",
        discussion: """
            The query compares keys with values as the collection's schema types them; Documentation/Query.md has it all. \
            --text looks for words in all values, and without a COLLECTION in all collections.

            Example: shed record find Books 'Author = "Borges" and Year > 1940 and not tag:lent'
            """)

    @Argument(help: ArgumentHelp("The collection, then the query.", valueName: "collection> <query")) var words: [String] = []
    @Option(help: ArgumentHelp("Only records with this in some value, case and accents aside.", valueName: "text")) var text: String?
    @OptionGroup var shown: RecordOutputOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if words.count > 2 { throw ValidationError("Name a collection and give one query; quote it: 'Year > 1940'.") }
        if words.count < 2, text == nil { throw ValidationError("Name a collection and give a query, or --text.") }
    }

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        try project.takeIn()
        let collections = try words.first.map { [try project.collection(RawArguments.bytes(of: $0))] } ?? project.collections()
        var found: [FoundRecord] = []
        for collection in collections {
            var parts: [String] = []
            if words.count == 2 { parts.append("(\(try session.text(words[1], of: "the query")))") }
            if let text { parts.append("* ~ \(RecordFindVerb.quoted(try session.text(text, of: "--text")))") }
            // Read by itself first, so that what is wrong with it is shown where it stands.
            if words.count == 2 { _ = try QueryArgument.query(words[1], of: collection, in: project, session) }
            let query = try QueryArgument.query(parts.joined(separator: " and "), of: collection, in: project, session)
            let order = try shown.order(of: collection, in: project, session)
            found += try project.records(in: collection, RecordSearch(query: query, order: order, limit: shown.limit))
        }
        if let limit = shown.limit, found.count > limit { found.removeLast(found.count - limit) }
        try shown.show(found, session)
        return found.isEmpty ? .findings : .done
    }

    /// A text as the query language quotes it.
    static func quoted(_ text: String) -> String {
        "\"" + text.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
            .split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
    }
}

struct RecordShowVerb: Verb {
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
        try project.takeIn()
        let found = try session.record(record, in: project)
        if global.json {
            session.output.json(found.json)
        } else if global.zero {
            session.output.path(found.path.bytes)
        } else {
            session.output.line(session.style.heading("\(found.path)") + session.style.faint("  \(found.id)"))
            let widest = found.record.pairs.map { EscapedText.escape(Array($0.key.utf8)).count }.max() ?? 0
            for pair in found.record.pairs {
                let key = EscapedText.escape(Array(pair.key.utf8))
                session.output.line(key + String(repeating: " ", count: widest - key.count + 2) + EscapedText.escape(Array(pair.value.utf8)))
            }
            if found.record.pairs.isEmpty { session.output.line(session.style.faint(project.strings.noPairs)) }
        }
        if let problem = found.problem {
            session.output.note("shed: \(found.path) is no record now; what it last held is shown. \(problem.sentence) [\(problem.rule)]")
        }
        return found.problem == nil ? .done : .findings
    }
}
