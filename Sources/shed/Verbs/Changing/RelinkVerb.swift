import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct RelinkVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "relink",
        abstract: "Say that a file or folder is the missing one of an ID.",
        discussion: """
            “shed status --all” lists what is missing, with its IDs. With --likely, those files are joined that are likely to be \
            missing ones, since they came when these vanished and are much alike: each is asked about. That the two are one \
            is for good: “shed undo” does not take it back.

            Example: shed relink Draft/Ode.txt 0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3
            Example: shed relink --likely
            """)

    @Argument(help: "What is there now.", completion: .file()) var path: String?
    @Argument(help: "The ID of the missing one.", completion: Completions.missing) var id: String?
    @Flag(help: "Join what is likely to be what is missing; “shed status” names it.") var likely = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard likely ? path == nil : path != nil && id != nil else {
            throw ValidationError(.sayBothOrLikely)
        }
    }

    func perform(_ session: Session) throws -> Ending {
        guard let path, let word = id else { return try joinLikely(session) }
        guard let id = NodeID(word) ?? LinkTo.node(of: word) else {
            throw ShedError(
                .usage, .notAnID(word: EscapedText.escape(RawArguments.bytes(of: word))),
                remedy: .idsLookLike(example: "0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3", command: "shed status --all"))
        }
        let project = try session.openToChange(dryRun: change.dryRun)
        let place = try session.path(path, in: project)
        try project.write { transaction throws(ShedError) in try transaction.relink(place, to: id, dryRun: change.dryRun) }
        session.say(.relinked(isDryRun: change.dryRun, path: session.style.path(place), id: "\(id)"))
        if global.json { try session.printShape(place, in: project) }
        if global.zero { session.output.path(session.style.place(place)) }
        session.warnOfRest(in: project)
        return .done
    }

    // MARK: What is likely

    private func joinLikely(_ session: Session) throws -> Ending {
        // A question for each goes to whoever can answer.
        if !change.dryRun, !session.isConfirmed { try session.leaveToCaller() }
        let project = try session.openToChange(dryRun: change.dryRun)
        let pairs = try pairs(in: project)
        if !pairs.isEmpty, !change.dryRun, !session.isConfirmed, !session.canAsk {
            try session.confirm(.joining(count: pairs.count))
        }
        var joined: [LikelyPair] = []
        for pair in pairs where try change.dryRun || session.isConfirmed || session.isTaken(offer: question(about: pair, session.style)) { joined.append(pair) }
        if !change.dryRun, !joined.isEmpty {
            try project.write { transaction throws(ShedError) in try transaction.relink(joined.map { (path: $0.path, id: $0.missing) }) }
        }
        for pair in joined {
            session.say(.relinkedFrom(
                isDryRun: change.dryRun, path: session.style.path(pair.path), id: "\(pair.missing)", former: session.style.path(pair.formerPath)))
        }
        if pairs.isEmpty { session.say(.nothingLikely) }
        if global.json { session.output.json(.array(joined.map(\.json))) }
        if global.zero { for pair in joined { session.output.path(session.style.place(pair.path)) } }
        return .done
    }

    /// What is known to be likely; in a dry run also what would be.
    private func pairs(in project: Project) throws(ShedError) -> [LikelyPair] {
        let reading = try project.refresh()
        let known = try reading.likelyPairs()
        let ids = Set(known.map(\.missing))
        return (known + reading.outcome.likely.filter { !ids.contains($0.missing) }).sorted { $0.path < $1.path }
    }

    private func question(about pair: LikelyPair, _ style: Style) -> Message {
        let (path, former) = (style.path(pair.path), style.path(pair.formerPath))
        return pair.likeness.map { .isThatWhatWasLike(path: path, former: former, likeness: $0) } ?? .isThatWhatWas(path: path, former: former)
    }
}
