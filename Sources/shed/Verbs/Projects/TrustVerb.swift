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
            there, and which folders are Trash and Rejected, which are confirmed by it. --again confirms these anew. “shed projects \
            forget” takes the trust back.

            Example: shed trust ~/clones/Poems
            """)

    @Argument(help: "The project's directory.", completion: .directory) var directory: String
    @Flag(help: "Confirm anew which folders are Trash and Rejected.") var again = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let seen = try session.openRoot(directory)
        let path = EscapedText.escape(seen.home.path)
        let isNews = !seen.home.isTrusted || again
        let summary = global.json ? try seen.asKnown.trustSummary() : nil
        if !global.json, !global.zero, !global.quiet { for line in TrustPage(seen, session.style).lines { session.output.line(line) } }
        var project = seen
        // Whoever names the directory trusts it by that: there is no question that “--yes” could answer.
        if !change.dryRun, isNews { project = session.told(try seen.trusted(as: .trust)) }
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
}
