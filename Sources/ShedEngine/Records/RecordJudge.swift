import ShedDisk
import ShedModel
import ShedRecords
import ShedRules

/// Says whether records may stand in a collection: what its schema asks for, other records considered. Knows what it has
/// let through so far.
final class RecordJudge {
    let schema: Schema?
    private let project: Project
    private let collection: RecordCollection?
    /// For each unique key: the records that have each value.
    private var holders: [String: [ExactText: Set<NodeID>]] = [:]
    private var values: [String: [NodeID: ExactText]] = [:]
    private var paths: [NodeID: RelativePath] = [:]
    private var touched: [(key: String, value: ExactText, id: NodeID)] = []
    private var references: [String: [ExactText: Int]?] = [:]
    private var isPrepared = false
    /// What a collection holds, for references to it; `nil` for one that is not there.
    var lookUp: ((Name) throws(ShedError) -> [RecordContent]?)?

    /// - Parameter collection: `nil` for one that is not made yet, which has no schema.
    /// - Throws: where the schema cannot be read.
    init(_ project: Project, _ collection: NodeID?) throws(ShedError) {
        self.project = project
        let found = try collection.flatMap { id throws(ShedError) in try project.collections().first { $0.id == id } }
        self.collection = found
        schema = try found.flatMap { found throws(ShedError) in try project.schema(of: found) }
    }

    /// A judge by a schema that is known.
    init(_ project: Project, _ collection: RecordCollection, _ schema: Schema?) {
        self.project = project
        self.collection = collection
        self.schema = schema
    }

    /// A record with what its schema puts into new ones, and a template's pairs.
    func filled(_ record: Record, template: String?) throws(ShedError) -> Record {
        guard let schema else {
            guard let template else { return record }
            throw ShedError(.usage, "there is no template “\(EscapedText.escape(Array(template.utf8)))”: the collection has no schema", remedy: "“shed collection schema” makes one; templates stand in it.")
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

    /// - Throws: if the record breaks the schema, with all that is wrong.
    func require(_ record: Record, id: NodeID, at path: RelativePath) throws(ShedError) {
        let complaints = try complaints(about: record, id: id, at: path)
        guard let first = complaints.first else { return }
        let rest = complaints.count > 1 ? complaints.map(\.message).joined(separator: " ") : first.message
        throw ShedError(.refused, "\(path): \(rest) [\(first.rule.name)]", remedy: "Nothing was changed.")
    }

    /// All that is wrong with a record by the schema; what is wrong with references is left to `check`.
    func complaints(about record: Record, id: NodeID, at path: RelativePath) throws(ShedError) -> [ContentComplaint] {
        guard let schema else { return [] }
        var complaints = schema.check(record).map(ContentComplaint.init)
        for key in schema.keys where key.isUnique {
            try prepare()
            let value = record[key.name].flatMap { $0.isEmpty ? nil : ExactText($0) }
            if let old = values[key.name]?[id] { holders[key.name]?[old]?.remove(id) }
            values[key.name, default: [:]][id] = value
            guard let value else { continue }
            // A record that was there before may get another value yet.
            if let other = holders[key.name]?[value]?.first(where: { other in touched.contains { $0.id == other } }) {
                complaints.append(doubled(key.name, value, other))
            }
            holders[key.name, default: [:]][value, default: []].insert(id)
            touched.append((key.name, value, id))
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
        if touched.contains(where: { $0.id == id }) { return true }
        guard let path = paths[id], let name = path.last, let directory = try? project.root.openDirectory(at: path.parent),
            let record = (try? RecordFile(name, in: directory))?.record
        else { return false }
        return record[key].map(ExactText.init) == value
    }

    private func forget(_ id: NodeID) {
        for key in values.keys {
            guard let value = values[key]?.removeValue(forKey: id) else { continue }
            holders[key]?[value]?.remove(id)
        }
        touched.removeAll { $0.id == id }
        paths[id] = nil
    }

    /// - Throws: if a value that is to be unique is not, now that all is known.
    func finish() throws(ShedError) {
        for (key, value, id) in touched {
            guard values[key]?[id] == value, let other = holders[key]?[value]?.first(where: { $0 != id }) else { continue }
            throw ShedError(.refused, "\(paths[id].map { "\($0)" } ?? "\(id)"): \(doubled(key, value, other).message) [\(DoubledValue.info.name)]", remedy: "Nothing was changed.")
        }
    }

    private func doubled(_ key: String, _ value: ExactText, _ other: NodeID) -> ContentComplaint {
        let shown = EscapedText.escape(Array(value.bytes.prefix(200)))
        let place = paths[other].map { "\($0)" } ?? "\(other)"
        return ContentComplaint(
            rule: DoubledValue.info, message: "“\(EscapedText.escape(Array(key.utf8)))” is “\(shown)”, as in \(place), and is to be unique.")
    }

    /// Reads the values that are there.
    private func prepare() throws(ShedError) {
        guard !isPrepared, let collection, let schema else { return }
        isPrepared = true
        let keys = schema.keys.filter(\.isUnique).map(\.name)
        for found in try project.records(in: collection) where found.problem == nil {
            paths[found.id] = found.path
            for key in keys {
                guard let value = found.record[key], !value.isEmpty else { continue }
                holders[key, default: [:]][ExactText(value), default: []].insert(found.id)
                values[key, default: [:]][found.id] = ExactText(value)
            }
        }
    }

    // MARK: References

    /// What is wrong with the references of a record.
    func danglingReferences(of record: Record) throws(ShedError) -> [ContentComplaint] {
        var complaints: [ContentComplaint] = []
        for key in schema?.keys ?? [] where key.type == .record {
            guard let value = record[key.name], !value.isEmpty, let name = key.collection else { continue }
            let shown = "“\(EscapedText.escape(Array(key.name.utf8)))” is “\(EscapedText.escape(Array(value.utf8.prefix(200))))”"
            let place = "“\(EscapedText.escape(Array(name.utf8)))”"
            guard let targets = try targets(in: name) else {
                complaints.append(ContentComplaint(rule: DanglingReference.info, message: "\(shown) and looks into \(place), which is no collection here."))
                continue
            }
            switch targets[ExactText(value)] ?? 0 {
            case 0: complaints.append(ContentComplaint(rule: DanglingReference.info, message: "\(shown), which is no record in \(place)."))
            case 1: break
            default: complaints.append(ContentComplaint(rule: DanglingReference.info, message: "\(shown), and several records in \(place) are called so; use an ID."))
            }
        }
        return complaints
    }

    /// By what the records of a collection can be meant, with the number of records; `nil` if there is no such collection.
    private func targets(in name: String) throws(ShedError) -> [ExactText: Int]? {
        if let known = references[name] { return known }
        var result: [ExactText: Int]?
        if let contents = try lookUp?(Name(name)) {
            let collection = try project.collections().first { $0.name == Name(name) }
            let schema = collection.flatMap { try? project.schema(of: $0) }
            var targets: [ExactText: Int] = [:]
            for content in contents {
                var words: Set<ExactText> = []
                if let id = content.id { words.insert(ExactText(id.description)) }
                if let stem = content.name.text?.dropLast(5) { words.insert(ExactText(String(stem))) }
                if let record = content.record, let title = RecordNaming.title(of: record, schema) { words.insert(ExactText(title)) }
                for word in words { targets[word, default: 0] += 1 }
            }
            result = targets
        }
        references[name] = .some(result)
        return result
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
        self.init(rule: SchemaViolation.info, message: message + (problem.remedy.isEmpty ? "" : " " + problem.remedy))
    }
}
