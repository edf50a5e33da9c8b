import ArgumentParser
import ShedCommand
import ShedCheck
import ShedMessages
import ShedProject
import ShedModel

struct StatusVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what changed on disk, what was rejected and what is missing.",
        discussion: """
            What was removed is counted in one line, and listed with --missing. Changes nothing. Exits 0 whether or not \
            something changed, unless --exit-code is given.

            Example: shed status
            """)

    @Flag(help: "Exit 1 if something changed.") var exitCode = false
    @Flag(help: "List what is missing, with its IDs.") var missing = false
    @Flag(help: "The same, also what has been missing for more than 30 days.") var all = false
    @OptionGroup var global: GlobalOptions

    private static func text(of missing: Status.Missing, _ style: Style) -> String {
        style.text(.missingItem(
            path: missing.path.map(style.path) ?? "?", id: missing.id.description,
            since: missing.since == 0 ? .neverSeenHere : .since(time: Style.time(missing.since)),
            movedOut: missing.movedOut.map { .movedOutTo(place: EscapedText.escape($0)) } ?? .nothing))
    }

    /// One line on what was removed lately; `nil` where nothing was.
    private static func count(_ removed: [Status.Missing]) -> Message? {
        guard !removed.isEmpty else { return nil }
        let folders = removed.count(where: \.isFolder)
        let files = removed.count - folders
        let what = folders == 0 ? Message.files(count: files) : files == 0 ? .folders(count: folders) : .both(first: .files(count: files), second: .folders(count: folders))
        return .removedLately(what: what, count: removed.count)
    }

    /// That the project stands at another place too, as after “cp -a”.
    private static func twin(_ other: [UInt8], more: Int, _ style: Style) -> String {
        style.text(.alsoAt(path: EscapedText.escape(other), more: more, here: ShellWord.quote(style.place(.root))))
    }

    var delegation: Delegation { .look }
    static var isAskedUnread: Bool { true }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToLook()
        session.sayWhyOnlyLooked(project)
        let status = try project.status(all: all)
        if global.json {
            try session.output.json { stream throws(ShedError) in try write(status, project, session.kinds(of: project), to: &stream) }
        } else if global.zero {
            for change in status.changes { session.output.path(session.style.place(change.path)) }
        } else if !global.quiet {
            describe(status, session.kinds(of: project), session)
        }
        return exitCode && !status.isClean ? .findings : .done
    }

    private func describe(_ status: Status, _ kinds: [any KindCommands], _ session: Session) {
        let output = session.output
        let style = session.style
        func section(_ title: Message, _ lines: [String]) {
            guard !lines.isEmpty else { return }
            output.line(style.heading(style.text(title)))
            for line in lines { output.line("  " + line) }
            output.line()
        }
        section(.changes, status.changes.map { ChangeLine.text($0, style, withID: global.verbose) })
        section(.wouldBeRefused, status.wouldMove.map { MoveLine.text($0, style, isDone: false) })
        section(.reports, status.reports.filter { $0.hold == nil }.map { ReportLine.text($0, style) })
        section(.likelySame, status.likely.map { LikelyLine.text($0, style) })
        let rest = status.gitMayHaveRest ? [style.advice(.gitMayHaveRest)] : []
        section(.sidecarNotWhole, status.incomplete.map { EscapedText.escape(Array($0.utf8)) } + rest)
        section(
            .rejectedItems,
            status.rejected.map {
                style.text(.rejectedItem(
                    path: style.path($0.path), rule: EscapedText.beginning($0.rejection.rule.raw), origin: style.path($0.rejection.origin), time: Style.time($0.rejection.time)))
            })
        let listsMissing = missing || all
        let listed = listsMissing ? status.missing : []
        section(.missingItems, listed.map { StatusVerb.text(of: $0, style) })
        let isEmpty = status.isClean && listed.isEmpty && status.reports.isEmpty && status.wouldMove.isEmpty && status.incomplete.isEmpty && status.rejected.isEmpty && status.likely.isEmpty
        if isEmpty { output.line(style.good(style.text(.clean))) }
        // Behind the long lists that it is about, where it is seen.
        for report in status.reports where report.hold != nil { output.line(style.warning("\(style.advice(report.words)) [\(report.rule.name)]")) }
        if !listsMissing, let line = StatusVerb.count(status.removedLately(now: session.surroundings.now())) { output.line(style.text(line)) }
        if !all, status.neverSeen > 0 { output.line(style.advice(.neverSeenThere(count: status.neverSeen))) }
        if status.conflictCopies > 0 { output.line(style.warning(style.text(.conflictCopiesThere(count: status.conflictCopies)))) }
        if let deed = status.interruptedDeed {
            output.line(style.warning(style.advice(.deedIsHalfDone(number: deed.number, verb: EscapedText.escape(Array(deed.actor.utf8))))))
        }
        if status.owesLinks { output.line(style.warning(style.advice(.linksAreOwed))) }
        if let health = status.health, let part = health.polled.first {
            output.line(style.warning(style.text(.polledParts(count: health.polled.count, path: style.path(part.path), reason: part.reason))))
        }
        if let drift = status.health?.drift, drift > 0 {
            output.line(style.warning(style.text(.drift(count: drift))))
        }
        if let original = status.futureOriginal {
            output.line(style.warning(style.text(.willBeCopy(path: EscapedText.escape(original), here: ShellWord.quote(style.place(.root))))))
        } else if let other = status.otherRoots.first {
            output.line(style.warning(StatusVerb.twin(other, more: status.otherRoots.count - 1, style)))
        }
        for line in kinds.flatMap({ $0.lines(on: status) }) { output.line(style.advice(line)) }
        output.line(style.faint(style.text(status.watcher.map { .watchedBy(process: Int($0.pid)) } ?? .notWatched)))
    }

    /// The shape of `status --json`: its lists can be as long as the project has files.
    private func write(_ status: Status, _ project: Project, _ kinds: [any KindCommands], to stream: inout JSONStream) throws(ShedError) {
        stream.beginObject()
        try stream.members(StatusVerb.head(of: status, project))
        try stream.member("changes", each: status.changes.lazy.map(\.json))
        try stream.member(
            "rejected",
            each: status.rejected.lazy.map {
                RejectedShape.json(path: $0.path, origin: $0.rejection.origin, rule: $0.rejection.rule.raw, time: $0.rejection.time)
            })
        try stream.member(
            "missing",
            each: status.missing.lazy.map { missing -> JSONValue in
                var object = JSONBuilder()
                object.add("id", missing.id)
                object.add("path", missing.path)
                return object.value
            })
        // What a sync would move is a report as long as it is not done, as it is with a daemon.
        let ids = Dictionary(status.changes.map { ($0.path, $0.id) }, uniquingKeysWith: { $1 })
        let waiting = status.wouldMove.map { Report(rule: $0.refusal.rule, path: $0.from, id: ids[$0.from] ?? nil, $0.refusal.words) }
        let known = Set(status.reports.map { [$0.rule.name, "\($0.path)"] })
        let reports = status.reports + waiting.filter { !known.contains([$0.rule.name, "\($0.path)"]) }
        try stream.member("reports", each: reports.sorted { ($0.path, $0.rule.name) < ($1.path, $1.rule.name) }.lazy.map(\.json))
        try stream.member("likely", each: status.likely.lazy.map(\.json))
        try stream.member("otherRoots", each: status.otherRoots.lazy.map { root -> JSONValue in
            var other = JSONBuilder()
            other.add("path", bytes: root)
            return other.value
        })
        if let deed = status.interruptedDeed {
            var object = JSONBuilder()
            object.add("number", .integer(Int64(deed.number)))
            object.add("by", .string(deed.actor))
            var member = JSONBuilder()
            member.add("interrupted", object.value)
            try stream.members(member.members)
        }
        if status.owesLinks {
            var member = JSONBuilder()
            member.add("linksOwed", .bool(true))
            try stream.members(member.members)
        }
        try stream.members(kinds.flatMap { $0.members(of: status) })
        stream.end()
    }

    /// What stands before the lists.
    private static func head(of status: Status, _ project: Project) -> [JSONObject.Member] {
        var object = JSONBuilder()
        object.add("project", project.home.id)
        object.add("daemon", [
            "running": .bool(status.watcher != nil), "pid": status.watcher.map { .integer(Int64($0.pid)) } ?? .null,
            "drift": status.health.map { .integer(Int64($0.drift)) } ?? .null,
            "overflows": status.health.map { .integer(Int64($0.overflows)) } ?? .null,
            "polled": status.health.map { .array($0.polled.map(\.json)) } ?? .null,
        ])
        object.add("clean", .bool(status.isClean))
        object.add("conflictCopies", .integer(Int64(status.conflictCopies)))
        object.add("neverSeen", .integer(Int64(status.neverSeen)))
        return object.members
    }
}
