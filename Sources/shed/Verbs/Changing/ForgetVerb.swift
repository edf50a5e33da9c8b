import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

struct ForgetVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Give up what is missing.",
        discussion: """
            “shed status --missing” lists what is missing, with its IDs. What is given up is listed no more, and a file that \
            appears at its place is a new one; “shed relink” brings it back, and so does its content. What was in a folder \
            goes with it. Asks first. No file is touched.

            Example: shed forget 0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3
            """)

    @Argument(help: "The IDs of what is missing.", completion: Completions.missing) var ids: [String]
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let ids = try ids.map { word throws(ShedError) -> NodeID in
            guard let id = NodeID(word) ?? LinkTo.node(of: word) else {
                throw ShedError(
                    .usage, .notAnID(word: EscapedText.escape(RawArguments.bytes(of: word))),
                    remedy: .idsLookLike(example: "0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3", command: "shed status --missing"))
            }
            return id
        }
        let project = try session.openToChange(dryRun: change.dryRun)
        // Refused before anybody is asked, if it is.
        var forgotten = try project.write { transaction throws(ShedError) in try transaction.forget(ids, dryRun: true) }
        if !change.dryRun, !forgotten.isEmpty {
            try session.confirm(.givingUp(count: forgotten.count))
            forgotten = try project.write { transaction throws(ShedError) in try transaction.forget(ids) }
        }
        if global.json { session.output.json(.array(forgotten.map(shape))) }
        for (path, id) in forgotten {
            if global.zero, let path { session.output.path(session.style.place(path)) }
            session.say(.givenUp(isDryRun: change.dryRun, path: path.map(session.style.path) ?? "?", id: "\(id)"))
        }
        if forgotten.isEmpty { session.say(.givenUpAlready) }
        return .done
    }

    private func shape(_ item: (path: RelativePath?, id: NodeID)) -> JSONValue {
        var object = JSONBuilder()
        object.add("from", item.path)
        object.add("to", nil as RelativePath?)
        object.add("id", item.id)
        return object.value
    }
}
