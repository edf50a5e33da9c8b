import ArgumentParser
import ShedCommand
import ShedDisk
import ShedMessages
import ShedModel
import ShedProject

struct SnapshotVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "snapshot",
        abstract: "Keep what files hold now, so that it can be looked at and put back later.",
        discussion: """
            Of a folder all files in it are kept; where nothing is named, all files of the project but those in Trash, in Rejected \
            and in folders that shed fills. It is kept on this machine, in shed's state directory, each content once, and not \
            synced. Snapshots without a name go when they are old; “[snapshots]” in .shed/settings.toml says when, and whether \
            one is taken each day.

            “shed versions FILE” shows what is kept of a file, “shed diff FILE” what has changed, “shed restore FILE --version N” \
            puts it back. Exit code 1: some of it could not be kept, and is named.

            Example: shed snapshot Draft --name "before the edit"
            """)

    @Argument(help: "Files and folders; “-” reads a list from standard input.", completion: .file()) var paths: [String] = []
    @Option(help: ArgumentHelp("What it is called. One with a name stays until it is deleted.", valueName: "name")) var name: String?
    @Flag(help: "List the snapshots, newest first.") var list = false
    @Option(name: .customLong("delete"), help: ArgumentHelp("Delete the snapshot of this number or name; can be repeated.", valueName: "number"))
    var doomed: [String] = []
    @Flag(help: "Remove the snapshots that are too old now.") var prune = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    /// It reads all files, and nothing that it writes is anything that a daemon has to know of.
    var delegation: Delegation { .never }
    var onlyLooks: Bool { list }

    func validate() throws {
        let takes = !paths.isEmpty || name != nil
        guard [takes, list, !doomed.isEmpty, prune].count(where: { $0 }) <= 1 else { throw ValidationError(.snapshotOneThing) }
        if let name, name.isEmpty || name.count > KeptSnapshot.longestName { throw ValidationError(.snapshotName(most: KeptSnapshot.longestName)) }
    }

    func perform(_ session: Session) throws -> Ending {
        if list { return try SnapshotPage(session).show(try session.openToLook()) }
        let project = try session.openToChange(dryRun: change.dryRun)
        if prune { return try pruned(project, session) }
        if !doomed.isEmpty { return try deleted(project, session) }
        let paths = try session.paths(self.paths, in: project)
        let name = try self.name.map { try session.text($0, of: "--name") }
        let reading = try project.refresh()
        let wanted = try reading.wantedFiles(paths)
        if change.dryRun {
            if global.zero { wanted.forEach { session.output.path(session.style.place($0.path)) } }
            session.say(.snapshotTaken(isDryRun: true, files: .files(count: wanted.count), number: 0, hasName: name != nil, name: shown(name)))
            return .done
        }
        let held = try reading.heldSnapshots(patience: nil)
        let taken = try reading.takeSnapshot(of: wanted, name: name, cause: .hand, held)
        let snapshot = taken.snapshot
        if global.json {
            session.output.json(snapshot.json(leftOut: taken.leftOut))
        } else {
            session.say(.snapshotTaken(isDryRun: false, files: .files(count: snapshot.files), number: snapshot.number, hasName: name != nil, name: shown(name)))
        }
        SnapshotPage(session).warn(of: taken.leftOut)
        session.warnOfRest(in: project)
        return taken.leftOut.isEmpty ? .done : .findings
    }

    private func shown(_ name: String?) -> String { EscapedText.escape(Array((name ?? "").utf8)) }

    private func pruned(_ project: Project, _ session: Session) throws -> Ending {
        try remove(project, session) { store in try project.asKnown.doomedSnapshots(store) }
    }

    private func deleted(_ project: Project, _ session: Session) throws -> Ending {
        try remove(project, session) { store in
            let (snapshots, damaged) = try store.all()
            return try doomed.reduce(into: []) { numbers, word in
                let found = try SnapshotVerb.numbers(of: word, snapshots, damaged)
                numbers += found.filter { !numbers.contains($0) }
            }
        }
    }

    /// A dry run takes no lock and leaves no trace.
    private func remove(_ project: Project, _ session: Session, _ choose: (SnapshotStore) throws -> [Int]) throws -> Ending {
        let reading = project.asKnown
        do {
            var result = PrunedSnapshots(numbers: [], freed: 0)
            if change.dryRun {
                result.numbers = try reading.snapshotStore().map(choose) ?? []
            } else {
                let held = try reading.heldSnapshots(patience: nil)
                result = try reading.remove(try choose(held.store), held)
            }
            SnapshotPage(session).say(deleted: result, dryRun: change.dryRun)
            return .done
        } catch { throw ShedError(error) }
    }

    /// The snapshots that a word names: by their number, or else all of that name.
    private static func numbers(of word: String, _ snapshots: [KeptSnapshot], _ damaged: [Int]) throws -> [Int] {
        if let number = Int(word), damaged.contains(number) || snapshots.contains(where: { $0.number == number }) { return [number] }
        let named = snapshots.filter { $0.name == word }.map(\.number)
        guard named.isEmpty else { return named }
        throw ShedError(.usage, .noSnapshot(name: EscapedText.escape(RawArguments.bytes(of: word))), remedy: .snapshotsLists)
    }
}
