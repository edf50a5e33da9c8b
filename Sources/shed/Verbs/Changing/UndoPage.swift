import ShedCommand
import ShedModel
import ShedProject

/// What `undo` prints.
struct UndoPage {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// So many things are named one by one.
    private static let most = 50

    /// Who did something, for people.
    static func actor(_ entry: UndoEntry) -> String {
        entry.isOwn ? "“\(EscapedText.escape(Array(entry.actor.utf8)))”" : entry.actor == "daemon" ? "the daemon" : "another user"
    }

    // MARK: What was done

    func show(_ entries: [UndoEntry], takenBack: [Int: Int]) throws {
        if session.options.json { return session.output.json(.array(entries.map { shape($0, takenBack[$0.number]) })) }
        for entry in entries {
            var notes: [String] = []
            if let undone = entry.undoes { notes.append(entry.isInterrupted ? "interrupted while it took back \(undone)" : "took back \(undone)") }
            if let other = takenBack[entry.number] { notes.append("taken back by \(other)") }
            if entry.obstacle != nil { notes.append("cannot be taken back") }
            let note = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
            session.say("\(entry.number)  \(Style.time(entry.time))  \(EscapedText.escape(Array(entry.actor.utf8))): \(entry.summary(session.style.path))\(session.style.faint(note))")
        }
        if entries.isEmpty { session.say("Nothing was done here that could be taken back.") }
    }

    private func shape(_ entry: UndoEntry, _ other: Int?) -> JSONValue {
        var object = JSONBuilder()
        object.add("number", .integer(Int64(entry.number)))
        object.add("time", time: entry.time)
        object.add("by", .string(entry.actor))
        object.add("own", .bool(entry.isOwn))
        object.add("what", .string(entry.summary()))
        object.add("undoes", entry.undoes.map { .integer(Int64($0)) } ?? .null)
        object.add("takenBackBy", other.map { .integer(Int64($0)) } ?? .null)
        object.add("obstacle", JSONValue(entry.obstacle))
        return object.value
    }

    // MARK: What was taken back

    func show(_ undone: Undone, dryRun: Bool) {
        if session.options.zero {
            for thing in undone.things where thing.deed != .left { session.output.path(session.style.place(thing.path)) }
            return
        }
        if session.options.json { return session.output.json(shape(undone)) }
        let done = undone.things.filter { $0.deed != .left }
        for thing in done.prefix(UndoPage.most) { session.say(line(thing, dryRun)) }
        if done.count > UndoPage.most { session.say("and \(done.count - UndoPage.most) more") }
        let left = undone.things.filter { $0.deed == .left }
        for thing in left.prefix(UndoPage.most) { session.output.note("shed: \(name(of: thing.path)) was left as it is: \(thing.obstacle?.sentence(session.style.path) ?? "").") }
        if left.count > UndoPage.most { session.output.note("shed: and \(left.count - UndoPage.most) more.") }
        if undone.things.isEmpty { session.say("Nothing of number \(undone.entry.number) was left to be taken back.") }
        if undone.number != nil, !done.isEmpty { session.say("“shed undo” does it again; “shed undo --list” shows what was done before.") }
    }

    private func name(of path: RelativePath) -> String { path.isRoot ? "the project" : session.style.path(path) }

    private func line(_ thing: UndoneThing, _ dryRun: Bool) -> String {
        let path = name(of: thing.path)
        let from = thing.from.map(session.style.path) ?? "?"
        switch thing.deed {
        case .moved: return "\(session.done("moved", dryRun)) \(from) back to \(path)"
        case .trashed: return "\(session.done("moved", dryRun)) \(from) to \(path)"
        case .removed: return "\(session.done("removed", dryRun)) the folder \(path)"
        case .made: return "\(session.done("made", dryRun)) the folder \(path) again"
        case .rewritten: return "\(session.done("put back", dryRun)) what \(path) held"
        case .changed: return "\(session.done("changed", dryRun)) back what is known of \(path)"
        case .left: return ""
        }
    }

    private func shape(_ undone: Undone) -> JSONValue {
        var object = JSONBuilder()
        object.add("entry", .integer(Int64(undone.entry.number)))
        object.add("by", .string(undone.entry.actor))
        object.add("number", undone.number.map { .integer(Int64($0)) } ?? .null)
        object.add("things", .array(undone.things.map { thing in
            var object = JSONBuilder()
            object.add("deed", .string(thing.deed.rawValue))
            object.add("id", thing.id)
            object.add("path", bytes: thing.path.isRoot ? [UInt8(ascii: ".")] : thing.path.bytes)
            object.add("from", thing.from)
            object.add("obstacle", JSONValue(thing.obstacle?.sentence()))
            return object.value
        }))
        return object.value
    }
}
