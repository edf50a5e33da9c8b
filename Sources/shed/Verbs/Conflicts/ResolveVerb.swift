import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

struct ResolveVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Say which of a file and its conflict copy stays.",
        discussion: """
            PATH is a conflict copy of “shed conflicts”, or the file that it is a copy of; or one of two versions, of which one was moved while \
            another device changed the other where it had been: then what was moved is the file, and the other is its copy.

            --keep this keeps what PATH holds, --keep other what the other holds: it stands in the place of the file, with its ID, its tags and \
            its place in the order. The other goes to Trash, from where “shed restore” brings it back. --keep both keeps both: the copy gets a name \
            like others, with a number. Where the file is gone, --keep this gives the copy its name. Of a file that was moved both stay where they are.

            --diff shows by words what the copy holds that the file does not; documents (.docx, .odt) by their text, where pandoc is installed.

            --merge puts the two together as “git merge-file” does, line by line, where it is known what both were made of: by a snapshot, by git, or by \
            what “undo” keeps; --base says which version of “shed versions” that was. Where both changed the same lines nothing is changed, unless \
            --markers is given: then the file gets both with git's marks around them, and the copy stays until you have chosen. --dry-run shows what \
            would come of it.

            “shed undo” takes all of it back. Exit code 1: it could not be put together, or a rule says no.

            Example: shed resolve "Draft/Ode.sync-conflict-20240131-120000-ABCDEFG.txt" --keep other
            """)

    @Argument(help: "A conflict copy, or what it is a copy of.", completion: .file()) var path: String
    @Option(help: ArgumentHelp("Which stays: this, other or both.", valueName: "which")) var keep: ConflictChoice?
    @Flag(help: "Show how they differ.") var diff = false
    @Flag(help: "Put the two together.") var merge = false
    @Flag(help: "With --merge: write both where both changed the same, with marks.") var markers = false
    @Option(help: ArgumentHelp("With --merge: what both were made of, a version of “shed versions”.", valueName: "version")) var base: String?
    @Option(help: ArgumentHelp("Show so many words around each change.", valueName: "n")) var context = 12
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    /// git and pandoc take their time.
    var delegation: Delegation { change.dryRun || diff || merge ? .never : .change }
    var onlyLooks: Bool { diff }

    private static let mostContext = 1_000_000

    func validate() throws {
        switch [keep != nil, diff, merge].count(where: { $0 }) {
        case 0: throw ValidationError(.sayHowToResolve)
        case 1: break
        default: throw ValidationError(.resolveOneWay)
        }
        guard merge || base == nil && !markers else { throw ValidationError(.onlyWithMerge) }
        guard (0...ResolveVerb.mostContext).contains(context) else { throw ValidationError(.contextIsWords(most: ResolveVerb.mostContext)) }
    }

    func perform(_ session: Session) throws -> Ending {
        if diff { return try compare(session) }
        let project = try session.openToChange(dryRun: change.dryRun)
        let place = try session.path(path, in: project)
        let ending = try merge ? putTogether(place, in: project, session) : decide(place, in: project, session)
        session.warnOfRest(in: project)
        return ending
    }

    // MARK: Looking

    private func compare(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let reading = try project.refresh()
        let conflict = try reading.conflict(at: try session.path(path, in: project))
        let original = try conflict.standing
        if global.json {
            session.output.json(.array(try conflict.copies.map { try Installed.knowledge.json(from: original.path, to: $0.path, reading, session) }))
        } else if global.zero {
            for copy in conflict.copies { session.output.path(session.style.place(copy.path)) }
        } else {
            try show(conflict.copies.map(\.path), beside: original.path, reading, session)
        }
        return .done
    }

    /// Shows how each copy differs. What is the matter with one keeps nobody from seeing the others.
    private func show(_ copies: [RelativePath], beside original: RelativePath, _ reading: Reading, _ session: Session) throws {
        var failures: [ShedError] = []
        for copy in copies {
            do { try Installed.knowledge.show(from: original, to: copy, context: context, reading, session) } catch let error as ShedError { failures.append(error) }
        }
        for failure in failures.dropLast() { session.warn(of: failure) }
        if let last = failures.last { throw last }
    }

    // MARK: Choosing

    private func decide(_ place: RelativePath, in project: Project, _ session: Session) throws -> Ending {
        guard let keep else { return .done }
        let reading = try project.refresh()
        let conflict = try reading.conflict(at: place)
        // The file holds something else then.
        if !change.dryRun, keep != .both, conflict.isNamedByCopy == (keep == .this), let original = conflict.original {
            // The copy then holds what the file did.
            for placed in [original, try conflict.copy] { try session.askAboutWriter(of: placed.path, reading) }
        }
        if keep != .both, conflict.isNamedByCopy == (keep == .other), let original = conflict.original { try askAboutMarks(in: original.path, project, session) }
        let result = try session.sayingWhatMoved(in: project) { () throws(ShedError) in
            try reading.write { transaction throws(ShedError) in try transaction.resolve(conflict, keeping: keep, dryRun: change.dryRun) }
        }
        if result.isRewritten, let copy = try? conflict.copy {
            session.say(.holdsConflictCopy(isDryRun: change.dryRun, path: session.style.path(result.path), copy: session.style.path(copy.path)))
        }
        if conflict.isOfMoved, keep == .both, let original = conflict.original {
            for copy in conflict.copies {
                session.say(.keptApart(isDryRun: change.dryRun, path: session.style.path(copy.path), other: session.style.path(original.path)))
            }
        }
        tell(result, in: project, session)
        return .done
    }

    /// Longer files are not looked into, in bytes.
    private static let longestLookedInto = 4 << 20

    /// Who put both into one file and has not chosen yet is asked before the copy goes.
    private func askAboutMarks(in path: RelativePath, _ project: Project, _ session: Session) throws {
        guard !change.dryRun, let text = project.preview(of: path, atMost: ResolveVerb.longestLookedInto) else { return }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
        guard ["<<<<<<< ", ">>>>>>> "].allSatisfy({ mark in lines.contains { $0.starts(with: mark.utf8) } }) else { return }
        try session.confirm(.stillHasMarks(path: session.style.path(path)))
    }

    private func tell(_ result: Resolution, base: String? = nil, conflicts: Int? = nil, in project: Project, _ session: Session) {
        if global.zero { return session.output.path(session.style.place(result.path)) }
        guard global.json else { return session.sayMoved(result.moves, verb: "moved", in: project, dryRun: change.dryRun) }
        var object = JSONBuilder()
        object.add("path", result.path)
        object.add("id", session.id(at: result.path, in: project))
        object.add("rewritten", .bool(result.isRewritten))
        object.add("moved", .array(result.moves.map { move in
            session.movedJSON(from: move.from, to: move.to, id: session.id(at: change.dryRun ? move.from : move.to, in: project))
        }))
        if let conflicts {
            object.add("base", JSONValue(base))
            object.add("conflicts", .integer(Int64(conflicts)))
        }
        session.output.json(object.value)
    }

    // MARK: Putting together

    private func putTogether(_ place: RelativePath, in project: Project, _ session: Session) throws -> Ending {
        let reading = try project.refresh()
        var conflict = try reading.conflict(at: place)
        let (original, copy) = (try conflict.standing, try conflict.copy)
        let merged = try Installed.knowledge.merged(original.path, copy.path, wasThere: conflict.isOfMoved, base: base, reading)
        guard merged.conflicts == 0 || markers else {
            throw ShedError(.refused, .mergeConflicts(path: "\(original.path)", count: merged.conflicts, base: merged.base), remedy: .writeMarks)
        }
        conflict.expect(original: merged.ours, copy: merged.theirs)
        if !change.dryRun { try session.askAboutWriter(of: original.path, reading) }
        if change.dryRun, !global.json, !global.zero { try Installed.knowledge.show(original.path, becoming: merged.bytes, context: context, reading, session) }
        let keepsCopy = merged.conflicts > 0
        let result = try reading.write { [conflict] transaction throws(ShedError) in
            try transaction.resolve(conflict, merging: merged.bytes, keepsCopy: keepsCopy, dryRun: change.dryRun)
        }
        let (shown, named) = (session.style.path(original.path), session.style.path(copy.path))
        if keepsCopy {
            session.say(.hasMarks(isDryRun: change.dryRun, path: shown, count: merged.conflicts))
            session.say(.resolveWhenEdited)
        } else {
            session.say(.wasMerged(isDryRun: change.dryRun, path: shown, copy: named, base: merged.base))
        }
        tell(result, base: merged.base, conflicts: merged.conflicts, in: project, session)
        return .done
    }
}

extension ConflictChoice: ExpressibleByArgument {}
