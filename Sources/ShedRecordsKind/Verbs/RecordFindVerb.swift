import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedRecords

struct RecordFindVerb: RecordSubverb {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Find records; exit 1 if there are none.",
        discussion: """
            The query compares keys with values as the collection's schema types them; Documentation/Query.md has it all. \
            --text looks for words in all values, and without a COLLECTION in all collections. With --all the query alone is given, and \
            asked of all collections.

            Example: shed record find Books 'Author = "Borges" and Year > 1940 and not tag:lent'
            """)

    @Argument(help: ArgumentHelp("The collection, then the query.", valueName: "collection> <query")) var words: [String] = []
    @Option(help: ArgumentHelp("Only records with this in some value, case and accents aside.", valueName: "text")) var text: String?
    @Flag(help: "Ask all collections; then the query is given alone.") var all = false
    @OptionGroup var shown: RecordOutputOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if all, words.count != 1 { throw ValidationError("With --all give one query and no collection; quote it: 'tag:lent'.") }
        if words.count > 2 { throw ValidationError("Name a collection and give one query; quote it: 'Year > 1940'.") }
        if !all, words.count < 2, text == nil { throw ValidationError(.nameCollectionAndQuery) }
    }

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let reading = try project.refresh()
        let asked = all ? words.first : words.count == 2 ? words[1] : nil
        let collections = try (all ? nil : words.first).map { [try reading.collection(RawArguments.bytes(of: $0))] } ?? reading.collections()
        var searches: [(collection: RecordCollection, search: RecordSearch)] = []
        for collection in collections {
            var parts: [String] = []
            if let asked { parts.append("(\(try session.text(asked, of: "the query")))") }
            if let text { parts.append("* ~ \(RecordFindVerb.quoted(try session.text(text, of: "--text")))") }
            // Read by itself first, so that what is wrong with it is shown where it stands.
            if let asked { _ = try QueryArgument.query(asked, of: collection, in: reading, session, asksMany: all) }
            let query = try QueryArgument.query(parts.joined(separator: " and "), of: collection, in: reading, session, asksMany: all)
            let order = try shown.order(of: collection, in: reading, session)
            searches.append((collection, RecordSearch(query: query, order: order, limit: shown.limit)))
        }
        let found = try reading.records(in: searches)
        let orders = searches.compactMap { asked in asked.search.order.map { (collection: asked.collection, order: $0) } }
        try reading.requireKeys(of: orders, found: found)
        try shown.show(found, namesCollections: collections.count > 1, session)
        return found.isEmpty ? .findings : .done
    }

    /// A text as the query language quotes it.
    static func quoted(_ text: String) -> String {
        "\"" + text.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
            .split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
    }
}
