import ShedModel
import ShedProject
import ShedRules
import ShedService

/// One run of a check over projects: each is examined with its own settings, and all go into one report.
public struct CheckRun {
    /// The work tree that git is asked about.
    public struct WorkTree: Sendable {
        /// An absolute path.
        public var directory: [UInt8]
        /// The whole one of this process.
        public var environment: [String: String]

        public init(directory: [UInt8], environment: [String: String]) {
            self.directory = directory
            self.environment = environment
        }
    }

    /// How it is done, and what the report is to hold.
    public struct Options {
        /// What the command line says of rules and severities: a layer nearer than all others, given every rule that can be named.
        public var layer: (_ known: [RuleInfo]) throws(ShedError) -> CheckLayer
        /// Only what a commit in this work tree would contain; `nil`: whatever.
        public var staged: WorkTree?
        /// Whether a project that cannot be checked goes into the report also where it is the only one.
        public var keepsFailures = false
        public var hasFingerprints = false
        public var hasUTF16Columns = false
        /// Whether each project is told when its turn comes.
        public var tellsProjects = false

        public init(layer: @escaping (_ known: [RuleInfo]) throws(ShedError) -> CheckLayer) { self.layer = layer }
    }

    /// A project that was examined, in the order of the report's parts.
    struct Checked {
        var project: Project
        /// The root that was asked for.
        var root: [UInt8]
        /// The rules that were asked everywhere in it, and those that can be named; `nil` where not all of it was checked.
        var rules: (asked: Set<String>, known: Set<String>)?
    }

    private typealias Opened = (target: CheckTarget, project: Project, settings: CheckSettings)

    let targets: CheckTargets
    let surroundings: Surroundings
    let here: PlaceFromHere
    private let options: Options
    private var fingerprints = Fingerprints()
    private var use = SettingsUse()
    var checked: [Checked] = []
    public internal(set) var report = CheckReport()
    /// How many findings the settings suppress.
    public private(set) var suppressed = 0
    /// How many findings are in the baseline.
    public internal(set) var known = 0

    /// - Parameter here: the directory that places are told from: an absolute path without links.
    public init(_ targets: CheckTargets, _ options: Options, here: [UInt8], surroundings: Surroundings) {
        self.targets = targets
        self.options = options
        self.here = PlaceFromHere(here)
        self.surroundings = surroundings
        report.isMany = targets.isMany
    }

    /// Checks everything.
    /// - Parameter tell: takes what a person should know meanwhile, a sentence each.
    /// - Throws: ``ShedError`` where there is only one project and it cannot be checked; of several the report names it.
    public mutating func perform(tell: (String) -> Void) throws(ShedError) {
        let opened = try open(targets.targets)
        let rules = opened.flatMap(\.settings.known)
        let layer = try options.layer(rules.isEmpty ? surroundings.kinds.rules.infos : rules)
        let staged: StagedPaths?
        do throws(ShedError) { staged = try options.staged.map { (tree) throws(ShedError) in try StagedPaths(tree) } } catch {
            guard options.keepsFailures else { throw error }
            for item in opened { try failed(error, item.target) }
            return
        }
        var told: Set<String> = []
        for (target, project, settings) in opened {
            let settings = try CheckRun.settings(settings, with: layer, of: target)
            for note in settings.notes where told.insert(note).inserted { tell("\(note).") }
            if options.tellsProjects { tell("checking \(EscapedText.escape(target.root))") }
            do throws(ShedError) { try check(target, project, settings, staged) } catch { try failed(error, target) }
        }
    }

    /// Suppressions that cover nothing in any project that was checked, and custom rules that are asked nowhere: a sentence
    /// each behind the place in the settings.
    public var superfluous: [String] { use.superfluous(from: report.isMany ? here : nil) }

    private mutating func open(_ targets: [CheckTarget]) throws(ShedError) -> [Opened] {
        var opened: [Opened] = []
        for target in targets {
            do throws(ShedError) {
                let project = try Project.open(containing: target.root, surroundings: surroundings, purpose: .look)
                opened.append((target, project, try project.checkSettings()))
            } catch { try failed(error, target) }
        }
        return opened
    }

    private mutating func failed(_ error: ShedError, _ target: CheckTarget) throws(ShedError) {
        guard report.isMany || options.keepsFailures else { throw error }
        report.failures.append(CheckReport.Failure(place: here.place(of: .root, in: target.root), reason: error.description))
    }

    /// A project's settings with what the command line says; with a note where no rule is left.
    private static func settings(_ settings: CheckSettings, with layer: CheckLayer, of target: CheckTarget) throws(ShedError) -> CheckSettings {
        var settings = settings
        settings.add(layer)
        guard !settings.known.contains(where: settings.selection.contains) else { return settings }
        guard layer.select == nil, layer.ignore.isEmpty else {
            let words = layer.select == nil ? "--ignore leaves" : layer.ignore.isEmpty ? "--select leaves" : "--select and --ignore leave"
            throw ShedError(.usage, "\(words) no rule to ask, so nothing would be found", remedy: "Of a word that both name, --ignore wins.")
        }
        settings.notes.append("the settings leave no rule to ask in \(EscapedText.escape(target.root)), so nothing is found")
        return settings
    }

    private mutating func check(_ target: CheckTarget, _ project: Project, _ settings: CheckSettings, _ staged: StagedPaths?) throws(ShedError) {
        let scope = CheckScope(
            paths: target.isWhole ? nil : target.paths, staged: try staged.map { (staged) throws(ShedError) in try staged.paths(below: target.root) })
        let examination = try project.examine(settings, scope)
        suppressed += examination.suppressed.count
        use.note(examination, in: target.root)
        let start = here.start(at: target.root)
        var part = CheckReport.Part(id: project.home.id, place: start.place(of: .root), name: project.home.name, items: [], maxWarnings: settings.maxWarnings)
        part.items.reserveCapacity(examination.findings.count)
        for finding in examination.findings { part.items.append(item(finding, examination, start, project)) }
        for (finding, reason) in examination.suppressed { part.suppressed.append((item(finding, examination, start, project), reason)) }
        report.parts.append(part)
        checked.append(Checked(project: project, root: target.root, rules: examination.asked.map { ($0, Set(settings.known.map(\.name))) }))
    }

    private mutating func item(_ finding: Finding, _ examination: Examination, _ start: PlaceFromHere.Start, _ project: Project) -> CheckReport.Item {
        CheckReport.Item(
            finding: finding, rule: examination.rules[finding.rule] ?? RuleInfo(finding.rule, "", finding.severity, summary: "", cure: ""),
            place: start.place(of: finding.path), fingerprint: options.hasFingerprints ? fingerprints.next(finding, in: project.home.id) : "",
            utf16Column: options.hasUTF16Columns ? project.utf16Column(of: finding) : nil)
    }

    /// Leaves notes out of the report.
    public mutating func removeNotes() {
        for index in report.parts.indices { report.parts[index].items.removeAll { $0.finding.severity == .note } }
    }

    /// Says in the report how the program will end.
    public mutating func end(with exitCode: Int32) { report.exitCode = exitCode }
}
