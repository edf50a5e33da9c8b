import ArgumentParser
import ShedCommand
import ShedCheck
import ShedProject
import ShedModel

struct RepairVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Look for what is damaged or missing, and put it right from what is there.",
        discussion: """
            In a papers project: verifies the protected copies and makes them anew from the bundles, puts back damaged \
            variants of bundles that pages are made from, makes page files anew that are missing or were altered, and \
            forgets damaged texts. What stands in the way goes to Rejected. In every project it says what is the matter with \
            the sidecar.

            Says first what it would do, and asks. Exits 1 if something was found that it could not put right, and with \
            --dry-run if it found anything.

            With --prune it removes, instead of all that, protected copies and texts that no bundle, page or version needs \
            any more, in Trash or missing ones among them. It refuses while the sidecar is not whole, or git is at work. \
            “shed undo” does not bring them back.

            With --folders it makes, instead of all that, the folders of the template that are not there and that nobody \
            deleted on this machine, with the IDs that they had: git, for one, brings no empty folders. With --deleted too it also \
            makes those that were deleted, by whatever program; “shed undo” takes that back. What lies in Trash, “shed restore” \
            puts back.

            With --compact it puts, instead of all that, this device's batches of the sidecar that are older than a day together \
            in bases, which take less room, and removes those that two bases have stood for longer than two weeks. The daemon \
            and “shed sync” do so by themselves once a day, when enough have gathered. Nothing of what the sidecar says is lost.

            With --search it makes, instead of all that, the index of words anew in which “shed find --text” looks.

            Example: shed repair --dry-run
            """)

    @Flag(help: "Remove protected copies and texts that nothing needs.") var prune = false
    @Flag(help: "Make the template's folders again that nobody deleted here.") var folders = false
    @Flag(help: "With --folders: those that were deleted, too.") var deleted = false
    @Flag(help: "Put older batches of the sidecar together.") var compact = false
    @Flag(help: "Make the index of words anew.") var search = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if prune, folders { throw ValidationError("--prune and --folders exclude each other.") }
        if compact, prune || folders { throw ValidationError("--compact goes with neither --prune nor --folders.") }
        if search, prune || folders || compact { throw ValidationError("--search goes with none of --prune, --folders and --compact.") }
        if deleted, !folders { throw ValidationError("--deleted goes with --folders.") }
    }

    func perform(_ session: Session) throws -> Ending {
        if prune { return try prune(session) }
        if folders { return try makeFolders(session) }
        if compact { return try compact(session) }
        if search { return try makeSearchIndex(session) }
        let project = try session.openToChange(dryRun: change.dryRun)
        let kinds = session.kinds(of: project)
        guard !change.dryRun else {
            _ = try project.refresh()
            let found = try sidecarFaults(project) + kinds.flatMap { try $0.repair(project, dryRun: true) }
            show(found, session, whenNone: try whole(project, session))
            try tellAbsences(in: project, kinds, session)
            return found.isEmpty ? .done : .findings
        }
        // What a sync puts right by itself, it puts right first.
        var (mended, found) = ([RepairedFile](), [RepairedFile]())
        if kinds.isEmpty { project.tellLater(try project.reconcile(.sync())) }
        for kind in kinds {
            let (done, left) = try kind.repairBySyncing(project)
            mended += done
            found += left
        }
        found = try sidecarFaults(project) + found
        let possible = found.count { $0.isPossible }
        guard possible > 0 else {
            show(mended + found, session, whenNone: try whole(project, session))
            try tellAbsences(in: project, kinds, session)
            return found.isEmpty ? .done : .findings
        }
        if !global.yes, !global.json, !global.zero, !global.quiet {
            for repair in found { session.output.line(line(repair, session)) }
        }
        try session.confirm("Repair \(Style.count(possible, "thing"))")
        let repaired = try kinds.flatMap { try $0.repair(project, dryRun: false) }
        let done = try sidecarFaults(project) + repaired
        show(mended + done, session, whenNone: try whole(project, session))
        try tellAbsences(in: project, kinds, session)
        return done.allSatisfy(\.isDone) ? .done : .findings
    }

    /// What is wrong with the sidecar itself. The rest of a project is never made from it, so nothing is invented here.
    private func sidecarFaults(_ project: Project) throws(ShedError) -> [RepairedFile] {
        try project.checkSidecar().filter { $0.severity != .note }.map { finding in
            RepairedFile(
                sort: "sidecar", path: finding.path, id: finding.id, fault: finding.message,
                remedy: Installed.rules.info(named: finding.rule)?.cure ?? finding.help, isPossible: false)
        }
    }

    /// Says what is missing that was not repaired.
    private func tellAbsences(in project: Project, _ kinds: [any KindCommands], _ session: Session) throws(ShedError) {
        for kind in kinds { for sentence in try kind.absences(in: project) { session.say(session.style.advice(sentence)) } }
    }

    /// What is said where nothing has to be repaired.
    private func whole(_ project: Project, _ session: Session) throws(ShedError) -> String {
        let absent = try project.asKnown.absentFolders()
        guard !absent.isEmpty else {
            var isAllThere = true
            for kind in session.kinds(of: project) where try !kind.absences(in: project).isEmpty { isAllThere = false }
            return isAllThere ? "Everything is whole." : "Everything that is there is whole."
        }
        let names = absent.map { session.style.path($0.path) }.joined(separator: ", ")
        return "Everything is whole. Not there: \(Style.count(absent.count, "folder")) of the template that nobody deleted here (\(names)); “shed repair --folders” makes them."
    }

    func show(_ repairs: [RepairedFile], _ session: Session, whenNone: String) {
        if global.json {
            session.output.json(.array(repairs.map { shape($0) }))
        } else if global.zero {
            for repair in repairs { session.output.path(session.style.place(repair.path)) }
        } else if !global.quiet {
            for repair in repairs { session.output.line(line(repair, session)) }
            if repairs.isEmpty { session.say(whenNone) }
        }
        for repair in repairs { if let failure = repair.failure { session.output.note("shed: \(session.style.path(repair.path)): \(failure)") } }
    }

    private func line(_ repair: RepairedFile, _ session: Session) -> String {
        let state = repair.isDone ? session.style.good("repaired") : repair.failure != nil ? session.style.warning("failed") : repair.isPossible ? "to repair" : session.style.warning("lost")
        return "\(state)  \(session.style.path(repair.path)): \(repair.fault) \(repair.remedy)"
    }

    private func shape(_ repair: RepairedFile) -> JSONValue {
        var object = JSONBuilder()
        object.add("sort", .string(repair.sort))
        object.add("path", repair.path)
        object.add("id", repair.id)
        object.add("fault", .string(repair.fault))
        object.add("remedy", .string(repair.remedy))
        object.add("possible", .bool(repair.isPossible))
        object.add("done", .bool(repair.isDone))
        object.add("error", JSONValue(repair.failure))
        return object.value
    }
}
