import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedRecords

/// A query of the command line.
enum QueryArgument {
    /// - Parameter asksMany: whether other collections are asked too: then a key that a schema does not know is one that its records have not.
    static func query(
        _ word: String, of collection: RecordCollection, in reading: Reading, _ session: Session, asksMany: Bool = false
    ) throws(ShedError) -> Query {
        let text = try session.text(word, of: "the query")
        var schema = try? reading.schema(of: collection)
        if asksMany, (try? Query.parse(text, schema: schema)) == nil { schema = nil }
        let query: Query
        do throws(RecordsError) { query = try Query.parse(text, schema: schema) } catch {
            let place = error.column.map { Message.queryPlace(line: error.line ?? 1, column: $0, fault: error.words) } ?? error.words
            let excerpt = Query.excerpt(of: text, at: error).map { "\n" + $0 } ?? ""
            throw ShedError(.usage, .badQuery(reason: .queryFault(place: place, excerpt: excerpt, advice: error.advice)), remedy: .queryIsDescribed)
        }
        try LabelBits.requireLabels(of: query, try reading.load().model)
        return query
    }
}
