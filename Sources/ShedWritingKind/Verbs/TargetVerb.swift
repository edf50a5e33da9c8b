import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

struct TargetVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "target",
        abstract: "Say how many words a file, a folder or the project is to have, and by when.",
        discussion: """
            Without a path: lists what has a target, how many words are there and how many are missing, and what that is a day. With \
            a path alone: the same of that. Of a folder all texts below it count, and today is one of the days that are left.

            Example: shed target Draft 80000 --by 2027-03-01
            """)

    @Argument(help: "The file or folder; “.” at the root is the project.", completion: .file()) var path: String?
    @Argument(help: "How many words.") var words: String?
    @Option(help: ArgumentHelp("The last day, such as 2027-03-01.", valueName: "date")) var by: String?
    @Flag(help: "Take the target away.") var none = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    /// Counting many texts takes long; the daemon has better to do.
    var delegation: Delegation { words == nil && !none ? .never : .change }

    func validate() throws {
        if path == nil, none || by != nil { throw ValidationError(.wordTargetNeedsPath) }
        if none, words != nil || by != nil { throw ValidationError(.wordTargetOrNone) }
        if words == nil, by != nil { throw ValidationError(.wordTargetNeedsWords) }
        if words != nil, number == nil { throw ValidationError(.noWordNumber(most: WordTarget.range.upperBound)) }
        if let by, CalendarDay(by) == nil { throw ValidationError(.noCalendarDay(text: EscapedText.escape(Array(by.utf8)))) }
    }

    /// Digits, and nothing else.
    private var number: Int? {
        words.flatMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }.flatMap { WordTarget.range.contains($0) ? $0 : nil }
    }

    func perform(_ session: Session) throws -> Ending {
        guard number == nil, !none else { return try set(session) }
        let project = try session.openToShow()
        let only = try path.map { try session.path($0, in: project) }
        let listing = try project.listing().counted(below: .root)
        var progress = try project.asKnown.wordProgress(listing)
        if let only { progress = progress.filter { $0.path == only } }
        if global.json {
            session.output.json(.array(progress.map(\.json)))
        } else if global.zero {
            for item in progress { session.output.path(session.style.place(item.path)) }
        } else if progress.isEmpty {
            session.say(only.map { .noWordTarget(path: session.style.path($0)) } ?? .noWordTargets)
        } else {
            for item in progress { session.say(.about(subject: session.style.path(item.path), text: item.message)) }
        }
        session.warnOfUncounted(listing.words)
        return .done
    }

    private func set(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let path = try session.path(path ?? ".", in: project)
        let target = number.flatMap { WordTarget(words: $0, by: by.flatMap { CalendarDay($0) }) }
        let isNew = try project.write { transaction throws(ShedError) in
            // Where no words are counted a target would never be reached.
            if target != nil, try !transaction.statistics().countsFiles { throw ShedError(.usage, .countsNoWords) }
            return try transaction.setWordTarget(target, at: path, dryRun: change.dryRun)
        }
        session.say(said(target, session.style.path(path), isNew: isNew))
        if global.json {
            var object = JSONBuilder()
            object.add("path", path)
            object.add("id", session.id(at: path, in: project))
            object.add("words", target.map { .integer(Int64($0.words)) } ?? .null)
            object.add("by", JSONValue(target?.day?.description))
            object.add("changed", .bool(isNew))
            session.output.json(object.value)
        }
        if global.zero { session.output.path(session.style.place(path)) }
        if !change.dryRun { session.warnOfRest(in: project) }
        return .done
    }

    private func said(_ target: WordTarget?, _ path: String, isNew: Bool) -> Message {
        guard isNew else { return target == nil ? .noWordTarget(path: path) : .wordTargetAlready(path: path) }
        return WordTarget.words(target, at: path, isDryRun: change.dryRun)
    }
}

extension WordProgress {
    /// For people.
    var message: Message {
        guard missing > 0 else { return .wordsReached(there: there, count: target.words) }
        let progress = Message.wordProgress(there: there, count: target.words, part: part, missing: missing)
        guard let day = target.day, let left = daysLeft else { return progress }
        guard let wordsADay else { return .wordsOverdue(progress: progress, day: "\(day)") }
        return .wordsEachDay(progress: progress, day: "\(day)", left: left, count: wordsADay)
    }

    /// A row of `target --json`.
    var json: JSONValue {
        var object = JSONBuilder()
        object.add("path", path)
        object.add("id", id)
        object.add("words", .integer(Int64(target.words)))
        object.add("by", JSONValue(target.day?.description))
        object.add("there", .integer(Int64(there)))
        object.add("missing", .integer(Int64(missing)))
        object.add("daysLeft", daysLeft.map { .integer(Int64($0)) } ?? .null)
        object.add("wordsADay", wordsADay.map { .integer(Int64($0)) } ?? .null)
        return object.value
    }
}
