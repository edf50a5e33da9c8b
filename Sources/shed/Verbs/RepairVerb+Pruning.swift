import ShedEngine
import ShedModel
import ShedPapers

extension RepairVerb {
    /// Removes protected copies and texts that nothing needs (`--prune`), after a confirmation.
    func prune(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let found = try project.prune(dryRun: true)
        guard !change.dryRun, !found.isEmpty else {
            show(found, session)
            return .done
        }
        if !global.yes, !global.json, !global.zero, !global.quiet {
            for item in found { session.output.line(line(item, session)) }
        }
        try session.confirm("Removing \(Self.sum(found)) for good")
        let done = try project.prune(dryRun: false)
        show(done, session)
        return done.allSatisfy(\.isDone) ? .done : .findings
    }

    private func show(_ items: [Pruned], _ session: Session) {
        if global.json {
            session.output.json(.array(items.map(shape)))
        } else if global.zero {
            for item in items { session.output.path(item.path.bytes) }
        } else if !global.quiet {
            for item in items { session.output.line(line(item, session)) }
            let removed = items.filter(\.isDone)
            session.say(items.isEmpty ? "Everything that is kept is needed." : change.dryRun ? "would have removed \(Self.sum(items))" : "removed \(Self.sum(removed))")
        }
        for item in items { if let failure = item.failure { session.output.note("shed: \(item.path): \(failure)") } }
    }

    private static func sum(_ items: [Pruned]) -> String {
        "\(Style.count(items.count, "file")) of \(Style.count(Int(items.reduce(0) { $0 + $1.size }), "byte"))"
    }

    private func line(_ item: Pruned, _ session: Session) -> String {
        let state = item.isDone ? session.style.good("removed") : item.failure != nil ? session.style.warning("failed") : "to remove"
        let what = switch item.sort {
        case .copy: "a protected copy"
        case .altered: "what stood in the place of a protected copy"
        case .leftover: "what an interrupted run left"
        case .text: "the text of a PDF"
        }
        return "\(state)  \(item.path): \(what) that nothing needs, \(Style.count(Int(item.size), "byte"))"
    }

    private func shape(_ item: Pruned) -> JSONValue {
        var object = JSONBuilder()
        object.add("sort", .string(item.sort.rawValue))
        object.add("path", item.path)
        object.add("bytes", .integer(item.size))
        object.add("done", .bool(item.isDone))
        object.add("error", JSONValue(item.failure))
        return object.value
    }
}
