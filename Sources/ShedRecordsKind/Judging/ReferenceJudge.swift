import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedRecords
import ShedRules

/// Says whether what the records of a collection refer to is there. Knows what a change brings: a record may refer to one
/// that comes with it, and no more to one by the title that it had.
final class ReferenceJudge {
    private let reading: Reading
    private let schema: Schema?
    /// The name of the collection whose records are judged.
    private let own: Name?
    /// The keys that refer to something.
    private let keys: [(key: SchemaKey, collection: String)]
    private let refersToItself: Bool
    private var known: [String: [ExactText: Int]?] = [:]
    /// What is made or changed, as it will be: only where records refer to others of their own collection.
    private var arrivals: [NodeID: Arrival] = [:]
    private var waiting: [Waiting] = []
    private var met: Set<Pair> = []

    private struct Arrival {
        var name: Name
        var title: String?
    }

    /// A reference that is new, with the first record that has it.
    private struct Waiting {
        var key: SchemaKey
        var collection: String
        var value: String
        var path: RelativePath
        /// Of an import, from 1.
        var line: Int?
    }

    init(_ reading: Reading, _ collection: Name?, _ schema: Schema?) {
        self.reading = reading
        self.schema = schema
        own = collection
        keys = (schema?.keys ?? []).compactMap { key in key.type == .record ? key.collection.map { (key, $0) } : nil }
        refersToItself = collection.map { own in (schema?.keys ?? []).contains { $0.type == .record && $0.collection.map { Name($0) } == own } } ?? false
    }

    /// Takes note of a record that is to be written. What it referred to before is not held against it.
    /// - Parameter line: of an import, from 1.
    func expect(_ record: Record, before: Record?, id: NodeID, at path: RelativePath, line: Int?) {
        guard !keys.isEmpty else { return }
        if refersToItself, let name = path.last { arrivals[id] = Arrival(name: name, title: RecordNaming.title(of: record, schema)) }
        for (key, collection) in keys {
            guard let value = record[key.name], !value.isEmpty, before?[key.name].map(ExactText.init) != ExactText(value),
                met.insert(Pair(key.name, value)).inserted
            else { continue }
            waiting.append(Waiting(key: key, collection: collection, value: value, path: path, line: line))
        }
    }

    /// - Throws: if a reference that is new leads nowhere, or to several records, now that all is known.
    func finish() throws(ShedError) {
        for reference in waiting {
            guard let fault = try fault(reference.key, reference.collection, reference.value) else { continue }
            let message = "\(reference.path): \(fault.message) [\(DanglingReference.info.name)]"
            guard let line = reference.line else { throw ShedError(.refused, .verbatim(message), remedy: .sentences(first: .verbatim(fault.remedy), second: .nothingWasChanged)) }
            throw ShedError.input(RecordsError(message, line: line, remedy: fault.remedy))
        }
    }

    /// What is wrong with the references of a record that stands.
    func complaints(about record: Record) throws(ShedError) -> [ContentComplaint] {
        var complaints: [ContentComplaint] = []
        for (key, collection) in keys {
            guard let value = record[key.name], !value.isEmpty, let fault = try fault(key, collection, value) else { continue }
            complaints.append(ContentComplaint(rule: DanglingReference.info, message: fault.message + ".", key: key.name))
        }
        return complaints
    }

    /// - Returns: what is wrong without a full stop, and what to do about it.
    private func fault(_ key: SchemaKey, _ collection: String, _ value: String) throws(ShedError) -> (message: String, remedy: String)? {
        let shown = "“\(EscapedText.escape(Array(key.name.utf8)))” is “\(EscapedText.escape(Array(value.utf8.prefix(200))))”"
        let place = "“\(EscapedText.escape(Array(collection.utf8)))”"
        guard let targets = try targets(in: collection) else {
            return ("\(shown) and looks into \(place), which is no collection here", "Make the collection, or change the schema.")
        }
        switch targets[ExactText(value)] ?? 0 {
        case 0: return ("\(shown), which is no record in \(place)", "Make that record first, or name one that is there.")
        case 1: return nil
        default: return ("\(shown), and several records in \(place) are called so; use an ID", "“shed record list” with --json shows the IDs.")
        }
    }

    /// By what the records of a collection can be meant, with the number of records; `nil` if there is no such collection.
    private func targets(in name: String) throws(ShedError) -> [ExactText: Int]? {
        if let known = known[name] { return known }
        var result: [ExactText: Int]?
        if let contents = try reading.contents(ofFolder: Name(name), reading.load()) {
            let isOwn = Name(name) == own
            let schema = isOwn ? schema : try reading.collections().first { $0.name == Name(name) }.flatMap { try? reading.schema(of: $0) }
            var targets: [ExactText: Int] = [:]
            func add(_ name: Name, _ id: NodeID?, _ title: String?) {
                var words: Set<ExactText> = []
                if let id { words.insert(ExactText(id.description)) }
                if let stem = name.text?.dropLast(5) { words.insert(ExactText(String(stem))) }
                if let title { words.insert(ExactText(title)) }
                for word in words { targets[word, default: 0] += 1 }
            }
            for content in contents {
                // What is changed counts as it will be.
                if isOwn, let id = content.id, arrivals[id] != nil { continue }
                add(content.name, content.id, content.record.flatMap { RecordNaming.title(of: $0, schema) })
            }
            if isOwn { for (id, arrival) in arrivals { add(arrival.name, id, arrival.title) } }
            result = targets
        }
        known[name] = .some(result)
        return result
    }
}
