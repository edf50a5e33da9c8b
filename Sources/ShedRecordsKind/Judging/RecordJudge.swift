import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedRecords
import ShedRules

/// Says whether records may stand in a collection: what its schema asks for, other records considered. Knows what it has
/// let through so far.
final class RecordJudge {
    let schema: Schema?
    private let reading: Reading
    private let collection: RecordCollection?
    /// For each unique key: the records that have each value.
    private var holders: [String: [ExactText: Set<NodeID>]] = [:]
    private var values: [String: [NodeID: ExactText]] = [:]
    private var paths: [NodeID: RelativePath] = [:]
    /// What was let through, in order; of records that are forgotten too.
    private var touched: [(key: String, value: ExactText, id: NodeID)] = []
    private var touchedIDs: Set<NodeID> = []
    private let references: ReferenceJudge
    private var isPrepared = false
    /// What records hold that were there before, as far as it was read: of a few, for what comes after them.
    private var standing: [NodeID: Record?] = [:]
    /// Of a look at what came by itself; `nil` where a person has a record written.
    private let allowance: PatternAllowance?

    /// - Parameter collection: `nil` for one that is not made yet, which has no schema.
    /// - Throws: where the schema cannot be read.
    init(_ reading: Reading, _ collection: NodeID?) throws(ShedError) {
        self.reading = reading
        allowance = nil
        let found = try collection.flatMap { id throws(ShedError) in try reading.collections().first { $0.id == id } }
        self.collection = found
        schema = try found.flatMap { found throws(ShedError) in try reading.schema(of: found) }
        references = ReferenceJudge(reading, found?.name, schema)
    }

    /// A judge of what came by itself, by a schema that is known.
    init(_ reading: Reading, _ collection: RecordCollection, _ schema: Schema?, _ allowance: PatternAllowance) {
        self.reading = reading
        self.allowance = allowance
        self.collection = collection
        self.schema = schema
        references = ReferenceJudge(reading, collection.name, schema)
    }

    /// A record with what its schema puts into new ones, and a template's pairs.
    func filled(_ record: Record, template: String?) throws(ShedError) -> Record {
        guard let schema else {
            guard let template else { return record }
            throw ShedError(.usage, .noTemplate(name: EscapedText.escape(Array(template.utf8))), remedy: .schemaMakesTemplates)
        }
        do throws(RecordsError) {
            var draft = try schema.draft(template: template)
            for pair in record.pairs { draft[pair.key] = pair.value }
            // In the schema's order; keys that it does not name stand behind.
            var ordered: [Pair] = []
            for key in schema.keys { if let value = draft[key.name] { ordered.append(Pair(key.name, value)) } }
            return Record(ordered + draft.pairs)
        } catch { throw ShedError(.usage, error.message, remedy: error.remedy) }
    }

    /// Asks of a record that is to be written what its schema asks for; what it newly refers to must be there at ``finish()``.
    /// - Parameters:
    ///   - before: what it holds now; `nil` for a new one.
    ///   - line: of an import, from 1.
    /// - Throws: if the record breaks the schema, with all that is wrong.
    func require(_ record: Record, before: Record?, id: NodeID, at path: RelativePath, line: Int? = nil) throws(ShedError) {
        let complaints = try complaints(about: record, id: id, at: path)
        references.expect(record, before: before, id: id, at: path, line: line)
        guard let first = complaints.first else { return }
        let rest = complaints.count > 1 ? complaints.map(\.message).joined(separator: " ") : first.message
        throw ShedError.refused(by: first.rule, .about(subject: "\(path)", text: .verbatim(rest)), remedy: .nothingWasChanged)
    }

    /// All that is wrong with a record by the schema, references aside.
    func complaints(about record: Record, id: NodeID, at path: RelativePath) throws(ShedError) -> [ContentComplaint] {
        guard let schema else { return [] }
        var complaints = schema.check(record, within: allowance).map(ContentComplaint.init)
        for key in schema.keys where key.isUnique {
            try prepare()
            let value = record[key.name].flatMap { $0.isEmpty ? nil : ExactText($0) }
            if let old = values[key.name]?[id] { holders[key.name]?[old]?.remove(id) }
            values[key.name, default: [:]][id] = value
            guard let value else { continue }
            // A record that was there before may get another value yet.
            if let other = holders[key.name]?[value]?.first(where: touchedIDs.contains) {
                complaints.append(doubled(key.name, value, other))
            }
            holders[key.name, default: [:]][value, default: []].insert(id)
            touched.append((key.name, value, id))
            touchedIDs.insert(id)
        }
        paths[id] = path
        return complaints
    }

    /// All that is wrong with a record whose file came by itself: also where a record that was there before has a value that
    /// is to be unique. One that is refused counts no further.
    func complaints(aboutArrival record: Record, id: NodeID, at path: RelativePath) throws(ShedError) -> [ContentComplaint] {
        var complaints = try complaints(about: record, id: id, at: path)
        for key in schema?.keys ?? [] where key.isUnique && complaints.isEmpty {
            guard let value = values[key.name]?[id],
                let other = holders[key.name]?[value]?.first(where: { $0 != id && holds($0, key.name, value) })
            else { continue }
            complaints.append(doubled(key.name, value, other))
        }
        if !complaints.isEmpty { forget(id) }
        return complaints
    }

    /// Whether a record that was there at the last scan has the value still.
    private func holds(_ id: NodeID, _ key: String, _ value: ExactText) -> Bool {
        if touchedIDs.contains(id) { return true }
        return standingRecord(id)?[key].map(ExactText.init) == value
    }

    private func standingRecord(_ id: NodeID) -> Record? {
        if let known = standing[id] { return known }
        guard let path = paths[id], let name = path.last, let directory = try? reading.root.openDirectory(at: path.parent) else { return nil }
        let record = (try? RecordFile(name, in: directory))?.record
        if standing.count < 64 { standing[id] = .some(record) }
        return record
    }

    private func forget(_ id: NodeID) {
        for key in values.keys {
            guard let value = values[key]?.removeValue(forKey: id) else { continue }
            holders[key]?[value]?.remove(id)
        }
        touchedIDs.remove(id)
        paths[id] = nil
    }

    /// What is wrong with the references of a record that stands.
    func danglingReferences(of record: Record) throws(ShedError) -> [ContentComplaint] { try references.complaints(about: record) }

    /// - Throws: if a value that is to be unique is not, or a new reference leads nowhere, now that all is known.
    func finish() throws(ShedError) {
        for (key, value, id) in touched {
            guard values[key]?[id] == value, let other = holders[key]?[value]?.first(where: { $0 != id }) else { continue }
            throw ShedError.refused(
                by: DoubledValue.info, .about(subject: paths[id].map { "\($0)" } ?? "\(id)", text: .verbatim(doubled(key, value, other).message)),
                remedy: .nothingWasChanged)
        }
        try references.finish()
    }

    private func doubled(_ key: String, _ value: ExactText, _ other: NodeID) -> ContentComplaint {
        let shown = EscapedText.escape(Array(value.bytes.prefix(200)))
        let place = paths[other].map { "\($0)" } ?? "\(other)"
        return ContentComplaint(
            rule: DoubledValue.info, message: "“\(EscapedText.escape(Array(key.utf8)))” is “\(shown)”, as in \(place), and is to be unique.",
            key: key)
    }

    /// Reads the values that are there.
    private func prepare() throws(ShedError) {
        guard !isPrepared, let collection, let schema else { return }
        isPrepared = true
        let keys = schema.keys.filter(\.isUnique).map(\.name)
        for found in try reading.records(in: collection) where found.problem == nil {
            paths[found.id] = found.path
            for key in keys {
                guard let value = found.record[key], !value.isEmpty else { continue }
                holders[key, default: [:]][ExactText(value), default: []].insert(found.id)
                values[key, default: [:]][found.id] = ExactText(value)
            }
        }
    }
}

/// A text that equals only the very same bytes.
struct ExactText: Hashable {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }
}

extension ContentComplaint {
    init(_ problem: SchemaProblem) {
        let message = problem.message.last == "." ? problem.message : problem.message + "."
        self.init(rule: SchemaViolation.info, message: message + (problem.remedy.isEmpty ? "" : " " + problem.remedy), key: problem.key)
    }
}
