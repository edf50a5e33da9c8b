import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

/// What a chart is written as.
private enum ChartFormat: String, FileFormat {
    case svg
}

struct StatisticsVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count what a project holds, its words, tags and values.",
        discussion: """
            Words are those of text, Markdown, .docx and .odt, by folder, counted as LibreOffice counts them (“shed tree --words”: \
            by file). --days shows how many were written on each of the last days, as far as this machine saw it. Of integers the \
            mean, the smallest and the largest are said too. What lies in Trash and Rejected does not count.

            Example: shed stats --svg ../stats.svg
            """)

    @Option(
        name: .customLong("svg"),
        help: ArgumentHelp("Also write a bar chart to this file; “-” writes it, and nothing else, to the standard output.", valueName: "file"),
        completion: .file(extensions: ["svg"]))
    var chart: String?
    @Option(
        name: .customLong("days"), defaultAsFlag: 14,
        help: ArgumentHelp("Show how many words were written on each of the last days, today among them.", valueName: "number"))
    var days: Int? = nil
    @Option(
        name: .customLong("of"), help: ArgumentHelp("With --days: those of this file or folder.", valueName: "path"), completion: .file())
    var subject: String?
    @Flag(help: "Replace the file if it is there.") var force = false
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { chart == nil ? .look : .never }

    func validate() throws {
        if chart == "-", global.json { throw ValidationError("--svg - and --json both write to the standard output: give one of them.") }
        if let days, !(1...WordDays.most).contains(days) { throw ValidationError(.daysOutOfRange(most: WordDays.most)) }
        if subject != nil, days == nil { throw ValidationError(.ofNeedsDays) }
        if force, chart == nil { throw ValidationError("--force is for --svg, and there is none.") }
    }

    func perform(_ session: Session) throws -> Ending {
        _ = try ChartFormat.format(of: chart, standard: .svg, unnamed: .svg)
        let project = try session.openToShow()
        // All texts are read for it.
        let (statistics, listing) = try project.statisticsWithWords { try session.leaveToCaller() }
        let file = try chart.map { try OutputFile($0, of: "--svg", force: force, session, project) }
        let days = try shownDays(project, session, areCounted: statistics.countsFiles)
        if global.json {
            session.output.json(try shape(statistics, days, listing, project, session))
        } else if !global.quiet, chart != "-" {
            describe(statistics, session)
            try describe(days, listing, project, session)
        }
        try file?.write(Array(BarChart(statistics, days, of: project.home.name).svg.utf8), session)
        session.warnOfUncounted(listing?.words)
        return .done
    }

    private func shownDays(_ project: Project, _ session: Session, areCounted: Bool) throws -> WordDays? {
        guard let days else { return nil }
        guard areCounted else { throw ShedError(.usage, .countsNoWords) }
        let path = try subject.map { try session.path(named: $0, in: project) } ?? .root
        return WordDays(days: try project.asKnown.wordDays(at: path, last: days))
    }

    // MARK: For people

    private func describe(_ statistics: Statistics, _ session: Session) {
        let style = session.style
        func table(_ title: String, _ note: String?, _ rows: [(String, Int)]) {
            guard !rows.isEmpty else { return }
            session.output.line(style.heading(title) + (note.map { style.faint("  \($0)") } ?? ""))
            let width = rows.map { String($0.1).count }.max() ?? 1
            for row in rows { session.output.line("  " + String(repeating: " ", count: width - String(row.1).count) + "\(row.1)  \(row.0)") }
        }
        table("Counts", nil, statistics.counts.map { ($0.title, $0.number) })
        table("Words", nil, (statistics.words ?? []).map { (session.style.path($0.folder), $0.number) })
        table("Tags", statistics.tagNote, statistics.tags.map { (Shown.text($0.tag.title), $0.number) })
        for values in statistics.values {
            let rows = values.numbers.map { (Shown.text($0.value.description), $0.number) }
            table(Shown.text(values.variable.name), values.note, rows.isEmpty ? [("with a value", values.count)] : rows)
        }
    }

    private func describe(_ days: WordDays?, _ listing: Listing?, _ project: Project, _ session: Session) throws {
        let style = session.style
        if let listing {
            for kind in session.kinds(of: project) {
                for (number, message) in try kind.lines(onWords: listing, project.asKnown, style).enumerated() {
                    session.output.line(number == 0 ? style.heading(style.text(message)) : "  " + style.text(message))
                }
            }
        }
        guard let days else { return }
        session.output.line(style.heading("Words by day") + style.faint("  \(days.sum)"))
        for line in days.lines(style) { session.output.line(line) }
    }

    // MARK: JSON

    private func shape(
        _ statistics: Statistics, _ days: WordDays?, _ listing: Listing?, _ project: Project, _ session: Session
    ) throws -> JSONValue {
        guard case .object(let object) = shape(statistics) else { return .null }
        var members = object.members
        if let days { members.append(JSONObject.Member("days", days.json)) }
        if let listing {
            for kind in session.kinds(of: project) { members += try kind.members(onWords: listing, project.asKnown) }
        }
        return .object(JSONObject(members))
    }

    private func shape(_ statistics: Statistics) -> JSONValue {
        func number(_ value: Int) -> JSONValue { .integer(Int64(value)) }
        var object = JSONBuilder()
        object.add("kind", .string(statistics.kind.raw))
        object.add("counts", .object(JSONObject(statistics.counts.map { JSONObject.Member($0.key, number($0.number)) })))
        object.add("tagged", number(statistics.tagged))
        object.add("untagged", number(statistics.untagged))
        object.add("tags", .array(statistics.tags.map { ["tag": .string($0.tag.title), "count": number($0.number)] }))
        object.add("variables", .array(statistics.values.map { values in
            var object = JSONBuilder()
            object.add("name", .string(values.variable.name))
            object.add("type", .string(values.variable.type.rawValue))
            object.add("count", number(values.count))
            object.add("values", .array(values.numbers.map { ["value": $0.value.json, "count": number($0.number)] }))
            object.add("mean", values.mean.map { .number($0) } ?? .null)
            object.add("smallest", values.smallest.map { .integer($0) } ?? .null)
            object.add("largest", values.largest.map { .integer($0) } ?? .null)
            return object.value
        }))
        object.add("taggedOf", .string(statistics.taggedSort))
        object.add("words", statistics.words.map { words -> JSONValue in
            .array(words.map { words -> JSONValue in
                var object = JSONBuilder()
                object.add("path", words.folder)
                object.add("count", number(words.number))
                return object.value
            })
        } ?? .null)
        return object.value
    }
}

/// Texts of people, safe to print on one line.
private enum Shown {
    static func text(_ text: String) -> String { EscapedText.escape(Array(text.utf8)) }
}

extension Statistics {
    /// How many are tagged, and of what, for people.
    fileprivate var tagNote: String { "\(taggedSort): \(tagged) tagged, \(untagged) untagged" }
}

extension Statistics.Values {
    /// The mean and the bounds of integers, for people.
    fileprivate var note: String? {
        guard let mean, let smallest, let largest else { return variable.type == .integer ? "no values" : nil }
        let tenths = (mean * 100).rounded() / 100
        return "mean \(tenths), from \(smallest) to \(largest)"
    }
}

extension BarChart {
    init(_ statistics: Statistics, _ days: WordDays?, of project: Name) {
        var groups = [Group(title: "Counts", note: nil, bars: statistics.counts.map { Bar(label: $0.title, number: $0.number) })]
        if let words = statistics.words, !words.isEmpty {
            groups.append(Group(title: "Words", note: nil, bars: words.map { Bar(label: "\($0.folder)", number: $0.number) }))
        }
        if let days { groups.append(days.group) }
        groups.append(
            Group(
                title: "Tags", note: statistics.tagNote,
                bars: statistics.tags.map { Bar(label: Shown.text($0.tag.title), number: $0.number, colour: $0.tag.colour?.description) }))
        for values in statistics.values {
            groups.append(
                Group(
                    title: Shown.text(values.variable.name), note: values.note,
                    bars: values.numbers.map { Bar(label: Shown.text($0.value.description), number: $0.number) }))
        }
        self.init(title: project.escaped, groups: groups)
    }
}
