import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedRecords

extension Session {
    /// Changes records and says what was done.
    func change(_ records: [FoundRecord], _ changes: [RecordChange], in reading: Reading, dryRun: Bool) throws -> Ending {
        let bar = ProgressBar("changing", options)
        defer { bar.finish() }
        let changed = try reading.change(records, changes, dryRun: dryRun) { bar.show($0, of: $1) }
        bar.finish()
        if options.json { output.json(.array(changed.map(\.json))) }
        if options.zero { for record in changed where record.isChanged { output.path(style.place(record.path)) } }
        for record in changed where record.isChanged && (changed.count <= 20 || options.verbose) { say("\(done("changed", dryRun)) \(style.path(record.path))") }
        let count = changed.count(where: \.isChanged)
        if changed.count > 20, !options.verbose { say("\(done("changed", dryRun)) \(Style.count(count, "record")) of \(changed.count)") }
        if count == 0 { say(changed.isEmpty ? .noRecordFits : .nothingToChange) }
        warnOfRest(in: reading.project)
        return changed.isEmpty ? .findings : .done
    }

    /// The record that an argument names.
    func record(_ argument: String, in reading: Reading) throws(ShedError) -> FoundRecord {
        // An ID is no path, though it could be one.
        if let id = NodeID(argument) { return try reading.record(RelativePath([Name(argument)]), id: id) }
        let path = try path(argument, in: reading.project)
        return try reading.record(try reading.place(ofRecord: paths(ofRecord: argument, in: reading.project)) ?? path, id: nil)
    }
}
