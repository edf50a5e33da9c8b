import Glibc
import ShedEngine
import ShedModel
import ShedRules
import ShedService

/// One run of `check` over its projects.
struct CheckRun {
    private let session: Session
    private let verb: CheckVerb
    private let here: PlaceFromHere
    private var fingerprints = Fingerprints()
    private var asked: [(project: NodeID, root: [UInt8], rules: Set<String>, known: Set<String>)] = []
    private(set) var report = CheckReport()
    /// The projects of the report's parts.
    private var projects: [Project] = []
    private var targets: CheckTargets?
    /// What is said of suppressions and rules that did nothing in some project, by where they stand, and where those stand
    /// that did something.
    private var unused: [Origin: String] = [:]
    private var used: Set<Origin> = []
    /// How many findings the settings suppress.
    private(set) var suppressed = 0
    /// How many findings are in the baseline.
    private(set) var known = 0

    /// Where something stands in the settings.
    private struct Origin: Hashable {
        /// The file and the line.
        var text: String
        /// Whose settings they are; empty for a file above projects.
        var root: [UInt8]

        init(_ text: String, _ root: [UInt8]) {
            self.text = text
            self.root = text.hasPrefix("/") ? [] : root
        }
    }

    init(_ verb: CheckVerb, _ session: Session) throws(ShedError) {
        self.verb = verb
        self.session = session
        here = PlaceFromHere(try RealPath.of([UInt8(ascii: ".")]))
    }

    /// Checks everything; what cannot be checked is noted where there are other projects.
    /// - Parameter given: what to check; `nil`: what the command line says.
    mutating func perform(_ given: CheckTargets? = nil) throws(ShedError) {
        let targets = if let given { given } else { try CheckTargets(verb.paths, base: session.base) }
        if given == nil { for note in targets.notes { session.output.note("shed: \(note).") } }
        self.targets = targets
        report.isMany = targets.isMany
        if verb.writeBaseline != nil, let part = targets.targets.first(where: { !$0.paths.contains(.root) }) {
            throw ShedError(.usage, "--write-baseline is for whole projects, and only a part of \(EscapedText.escape(part.root)) was named", remedy: "Name the project.")
        }
        let opened = try open(targets.targets)
        let rules = opened.flatMap(\.settings.known)
        let layer = try verb.options.layer(rules.isEmpty ? RuleBook.all.map { $0.info } : rules)
        let staged: StagedPaths?
        do throws(ShedError) { staged = verb.staged ? try self.staged() : nil } catch {
            guard verb.chosen.holdsFailures else { throw error }
            for (target, _, _) in opened { try failed(error, target) }
            return
        }
        var told: Set<String> = []
        for (target, project, settings) in opened {
            var settings = settings
            settings.add(layer)
            if !settings.known.contains(where: settings.selection.contains) {
                let words = verb.options.select.isEmpty ? "--ignore leaves" : verb.options.ignore.isEmpty ? "--select leaves" : "--select and --ignore leave"
                guard layer.select == nil, layer.ignore.isEmpty else {
                    throw ShedError(.usage, "\(words) no rule to ask, so nothing would be found", remedy: "Of a word that both name, --ignore wins.")
                }
                settings.notes.append("the settings leave no rule to ask in \(EscapedText.escape(target.root)), so nothing is found")
            }
            for note in settings.notes where told.insert(note).inserted { session.output.note("shed: \(note).") }
            if session.options.verbose { session.output.note("shed: checking \(EscapedText.escape(target.root))") }
            do throws(ShedError) { try check(target, project, settings, staged) } catch { try failed(error, target) }
        }
    }

    private mutating func open(_ targets: [CheckTarget]) throws(ShedError) -> [(target: CheckTarget, project: Project, settings: CheckSettings)] {
        var opened: [(target: CheckTarget, project: Project, settings: CheckSettings)] = []
        for target in targets {
            do throws(ShedError) {
                let project = try Project.open(containing: target.root, surroundings: session.surroundings, purpose: .look)
                opened.append((target, project, try project.checkSettings()))
            } catch { try failed(error, target) }
        }
        return opened
    }

    private mutating func failed(_ error: ShedError, _ target: CheckTarget) throws(ShedError) {
        guard report.isMany || verb.chosen.holdsFailures else { throw error }
        report.failures.append(CheckReport.Failure(place: here.place(of: .root, in: target.root), reason: error.description))
    }

    private mutating func check(_ target: CheckTarget, _ project: Project, _ settings: CheckSettings, _ staged: StagedPaths?) throws(ShedError) {
        let paths = target.paths.contains(.root) ? nil : target.paths
        let scope = CheckScope(paths: paths, staged: try staged.map { (staged) throws(ShedError) in try staged.paths(below: target.root) })
        let examination = try project.examine(settings, scope)
        suppressed += examination.suppressed.count
        for suppression in examination.unused {
            unused[Origin(suppression.origin, target.root)] = "the suppression of \(suppression.rule) covers nothing any more; remove it."
        }
        for rule in examination.idle {
            unused[Origin(rule.origin, target.root)] = "the rule \(rule.info.name) chooses no folder; look at its role and its path."
        }
        used.formUnion((examination.used + examination.busy).map { Origin($0, target.root) })
        if let rules = examination.asked { asked.append((project.id, target.root, rules, Set(settings.known.map(\.name)))) }
        var part = CheckReport.Part(id: project.id, place: here.place(of: .root, in: target.root), name: project.name, items: [], maxWarnings: settings.maxWarnings)
        part.items.reserveCapacity(examination.findings.count)
        let start = here.start(at: target.root)
        for finding in examination.findings { part.items.append(item(finding, examination, start, project)) }
        for (finding, reason) in examination.suppressed { part.suppressed.append((item(finding, examination, start, project), reason)) }
        report.parts.append(part)
        projects.append(project)
    }

    private mutating func item(_ finding: Finding, _ examination: Examination, _ start: PlaceFromHere.Start, _ project: Project) -> CheckReport.Item {
        CheckReport.Item(
            finding: finding, rule: examination.rules[finding.rule] ?? RuleInfo(finding.rule, "", finding.severity, summary: "", cure: ""),
            place: start.place(of: finding.path), fingerprint: verb.chosen.hasFingerprints ? fingerprints.next(finding, in: project.id) : "",
            utf16Column: verb.chosen == .sarif ? project.utf16Column(of: finding) : nil)
    }

    /// Puts right what can be, of what was found and is not suppressed.
    /// - Returns: what to check now, under the names that it has now; and whether anything was changed.
    func fix(dryRun: Bool) throws -> (again: CheckTargets?, isChanged: Bool) {
        var (again, isChanged) = (targets, false)
        var done: [(place: [UInt8], mendings: [Mending])] = []
        // Also where another project cannot be mended.
        defer { verb.tellUndo(done, isDone: !dryRun, session) }
        for (part, project) in zip(report.parts, projects) {
            let all = try verb.fix(part.items.map(\.finding), in: project, session, dryRun: dryRun)
            done.append((here.place(of: .root, in: project.rootPath), all))
            let mendings = all.filter { $0.failure == nil && !dryRun }
            isChanged = isChanged || !mendings.isEmpty
            again?.follow(mendings, in: project.rootPath)
        }
        return (again, isChanged)
    }

    /// Says which suppressions cover nothing in any project that was checked, and which custom rules are asked nowhere.
    func tellUnused() {
        var lines: [String] = []
        for (origin, text) in unused where !used.contains(origin) {
            let place = report.isMany && !origin.root.isEmpty ? here.place(of: .root, in: origin.root) + [UInt8(ascii: "/")] : []
            lines.append("shed: \(EscapedText.escape(place))\(origin.text): \(text)")
        }
        for line in lines.sorted() { session.output.note(line) }
    }

    private func staged() throws(ShedError) -> StagedPaths {
        do throws(ServiceError) { return try StagedPaths(in: session.base, environment: Session.wholeEnvironment()) } catch {
            throw ShedError(.environment, error.message, remedy: error.remedy)
        }
    }

    // MARK: The baseline

    /// The findings as a baseline.
    var baseline: Baseline {
        var baseline = Baseline()
        for part in report.parts { for item in part.items { baseline.add(item.finding, in: part.id) } }
        return baseline
    }

    /// Takes out what is in the baseline, and says what in it no longer occurs.
    /// - Parameter isLast: whether what no longer occurs is said.
    mutating func apply(_ baseline: Baseline, label: String, isLast: Bool = true) {
        var baseline = baseline
        for index in report.parts.indices {
            let before = report.parts[index].items.count
            let id = report.parts[index].id
            var left: [(item: CheckReport.Item, reason: String)] = []
            report.parts[index].items.removeAll { item in
                guard baseline.take(item.finding, in: id) else { return false }
                left.append((item, "It was there when the baseline was written."))
                return true
            }
            report.parts[index].suppressed += left
            known += before - report.parts[index].items.count
        }
        guard isLast else { return }
        var gone: [(entry: Baseline.Entry, root: [UInt8])] = []
        for (project, root, rules, known) in asked {
            gone += baseline.entries(of: project).filter { rules.contains($0.rule) || !known.contains($0.rule) }.map { ($0, root) }
        }
        guard !gone.isEmpty else { return }
        let most = 10
        for (entry, root) in gone.prefix(most) {
            session.output.note("shed: \(label): \(EscapedText.escape(here.place(of: entry.path, in: root))) [\(entry.rule)] no longer occurs.")
        }
        if gone.count > most { session.output.note("shed: \(label): and \(gone.count - most) more no longer occur.") }
        session.output.note("shed: write the baseline anew with --write-baseline, so that they do not come back unnoticed.")
    }

    /// Leaves notes out.
    mutating func removeNotes() {
        for index in report.parts.indices { report.parts[index].items.removeAll { $0.finding.severity == .note } }
    }

    mutating func end(with exitCode: Int32) { report.exitCode = exitCode }
}

extension StagedPaths {
    /// The staged paths of a project.
    /// - Parameter root: an absolute path without links.
    /// - Throws: ``ShedError`` where neither stands in the other.
    fileprivate func paths(below root: [UInt8]) throws(ShedError) -> [RelativePath] {
        let slash = UInt8(ascii: "/")
        let rootNames = root.split(separator: slash).map { Name(bytes: Array($0)) }
        let topNames = top.split(separator: slash).map { Name(bytes: Array($0)) }
        guard rootNames.starts(with: topNames) || topNames.starts(with: rootNames) else {
            throw ShedError(
                .environment, "\(EscapedText.escape(root)) is not in the git work tree \(EscapedText.escape(top))",
                remedy: "Run shed in the project's own work tree, or leave --staged out.")
        }
        return paths.compactMap { path in
            let names = topNames + path.split(separator: slash).map { Name(bytes: Array($0)) }
            return names.starts(with: rootNames) ? RelativePath(Array(names.dropFirst(rootNames.count))) : nil
        }
    }
}

extension Session {
    /// The whole environment of this process, for programs that it starts. Entries that are not UTF-8 are left out.
    static func wholeEnvironment() -> [String: String] {
        var environment: [String: String] = [:]
        var position = 0
        while let entry = Glibc.environ[position] {
            position += 1
            guard let text = String(validatingCString: entry), let sign = text.firstIndex(of: "=") else { continue }
            environment[String(text[..<sign])] = String(text[text.index(after: sign)...])
        }
        return environment
    }
}
