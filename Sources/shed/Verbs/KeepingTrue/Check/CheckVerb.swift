import ArgumentParser
import Glibc
import ShedCommand
import ShedCheck
import ShedProject
import ShedModel
import ShedRules

struct CheckVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Hold all rules against projects; fit for a CI run.",
        discussion: """
            Changes nothing in the projects, unless --fix is given. Without PATH the project that you are in is checked, or, outside of projects, \
            every project below the directory. With PATHs only what is found at them or below; a directory outside of \
            projects means all projects below it.

            Exits 1 on any error, or more warnings than are allowed; notes never count. Documentation/Check.md says what can \
            be set, in .shed/settings.toml and in a shed.toml above several projects.

            Example: shed check --format sarif --output shed.sarif --max-warnings 5
            """)

    @Argument(help: "What to check: files, folders, projects, directories with projects in them.", completion: .file())
    var paths: [String] = []

    @Option(help: ArgumentHelp("full, concise, json, json-lines, sarif, github, gitlab, junit or gnu.", valueName: "format"))
    var format: ReportFormat?

    @Option(help: ArgumentHelp("Write the report to a file, whole or not at all.", valueName: "file"), completion: .file())
    var output: String?

    @OptionGroup var options: CheckOptions

    @Flag(help: "Exit 0 whatever is found.") var exitZero = false
    @Flag(help: "Only what a git commit would contain.") var staged = false

    @Option(help: ArgumentHelp("Leave out what stands in this file.", valueName: "file"), completion: .file())
    var baseline: String?

    @Option(help: ArgumentHelp("Write everything that is found to this file, to be left out from now on.", valueName: "file"), completion: .file())
    var writeBaseline: String?

    @Flag(name: .customLong("fix"), help: "Put right what nothing is lost by, then check again.") var fixes = false
    @Flag(name: [.customLong("dry-run"), .customShort("n")], help: "With --fix: only say what would be put right.") var dryRun = false

    @OptionGroup var global: GlobalOptions

    var onlyLooks: Bool { !fixes }

    /// Only fixes write something, and are remembered.
    var requiresState: Bool { fixes && !dryRun }

    func validate() throws {
        if dryRun, !fixes { throw ValidationError("--dry-run goes with --fix; without it check changes nothing.") }
        if writeBaseline != nil, format != nil || output != nil || global.json { throw ValidationError("--write-baseline writes no report: leave --format, --json and --output out.") }
        if fixes, writeBaseline != nil { throw ValidationError("--fix and --write-baseline exclude each other: fix first.") }
        if global.json, let format, format != .json { throw ValidationError("--json and --format \(format.rawValue) exclude each other.") }
        if global.zero, global.json || format != nil || output != nil { throw ValidationError("-0 goes with no other format and no --output.") }
        if writeBaseline != nil, staged { throw ValidationError("--write-baseline is for everything there is; leave --staged out.") }
    }

    func perform(_ session: Session) throws -> Ending {
        // Named wrongly, these are to be known before a long check.
        let outputFile = try output.map { try NamedFile(session.absolute($0), of: "--output") }
        try outputFile?.refuseDocument(of: "--output")
        let newBaseline = try writeBaseline.map { try NamedFile(session.absolute($0), of: "--write-baseline") }
        let oldBaseline = try baseline.map { try readBaseline($0, session) }
        let here = try RealPath.of([UInt8(ascii: ".")])
        var run = try run(targets(session), here, session)
        if let newBaseline { return try write(run, to: newBaseline, session) }
        if let oldBaseline { apply(oldBaseline, to: &run, isLast: !fixes, session) }
        var isStale = false
        if fixes {
            let (again, isChanged) = try fix(run, session)
            run = try self.run(again, here, session)
            if let oldBaseline { apply(oldBaseline, to: &run, isLast: true, session) }
            if isChanged, staged {
                isStale = true
                session.output.note("shed: what was fixed is not in the commit yet: “git add -A”, then commit again.")
            }
        }
        run.joinAbsentFolders()
        for line in run.superfluous { session.output.note("shed: \(line)") }
        if global.quiet, chosen.isForPeople { run.removeNotes() }
        let isFine = exitZero || !run.report.exceeds(maxWarnings: options.maxWarnings) && !isStale
        run.end(with: run.report.failures.isEmpty ? (isFine ? 0 : 1) : 2)
        try print(run.report, session, outputFile)
        for failure in run.report.failures { session.output.note("shed: " + (run.report.isMany ? failure.text : failure.reason)) }
        if !global.quiet, !global.zero, chosen.isForPeople || outputFile != nil { summarize(run, session) }
        if !run.report.failures.isEmpty {
            try session.output.flush()
            throw ExitCode(2)
        }
        return isFine ? .done : .findings
    }

    /// The format of the report.
    private var chosen: ReportFormat { format ?? (global.json ? .json : .full) }

    // MARK: The run

    /// What is to be checked.
    private func targets(_ session: Session) throws -> CheckTargets {
        let targets = try CheckTargets(session.bytes(ofPaths: paths), base: session.base, Registry(session.surroundings))
        for note in targets.notes { session.output.note("shed: \(note).") }
        if writeBaseline != nil, let part = targets.targets.first(where: { !$0.isWhole }) {
            throw ShedError(.usage, "--write-baseline is for whole projects, and only a part of \(EscapedText.escape(part.root)) was named", remedy: "Name the project.")
        }
        return targets
    }

    private func run(_ targets: CheckTargets, _ here: [UInt8], _ session: Session) throws(ShedError) -> CheckRun {
        var how = CheckRun.Options(layer: options.layer)
        how.staged = staged ? CheckRun.WorkTree(directory: session.base, environment: Session.wholeEnvironment()) : nil
        how.keepsFailures = chosen.holdsFailures
        how.hasFingerprints = chosen.hasFingerprints
        how.hasUTF16Columns = chosen == .sarif
        how.tellsProjects = global.verbose
        var run = CheckRun(targets, how, here: here, surroundings: session.surroundings)
        try run.perform { session.output.note("shed: \($0)") }
        return run
    }

    // MARK: What is printed

    private func print(_ report: CheckReport, _ session: Session, _ file: NamedFile?) throws {
        if global.zero {
            var told: Set<[UInt8]> = []
            for item in report.items where told.insert(item.place).inserted { session.output.path(PlaceFromHere.word(item.place)) }
            return
        }
        var content: [UInt8] = []
        // What goes into a file is colored on request only.
        var style = session.style
        if file != nil, global.color != .always { style = Style(global, environment: ["NO_COLOR": "1"], isTerminal: false) }
        let sink = ReportSink(isColoured: style.isColored) { (piece) throws(ShedError) in
            if file != nil {
                content += piece
            } else {
                session.output.bytes(piece)
                try session.output.flush()
            }
        }
        try chosen.write(report, to: sink, style)
        try sink.finish()
        try file?.write(content)
    }

    private func summarize(_ run: CheckRun, _ session: Session) {
        let report = run.report
        // What could not be checked is said already.
        guard !report.parts.isEmpty else { return }
        let counts = [(Severity.error, "error"), (.warning, "warning"), (.note, "note")].map { Style.count(report.count($0), $1) }
        var text = report.items.isEmpty ? "Nothing found" : counts.joined(separator: ", ")
        if report.isMany { text += " in \(Style.count(report.parts.count, "project"))" }
        var apart: [String] = []
        if run.suppressed > 0 { apart.append("\(run.suppressed) suppressed") }
        if run.known > 0 { apart.append("\(run.known) in the baseline") }
        if !apart.isEmpty { text += "; \(apart.joined(separator: ", "))" }
        session.output.note(text + (report.items.isEmpty ? "." : ""))
    }

    // MARK: The baseline

    private func readBaseline(_ path: String, _ session: Session) throws -> (file: NamedFile, baseline: Baseline) {
        let file = try NamedFile(session.absolute(path), of: "--baseline")
        return (file, try Baseline(bytes: try file.read(atMost: Baseline.longest), label: file.label))
    }

    /// Leaves out what is in the baseline, and says what in it no longer occurs.
    /// - Parameter isLast: whether that is said.
    private func apply(_ known: (file: NamedFile, baseline: Baseline), to run: inout CheckRun, isLast: Bool, _ session: Session) {
        let gone = run.apply(known.baseline)
        guard isLast, !gone.isEmpty else { return }
        let most = 10
        let label = known.file.label
        for (place, rule) in gone.prefix(most) { session.output.note("shed: \(label): \(EscapedText.escape(place)) [\(rule)] no longer occurs.") }
        if gone.count > most { session.output.note("shed: \(label): and \(gone.count - most) more no longer occur.") }
        session.output.note("shed: write the baseline anew with --write-baseline, so that they do not come back unnoticed.")
    }

    private func write(_ run: CheckRun, to file: NamedFile, _ session: Session) throws -> Ending {
        if let failure = run.report.failures.first {
            throw ShedError(.environment, "no baseline was written: \(failure.text)", remedy: "Mend that first.")
        }
        let baseline = run.baseline
        if file.isThere, (try? Baseline(bytes: try file.read(atMost: Baseline.longest), label: file.label)) == nil {
            throw ShedError(.usage, "\(file.label) is there and is no baseline", remedy: "Give another name, or remove it first.")
        }
        try file.write(baseline.bytes)
        if !global.quiet { session.output.note("\(Style.count(baseline.count, "finding")) written to \(file.label); --baseline leaves them out.") }
        return .done
    }
}
