import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

struct TrustVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Let shed change a project that was neither made nor adopted on this machine.",
        discussion: """
            Until then a project that others made, as in a clone or on a stick, is only looked at. Shows what is in it: who wrote \
            there, and which folders are Trash and Rejected, which are confirmed by it. --again confirms these anew, and has a daemon that \
            left the project alone since it died under it take it up again. “shed projects forget” takes the trust back.

            Example: shed trust ~/clones/Poems
            """)

    @Argument(help: "The project's directory.", completion: .directory) var directory = "."
    @Flag(help: "Confirm anew which folders are Trash and Rejected; end a quarantine.") var again = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        // First, and without a look into it: what the daemon died of may end whoever opens it.
        if again, !change.dryRun { try liftQuarantine(session) }
        let seen = try session.openRoot(directory)
        let path = EscapedText.escape(seen.home.path)
        let isNews = !seen.home.isTrusted || again
        let page = global.zero || global.quiet || global.json ? nil : TrustPage(seen, session.style)
        let summary = global.json ? try seen.asKnown.trustSummary() : nil
        for line in page?.lines ?? [] { session.output.line(line) }
        var project = seen
        // Whoever names the directory trusts it by that: there is no question that “--yes” could answer.
        if !change.dryRun, isNews { project = session.told(try seen.trusted(as: .trust, shown: summary ?? page?.summary)) }
        if let summary {
            var object = JSONBuilder()
            object.add("id", project.home.id)
            object.add("path", bytes: project.home.path)
            object.add("trusted", .bool(project.home.isTrusted))
            session.output.json(.object(JSONObject((object.value.object?.members ?? []) + (summary.json.object?.members ?? []))))
        }
        if global.zero { session.output.path(project.home.path) }
        session.say(isNews ? .trustedProject(isDryRun: change.dryRun, path: path) : .trustedAlready(path: path))
        return .done
    }

    /// Has a daemon that left the project alone take it up again.
    private func liftQuarantine(_ session: Session) throws(ShedError) {
        let path = try RealPath.of(session.absolute(directory))
        for folder in try Registry(session.surroundings).allFolders() where folder.record.root == path {
            if try Quarantine.lift(folder) { session.say(.quarantineLifted(path: EscapedText.escape(path))) }
        }
    }
}
