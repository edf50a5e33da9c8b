import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedRecords

/// A query of the command line.
enum QueryArgument {
    static func query(_ word: String, of collection: RecordCollection, in reading: Reading, _ session: Session) throws(ShedError) -> Query {
        let text = try session.text(word, of: "the query")
        let schema = try? reading.schema(of: collection)
        let query: Query
        do throws(RecordsError) { query = try Query.parse(text, schema: schema) } catch {
            let place = error.column.map { column in (error.line.map { $0 > 1 ? "line \($0), " : "" } ?? "") + "column \(column): " } ?? ""
            let excerpt = Query.excerpt(of: text, at: error).map { "\n" + $0 } ?? ""
            throw ShedError(.usage, .badQuery(reason: "\(place)\(error.message)\(excerpt)\n\(error.remedy)"), remedy: .queryIsDescribed)
        }
        try TagBits.requireTags(of: query, try reading.load().model)
        return query
    }
}
