import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

struct ConflictsVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "List what several devices did side by side.",
        discussion: """
            Conflict copies that Syncthing, Dropbox, Nextcloud, OneDrive, Seafile, Resilio, Unison, rclone, Synology or git have put beside a file, \
            with the file; files that one device moved while another changed them where they were; paths that have two IDs; what was put at two places; details, tags and values of which one device wrote over what \
            another had set; roles that several folders claim; files that stand where a folder was before it was moved, beside those that moved \
            with it. What was said more than 30 days ago is counted alone, unless --all is given. Copies in \
            Trash and Rejected are none.

            Nothing is changed. “shed resolve” ends the conflict of two files. Exit code 1: there are some.

            Example: shed conflicts
            """)

    @Flag(help: "Also names that people give too, such as “Ode (1).txt” beside “Ode.txt”.") var possible = false
    @Flag(help: "Also what was said more than 30 days ago.") var all = false
    @OptionGroup var global: GlobalOptions

    /// It reads files and the whole sidecar.
    var delegation: Delegation { .never }
    var onlyLooks: Bool { true }

    /// In milliseconds.
    private static let recently: Int64 = 30 * 86_400_000

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let reading = try project.refresh()
        let copies = try reading.conflictCopies(possible: possible)
        let since = all ? Int64.min : project.home.surroundings.now() - ConflictsVerb.recently
        let said = try reading.sidecarConflicts(since: since)
        let old = try reading.oldPlaces(since: since)
        let page = ConflictsPage(session, copies, said, old, try reading.labels())
        if global.json {
            session.output.json(page.json)
        } else if global.zero {
            for path in copies.map(\.copy.path) + old.edits.map(\.edit.path) { session.output.path(session.style.place(path)) }
        } else {
            page.show()
        }
        if page.earlier > 0, !global.quiet, !global.json { session.note(.earlierConflicts(count: page.earlier)) }
        if said.unread > 0, !global.quiet { session.note(.devicesUnread(count: said.unread)) }
        session.warnOfRest(in: project)
        return copies.isEmpty && said.isEmpty && old.isEmpty ? .done : .findings
    }
}
