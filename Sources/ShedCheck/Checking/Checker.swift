import ShedDisk
import ShedMessages
import ShedModel
import ShedRules

/// Holds the rules against a scan. Needs the names and kinds of entries; where it has evidence too, also the rules that
/// look at every file.
struct Checker {
    let scan: BoundScan
    let rules: ProjectRules
    /// The length of the project's own name, in units of UTF-16: it counts in every path.
    var rootLength = 0
    /// What is known to be wrong with what a file holds, in a sentence, asked only of what was refused.
    var complaint: (RelativePath) -> String? = { _ in nil }
    /// Whether the links in a folder are a view's and all right, by the folder's digest.
    var hasRightLinks: (RelativePath, UInt64) -> Bool = { _, _ in false }
    /// Whether a link is a view's and leads to where its file was last seen.
    var leadsAsKnown: (RelativePath) -> Bool = { _ in false }
    /// By directory.
    private(set) var region: [Region] = []
    /// The length of each directory's path, in units of UTF-16.
    private(set) var lengths: [Int] = []
    private let asked: Set<String>
    private var findings: [Finding] = []
    private var folderLook = FolderLook()
    /// Whether a rule had to look at files that the scan left out.
    var lacksFiles = false

    enum Region {
        case ordinary
        case trash
        case rejected
    }

    init(_ scan: BoundScan, rules: ProjectRules, selection: RuleSelection = .all) {
        self.scan = scan
        self.rules = rules
        asked = Set(rules.book.infos.filter(selection.contains).map(\.name))
    }

    var snapshot: Snapshot { scan.snapshot }
    var folders: [Node?] { scan.folders }
    func node(_ entry: Int) -> Node? { scan.node(entry) }

    /// All findings of the rules on what stands in the project, in no order, of a scan that leaves nothing out.
    func findings(root: DirectoryHandle) -> [Finding] { checked(root).findings }

    /// The same of any scan; `nil` where a rule had to look at files that were left out.
    func findingsIfListed(root: DirectoryHandle) -> [Finding]? {
        let checker = checked(root)
        return checker.lacksFiles ? nil : checker.findings
    }

    private func checked(_ root: DirectoryHandle) -> Checker {
        var checker = self
        checker.run(root)
        return checker
    }

    private mutating func run(_ root: DirectoryHandle) {
        region = Array(repeating: .ordinary, count: snapshot.directories.count)
        lengths = Array(repeating: LongPath.drive + rootLength, count: snapshot.directories.count)
        // Parents stand before their children.
        for position in snapshot.directories.indices {
            if position > 0 {
                region[position] = regionOf(position)
                let own = snapshot.withName(of: Int(snapshot.directories[position].entry), LongPath.length)
                lengths[position] = lengths[Int(snapshot.directories[position].parent)] + 1 + own
            }
            check(position, root)
        }
        checkTemplate()
    }

    private func regionOf(_ position: Int) -> Region {
        let parent = Int(snapshot.directories[position].parent)
        if parent > 0 { return region[parent] }
        return switch folders[position]?.role {
        case .trash?: .trash
        case .rejected?: .rejected
        default: .ordinary
        }
    }

    private mutating func check(_ position: Int, _ root: DirectoryHandle) {
        let directory = snapshot.directories[position]
        switch directory.state {
        case .unreadable:
            add(UnreadableEntry.info, Int(directory.entry), "This folder cannot be read; what is in it is unknown.")
        case .tooDeep:
            add(
                UnreadableEntry.info, Int(directory.entry), "This folder is too deep to be looked into; what is in it is unknown.",
                help: "Move it further up: shed goes \(RelativePath.deepest) folders deep, and \(RelativePath.longest) bytes of a path.")
        case .foreign:
            let isOwn = folders[position]?.role != nil
            add(isOwn ? HiddenFolder.info : NestedProject.info, Int(directory.entry), .apartFolder)
        case .read, .partial:
            if region[position] == .rejected {
                if directory.parent == 0 { checkRejected(directory, root) }
                return
            }
            let traits = directory.traits ?? look(at: directory)
            checkNames(position, directory, traits)
            checkPlacement(position, directory, traits)
            if traits.holdsOddities { checkOddities(position, directory, root) }
        }
    }

    /// For a scan that did not look.
    private mutating func look(at directory: Snapshot.Directory) -> FolderTraits {
        for index in directory.entries {
            let entry = snapshot.entries[index]
            snapshot.withName(of: index) { folderLook.see($0, entry.kind, links: entry.evidence.links) }
        }
        return folderLook.finish()
    }

    /// Whether a rule is asked at all: what only serves others need not be looked up.
    func asks(_ rule: RuleInfo) -> Bool { asked.contains(rule.name) }

    mutating func add(_ rule: RuleInfo, _ index: Int, _ message: String, help: String? = nil, fix: Fix? = nil) {
        guard asks(rule) else { return }
        findings.append(Finding(rule, at: snapshot.path(of: index), id: node(index)?.id, message, help: help, fix: fix))
    }

    mutating func add(_ rule: RuleInfo, _ index: Int, _ words: Message, help: String? = nil) {
        guard asks(rule) else { return }
        var finding = Finding(rule, at: snapshot.path(of: index), id: node(index)?.id, words.english, help: help)
        finding.words = words
        findings.append(finding)
    }

    mutating func add(_ finding: Finding) {
        if asked.contains(finding.rule) { findings.append(finding) }
    }
}
