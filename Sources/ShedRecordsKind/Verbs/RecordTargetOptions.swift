import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedRecords

/// What a bulk verb is about: one record, or those of a collection that fit.
struct RecordTargetOptions: ParsableArguments {
    @Option(name: .customLong("where"), help: ArgumentHelp("Of the collection, the records that fit; Documentation/Query.md.", valueName: "query"))
    var query: String?
    @Flag(help: "All records of the collection.") var all = false

    func validate() throws {
        if query != nil, all { throw ValidationError(.giveEither(first: "--where", second: "--all")) }
    }

    var isBulk: Bool { query != nil || all }

    func records(_ word: String, in reading: Reading, _ session: Session) throws(ShedError) -> [FoundRecord] {
        guard isBulk else {
            let found: FoundRecord
            do throws(ShedError) { found = try session.record(word, in: reading) } catch {
                guard (try? reading.collection(RawArguments.bytes(of: word))) != nil else { throw error }
                throw ShedError(.usage, .isCollection(name: EscapedText.escape(RawArguments.bytes(of: word))), remedy: .sayWhichRecords)
            }
            return [found]
        }
        let collection = try reading.collection(RawArguments.bytes(of: word))
        let query = try query.map { text throws(ShedError) in try QueryArgument.query(text, of: collection, in: reading, session) }
        let records = try reading.records(in: collection, RecordSearch(query: query))
        if all { sayLeft(try reading.noRecords(in: collection, among: records).count - records.count { $0.problem != nil }, collection, session) }
        return records
    }

    /// “All” means records: what else stands in the collection is said to stay as it is.
    private func sayLeft(_ count: Int, _ collection: RecordCollection, _ session: Session) {
        guard count > 0 else { return }
        let what = count == 1 ? "1 file or folder" : "\(count) files and folders"
        let stays = count == 1 ? "is no record and stays as it is" : "are no records and stay as they are"
        session.output.note("shed: \(what) in \(collection.name) \(stays); “shed check” lists \(count == 1 ? "it" : "them").")
    }
}
