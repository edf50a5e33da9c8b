import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

/// What `undo` prints.
struct UndoPage {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// What was done.
    func summary(_ entry: UndoEntry, in project: Project) throws(ShedError) -> Message {
        entry.summary(session.style.path, in: try UndoPage.model(of: project))
    }

    /// What is known now.
    private static func model(of project: Project) throws(ShedError) -> Model { try project.refresh().load().model }

    /// So many things are named one by one.
    private static let most = 50

    /// Who did something, for people.
    static func actor(_ entry: UndoEntry) -> Message {
        entry.isOwn ? .quoted(text: verb(entry)) : entry.actor == "daemon" ? .theDaemon : .anotherUser
    }

    /// The verb's name, or `daemon`.
    static func verb(_ entry: UndoEntry) -> String { EscapedText.escape(Array(entry.actor.utf8)) }

    // MARK: What was done

    func show(_ entries: [UndoEntry], takenBack: TakenBack, in project: Project) throws {
        let model = try UndoPage.model(of: project)
        if session.options.json { return session.output.json(.array(entries.map { shape($0, takenBack, model) })) }
        // What comes after it was done after it ended.
        let running = project.isBeingChanged ? entries.first?.number : nil
        let width = entries.map(\.number.description.count).max() ?? 0
        for entry in entries {
            let number = String(repeating: " ", count: width - entry.number.description.count) + entry.number.description
            let deed = session.style.text(.about(subject: UndoPage.verb(entry), text: entry.summary(session.style.path, in: model)))
            let notes = notes(entry, takenBack, mayRun: entry.number == running).map { session.style.text(.remark(text: $0)) } ?? ""
            session.say([number, Style.time(entry.time), deed + session.style.faint(notes)].joined(separator: "  "))
        }
        if entries.isEmpty { session.say(.nothingDoneHere) }
    }

    /// - Parameter mayRun: whether it may still be under way.
    private func notes(_ entry: UndoEntry, _ takenBack: TakenBack, mayRun: Bool) -> Message? {
        let (other, part) = (takenBack.whole[entry.number], takenBack.part[entry.number])
        var notes: [Message] = []
        if let undone = entry.undoes {
            let tookBack: Message = entry.isPartial ? .tookBackPart(number: undone) : .tookBackNumber(number: undone)
            notes.append(!entry.isInterrupted ? tookBack : mayRun ? .mayBeTakingBack(number: undone) : .interruptedTakingBack(number: undone))
        }
        if let resumed = entry.resumed { notes.append(.resumedAt(time: Style.time(resumed))) }
        if takenBack.interrupted.contains(entry.number) { notes.append(.deedWasInterrupted) }
        if let other { notes.append(.takenBackBy(number: other)) }
        if let part { notes.append(.takenBackInPart(number: part)) }
        if hasNothingLeft(entry, takenBack) { notes.append(.nothingWasLeft) }
        if entry.obstacle != nil { notes.append(.cannotBeTakenBack) }
        return notes.first.map { notes.dropFirst().reduce($0) { .clauses(first: $0, second: $1) } }
    }

    /// Whether it was found that of an entry nothing is to be taken back, and it stands so.
    private func hasNothingLeft(_ entry: UndoEntry, _ takenBack: TakenBack) -> Bool {
        takenBack.void.contains(entry.number) && takenBack.whole[entry.number] == nil && takenBack.part[entry.number] == nil
    }

    private func shape(_ entry: UndoEntry, _ takenBack: TakenBack, _ model: Model) -> JSONValue {
        let (other, part) = (takenBack.whole[entry.number], takenBack.part[entry.number])
        var object = JSONBuilder()
        object.add("number", .integer(Int64(entry.number)))
        object.add("time", time: entry.time)
        object.add("resumed", time: entry.resumed)
        object.add("by", .string(entry.actor))
        object.add("own", .bool(entry.isOwn))
        object.add("what", .string(entry.reason ?? entry.summary(in: model).english))
        object.add("undoes", entry.undoes.map { .integer(Int64($0)) } ?? .null)
        object.add("takenBackBy", other.map { .integer(Int64($0)) } ?? .null)
        object.add("takenBackInPartBy", part.map { .integer(Int64($0)) } ?? .null)
        object.add("interrupted", .bool(takenBack.interrupted.contains(entry.number)))
        object.add("nothingLeft", .bool(hasNothingLeft(entry, takenBack)))
        object.add("obstacle", JSONValue(entry.reason))
        return object.value
    }

    // MARK: What was taken back

    func show(_ undone: Undone, dryRun: Bool) {
        let done = undone.things.filter(\.isDone)
        if session.options.zero {
            for thing in done { session.output.path(session.style.place(thing.path)) }
            return note(left: undone)
        }
        if session.options.json { return session.output.json(shape(undone)) }
        for thing in done.prefix(UndoPage.most) { session.say(line(thing, dryRun)) }
        if done.count > UndoPage.most { session.say(.furtherThings(count: done.count - UndoPage.most)) }
        note(left: undone)
        let isAnythingLeft = undone.things.contains { $0.deed == .left }
        if done.isEmpty, isAnythingLeft, !dryRun { session.note(.undoListsAll) }
        if done.isEmpty, !isAnythingLeft { say(already: undone) }
        guard !done.isEmpty else { return }
        if undone.numbers.count == 1, undone.isNewest { return session.say(.undoDoesItAgain) }
        for number in undone.numbers.reversed() { session.say(.undoNumberAgain(number: number)) }
    }

    /// Says what was left, and why: also to who wants nothing but paths, since what somebody has changed is nowhere else said to stay.
    private func note(left undone: Undone) {
        let left = undone.things.filter { $0.deed == .left }
        // What is in a folder is the reason why that stays, so it comes first.
        let inOrder = left.filter { $0.obstacle != .filled } + left.filter { $0.obstacle == .filled }
        for thing in inOrder.prefix(UndoPage.most) { session.note(.verbatim(session.style.advice(reason(thing)))) }
        if left.count > UndoPage.most { session.note(.moreLeftAsTheyAre(count: left.count - UndoPage.most)) }
        if left.contains(where: { $0.obstacle?.mayPass ?? false }) { session.note(.undoTakesRest(number: undone.entry.number)) }
    }

    /// That nothing had to be taken back, and why.
    private func say(already undone: Undone) {
        for thing in undone.things.prefix(UndoPage.most) { session.say(reason(thing)) }
        if undone.things.count > UndoPage.most { session.say(.furtherThings(count: undone.things.count - UndoPage.most)) }
        session.say(.nothingLeftToUndo(number: undone.entry.number))
    }

    /// Why something was left, or needed nothing.
    private func reason(_ thing: UndoneThing) -> Message {
        let why = thing.obstacle?.message(session.style.path) ?? .nothing
        if !thing.facts.isEmpty { return .leftFacts(path: name(of: thing), what: thing.whatIsKnown, why: why) }
        return thing.deed == .already ? .needsNothing(path: name(of: thing), why: why) : .leftAsItIs(path: name(of: thing), why: why)
    }

    /// Tags and variables are the project's.
    private func name(of path: RelativePath) -> Message { path.isRoot ? .theProject : .verbatim(session.style.path(path)) }

    private func name(of thing: UndoneThing) -> Message { thing.isTemplate ? .projectsTemplate : name(of: thing.path) }

    private func line(_ thing: UndoneThing, _ dryRun: Bool) -> Message {
        let path = session.style.path(thing.path)
        let from = thing.from.map(session.style.path) ?? "?"
        switch thing.deed {
        case .moved: return Message.movedBack(isDryRun: dryRun, from: from, to: path).explained(thing.from.flatMap { Respelling(from: $0, to: thing.path) })
        case .trashed: return .moved(deed: "moved", isDryRun: dryRun, from: from, to: path)
        case .removed: return .removedFolder(isDryRun: dryRun, path: path)
        case .made: return .madeFolderAgain(isDryRun: dryRun, path: path)
        case .rewritten where thing.isTemplate: return .putBackTemplate(isDryRun: dryRun)
        case .rewritten:
            let line = Message.putBackContent(isDryRun: dryRun, path: path)
            return thing.also.map { .clauses(first: line, second: .alsoStaysAt(path: session.style.path($0))) } ?? line
        case .changed: return .putBackFacts(isDryRun: dryRun, path: name(of: thing.path), what: thing.whatIsKnown)
        case .left, .already: return .nothing
        }
    }

    private func shape(_ undone: Undone) -> JSONValue {
        var object = JSONBuilder()
        object.add("entry", .integer(Int64(undone.entry.number)))
        object.add("by", .string(undone.entry.actor))
        object.add("number", undone.number.map { .integer(Int64($0)) } ?? .null)
        object.add("numbers", .array(undone.numbers.map { .integer(Int64($0)) }))
        object.add("things", .array(undone.things.map { thing in
            var object = JSONBuilder()
            object.add("deed", .string(thing.deed.rawValue))
            object.add("id", thing.id)
            object.add("path", bytes: thing.path.isRoot ? [UInt8(ascii: ".")] : thing.path.bytes)
            object.add("from", thing.from)
            object.add("also", thing.also)
            object.add("obstacle", JSONValue(thing.obstacle?.message().english))
            return object.value
        }))
        return object.value
    }
}
