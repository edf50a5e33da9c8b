import ShedMessages
import ShedModel
import ShedProject
import ShedRecords
import ShedRules

/// How the records of a collection stand to a schema.
public struct SchemaBreaches: Sendable {
    /// How many break it.
    public var count = 0
    /// The first of them by name, with the first thing that is wrong with it.
    public var first: (path: RelativePath, message: String)?

    public init() {}
}

extension Reading {
    /// Holds a schema, set or not, against the records of a collection: types, values that are to be unique, references.
    /// Reads them all. Files that are no records now do not count, nor do
    /// values that are too much for a pattern.
    /// - Throws: if the text is no schema, with the line.
    public func breaches(of text: [UInt8], in collection: RecordCollection) throws(ShedError) -> SchemaBreaches {
        let schema = try newSchema(text)
        let allowance = PatternAllowance()
        let judge = RecordJudge(self, collection, schema, allowance)
        let unique = schema.keys.filter(\.isUnique).map(\.name)
        var met: [String: Set<ExactText>] = [:]
        var breaches = SchemaBreaches()
        for found in try records(in: collection) where found.problem == nil {
            var message = schema.check(found.record, within: allowance).first.map { ContentComplaint($0).message }
            for key in unique {
                guard let value = found.record[key], !value.isEmpty, !met[key, default: []].insert(ExactText(value)).inserted else { continue }
                message = message ?? "“\(EscapedText.escape(Array(key.utf8)))” is “\(EscapedText.escape(Array(value.utf8.prefix(200))))”, as in another record, and is to be unique."
            }
            if message == nil { message = try judge.danglingReferences(of: found.record).first?.message }
            guard let message else { continue }
            breaches.count += 1
            if breaches.first == nil { breaches.first = (found.path, message) }
        }
        return breaches
    }

    /// A schema's text after edits, which leave all else in it as it is.
    /// - Throws: if it cannot be edited so, or would be no schema; with the line where there is one.
    public func edited(_ text: [UInt8], _ edits: [SchemaEdit]) throws(ShedError) -> [UInt8] {
        do throws(RecordsError) { return try Schema.edit(text, edits) } catch {
            throw ShedError(.usage, .schemaUnchanged(reason: "\(error)"), remedy: .verbatim(error.remedy))
        }
    }
}

extension ProjectReader {
    /// Reads a schema that a person gives.
    /// - Throws: if it is none, with the line.
    func newSchema(_ text: [UInt8]) throws(ShedError) -> Schema {
        guard text.count <= Schema.largest else { throw ShedError(.usage, .schemaTooLarge(most: Schema.largest)) }
        do throws(RecordsError) { return try Schema.parse(text) } catch {
            var result = ShedError(.usage, .schemaNotTaken(reason: "\(error)"), remedy: .verbatim(error.remedy))
            result.line = error.line
            throw result
        }
    }
}
