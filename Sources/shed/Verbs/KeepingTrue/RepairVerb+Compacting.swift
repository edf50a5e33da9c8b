import ShedCommand
import ShedModel
import ShedProject

extension RepairVerb {
    /// Puts batches together (`--compact`). It asks nothing: nothing that they say is lost, and what goes has two files that stand for it.
    func compact(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let done = try project.write { transaction throws(ShedError) in try transaction.compactAtOnce(dryRun: change.dryRun) }
        if global.json {
            session.output.json(shape(done))
        } else if global.zero {
            for path in done.dropped { session.output.path(session.style.place(path)) }
        } else if !global.quiet {
            if done.batches > 0 {
                let batches = "\(done.batches) batch\(done.batches == 1 ? "" : "es")"
                session.say("\(change.dryRun ? "would put" : "put") \(batches) into two bases of together \(Style.count(Int(done.written), "byte"))")
            }
            if !done.dropped.isEmpty {
                let verb = change.dryRun ? "would have removed" : "removed"
                session.say("\(verb) \(Style.count(done.dropped.count, "file")) of \(Style.count(Int(done.freed), "byte")) that bases stand for")
            }
            if done.isNothing, done.hindrance == nil { session.say("There is nothing to put together.") }
        }
        if let hindrance = done.hindrance {
            session.output.note("shed: \(words(for: hindrance))")
            return .findings
        }
        return .done
    }

    private func words(for hindrance: Compacted.Hindrance) -> String {
        switch hindrance {
        case .notWhole: "Not all of the sidecar is here; “shed check” says what is missing."
        case .shared: "Batches came that were written elsewhere under this device's ID; with its next change it takes another one, and puts together what it writes then."
        case .differs: "What would be left says something else than what is there, so nothing was done."
        }
    }

    private func shape(_ done: Compacted) -> JSONValue {
        var object = JSONBuilder()
        object.add("batches", .integer(Int64(done.batches)))
        object.add("written", .integer(done.written))
        object.add("dropped", .array(done.dropped.map { path in
            var item = JSONBuilder()
            item.add("path", path)
            return item.value
        }))
        object.add("freed", .integer(done.freed))
        object.add("hindrance", JSONValue(done.hindrance?.rawValue))
        return object.value
    }
}
