import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedRecords

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

    func order(of collection: RecordCollection, in reading: Reading, _ session: Session) throws(ShedError) -> Order? {
        guard let sort else { return nil }
        let text = try session.text(sort, of: "--sort")
        do throws(RecordsError) { return try Order.parse(text, schema: try? reading.schema(of: collection)) } catch {
            throw ShedError(.usage, .about(subject: "--sort", text: error.words), remedy: error.advice)
        }
    }

    private func chosenColumns(_ session: Session) throws(ShedError) -> Columns? {
        guard let columns else { return nil }
        let text = try session.text(columns, of: "--columns")
        do throws(RecordsError) { return try Columns.parse(text) } catch {
            throw ShedError(.usage, .about(subject: "--columns", text: error.words), remedy: error.advice)
        }
    }

    /// Prints records.
    /// - Parameter namesCollections: whether a table says which collection each is in.
    func show(_ records: [FoundRecord], namesCollections: Bool = false, _ session: Session) throws(ShedError) {
        let columns = try chosenColumns(session)
        let keys = columns?.columns.compactMap { if case .key(let key) = $0 { key } else { nil } }
        if session.options.zero {
            for record in records { session.output.path(session.style.place(record.path)) }
            return
        }
        switch session.options.json ? .json : format ?? .table {
        case .json: try session.output.json(each: records.lazy.map { $0.json(only: keys) })
        case .jsonLines: for record in records { session.output.jsonLine(record.json(only: keys)) }
        case .table:
            guard !records.isEmpty else { return }
            RecordTable(records, columns: columns, namesCollections: namesCollections).print(session.output, session.style)
        case .csv: session.output.document(try RecordOutputOptions.csv(records, keys))
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
