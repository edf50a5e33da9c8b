import ShedCommand
import ShedCheck
import ShedProject
import ShedModel

extension RepairVerb {
    /// Removes what the project's kind keeps and nothing needs (`--prune`), after a confirmation.
    func prune(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        func prune(dryRun: Bool) throws(ShedError) -> [PrunedFile] {
            try project.write { transaction throws(ShedError) in
                var items: [PrunedFile] = []
                for kind in session.kinds(of: project) { items += try kind.prune(transaction, try project.checkSidecar(), dryRun: dryRun) }
                return items
            }
        }
        let found = try prune(dryRun: true)
        guard !change.dryRun, !found.isEmpty else {
            show(found, session)
            return .done
        }
        if !global.yes, !global.json, !global.zero, !global.quiet {
            for item in found { session.output.line(line(item, session)) }
        }
        try session.confirm("Removing \(Self.sum(found)) for good")
        let done = try prune(dryRun: false)
        show(done, session)
        return done.allSatisfy(\.isDone) ? .done : .findings
    }

    private func show(_ items: [PrunedFile], _ session: Session) {
        if global.json {
            session.output.json(.array(items.map(shape)))
        } else if global.zero {
            for item in items { session.output.path(session.style.place(item.path)) }
        } else if !global.quiet {
            for item in items { session.output.line(line(item, session)) }
            let removed = items.filter(\.isDone)
            session.say(items.isEmpty ? "Everything that is kept is needed." : change.dryRun ? "would have removed \(Self.sum(items))" : "removed \(Self.sum(removed))")
        }
        for item in items { if let failure = item.failure { session.output.note("shed: \(session.style.path(item.path)): \(failure)") } }
    }

    private static func sum(_ items: [PrunedFile]) -> String {
        "\(Style.count(items.count, "file")) of \(Style.count(Int(items.reduce(Int64(0)) { $0.addingUp($1.size) }), "byte"))"
    }

    private func line(_ item: PrunedFile, _ session: Session) -> String {
        let state = item.isDone ? session.style.good("removed") : item.failure != nil ? session.style.warning("failed") : "to remove"
        return "\(state)  \(session.style.path(item.path)): \(item.what) that nothing needs, \(Style.count(Int(item.size), "byte"))"
    }

    private func shape(_ item: PrunedFile) -> JSONValue {
        var object = JSONBuilder()
        object.add("sort", .string(item.sort))
        object.add("path", item.path)
        object.add("bytes", .integer(item.size))
        object.add("done", .bool(item.isDone))
        object.add("error", JSONValue(item.failure))
        return object.value
    }
}
