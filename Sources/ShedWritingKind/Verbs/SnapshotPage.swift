import ShedCommand
import ShedDisk
import ShedMessages
import ShedModel
import ShedProject

/// What `snapshot` prints.
struct SnapshotPage {
    let session: Session

    init(_ session: Session) { self.session = session }

    /// All snapshots. Writes nothing.
    func show(_ project: Project) throws -> Ending {
        let (output, options) = (session.output, session.options)
        let (snapshots, damaged): ([KeptSnapshot], [Int])
        do { (snapshots, damaged) = try project.asKnown.snapshotStore()?.all() ?? ([], []) } catch { throw ShedError(error) }
        if options.json {
            output.json(.array(snapshots.map { $0.json() }))
        } else if !options.zero {
            for snapshot in snapshots { output.line(line(snapshot)) }
            if let size = try? project.asKnown.snapshotStore()?.size(), size > 0 { output.line(session.style.text(.snapshotsTake(size: SnapshotPage.size(size)))) }
            if snapshots.isEmpty, damaged.isEmpty { output.line(session.style.faint(session.style.text(.noSnapshotsYet))) }
        }
        for number in damaged { session.note(.snapshotDamaged(number: number)) }
        return damaged.isEmpty ? .done : .findings
    }

    private func line(_ snapshot: KeptSnapshot) -> String {
        let style = session.style
        let files = style.text(.files(count: snapshot.files))
        var line = "\(snapshot.number)  \(Style.time(snapshot.time))  \(files), \(SnapshotPage.size(snapshot.size))"
        if let name = snapshot.name { line += "  \(SnapshotPage.quoted(name, style))" }
        if snapshot.cause == .daily { line += style.faint("  \(style.text(.snapshotIsDaily))") }
        return line
    }

    /// What somebody called a snapshot, in the quotation marks of the language.
    static func quoted(_ name: String, _ style: Style) -> String { style.text(.quoted(text: EscapedText.escape(Array(name.utf8)))) }

    /// Says what could not be kept.
    func warn(of leftOut: [(path: RelativePath, reason: Message)]) {
        let most = 10
        for (path, reason) in leftOut.prefix(most) { session.note(.snapshotLeftOut(path: session.style.path(path), reason: reason)) }
        if leftOut.count > most { session.note(.snapshotLeftOutMore(count: leftOut.count - most)) }
    }

    /// Says what was deleted.
    func say(deleted result: PrunedSnapshots, dryRun: Bool) {
        let (numbers, freed) = (result.numbers, result.freed)
        if session.options.json {
            var object = JSONBuilder()
            object.add("deleted", .array(numbers.map { .integer(Int64($0)) }))
            object.add("freed", .integer(freed))
            return session.output.json(object.value)
        }
        for number in numbers { session.say(.snapshotDeleted(isDryRun: dryRun, number: number)) }
        if numbers.isEmpty { session.say(.nothingToPrune) }
        if freed > 0 { session.say(.snapshotsFreed(size: SnapshotPage.size(freed))) }
    }

    /// `3.2 MiB`, with one place behind the point.
    static func size(_ bytes: Int64) -> String {
        var (unit, part) = (0, max(bytes, 0))
        var rest: Int64 = 0
        while part >= 1_024, unit < 4 { (unit, rest, part) = (unit + 1, part % 1_024, part / 1_024) }
        let name = ["bytes", "KiB", "MiB", "GiB", "TiB"][unit]
        return unit == 0 || part >= 100 ? "\(part) \(name)" : "\(part).\(rest * 10 / 1_024) \(name)"
    }
}

extension KeptSnapshot {
    /// The shape of `snapshot --json`.
    /// - Parameter leftOut: what could not be kept; `nil` where that is not known any more.
    func json(leftOut: [(path: RelativePath, reason: Message)]? = nil) -> JSONValue {
        var object = JSONBuilder()
        object.add("number", .integer(Int64(number)))
        object.add("time", time: time)
        object.add("name", JSONValue(name))
        object.add("cause", .string(cause.rawValue))
        object.add("files", .integer(Int64(files)))
        object.add("size", .integer(size))
        guard let leftOut else { return object.value }
        object.add("leftOut", .array(leftOut.map { item in
            var object = JSONBuilder()
            object.add("path", item.path)
            object.add("reason", .string(item.reason.english))
            return object.value
        }))
        return object.value
    }
}
