import ShedModel
import ShedRules
import ShedTestSupport
import Testing

/// A tree of names, written as paths; folders end in a slash.
private struct NameTree: FolderTree {
    private var folders: [RelativePath] = [.root]
    private var parents: [Int] = [-1]
    private var held: [[FolderEntry]] = [[]]
    var roles: [RelativePath: Role] = [:]
    var closed: Set<RelativePath> = []

    init(_ paths: String...) {
        for text in paths {
            guard let path = RelativePath(bytes: Array(text.utf8)), let name = path.last, let parent = folders.firstIndex(of: path.parent) else { continue }
            held[parent].append(FolderEntry(name: name, type: text.hasSuffix("/") ? .folder : .file))
            if text.hasSuffix("/") {
                folders.append(path)
                parents.append(parent)
                held.append([])
            }
        }
    }

    var folderCount: Int { folders.count }
    func parent(ofFolder folder: Int) -> Int { parents[folder] }
    func path(ofFolder folder: Int) -> RelativePath { folders[folder] }
    func role(ofFolder folder: Int) -> Role? { roles[folders[folder]] }
    func id(ofFolder folder: Int) -> NodeID? { nil }
    func isJudged(folder: Int) -> Bool { !closed.contains(folders[folder]) }
    func entries(ofFolder folder: Int) -> [FolderEntry] { held[folder].sorted { $0.name < $1.name } }
    func id(of entry: FolderEntry) -> NodeID? { nil }
}

@Suite struct `Custom rules` {
    private func found(_ tree: NameTree, _ folders: FolderChoice = FolderChoice(), counts: [CountCondition] = [], _ change: (inout NameConditions) -> Void = { _ in }) -> [String] {
        var names = NameConditions()
        change(&names)
        return CustomRule(name: "mine", folders: folders, names: names, counts: counts).findings(in: tree).map { "\($0.path): \($0.message)" }
    }

    private func patterns(_ texts: String...) -> [NamePattern] { texts.compactMap { NamePattern($0) } }

    @Test func `extensions are those of files, case aside`() {
        let tree = NameTree("a.txt", "b.TXT", "c.doc", "d", "e.tar.gz", "f.txt/", ".txt")
        #expect(found(tree) { $0.extensions = ["txt", "tar.gz"] } == [
            ".txt: The file has no extension; allowed here: “.txt”, “.tar.gz”.",
            "c.doc: The extension “.doc” is not allowed here; allowed: “.txt”, “.tar.gz”.",
            "d: The file has no extension; allowed here: “.txt”, “.tar.gz”.",
        ])
        #expect(found(tree) { $0.extensions = ["txt", "doc", "gz", ""] }.isEmpty)
    }

    @Test(arguments: [
        (CountCondition(type: .files, least: 1), "Put 1 file into the project's root"),
        (CountCondition(type: .folders, least: 3), "Put 2 more folders into the project's root"),
        (CountCondition(name: NamePattern("*.md"), type: .files, least: 2, most: 2), "Put 2 files named “*.md” into the project's root"),
        (CountCondition(most: 0), "Move 1 entry out of the project's root"),
    ]) func `what is to be done about a number says of what, how many and where`(condition: CountCondition, cure: String) {
        let choice = FolderChoice(paths: [PathPattern(".")].compactMap { $0 })
        let findings = CustomRule(name: "mine", folders: choice, counts: [condition]).findings(in: NameTree("Old/"))
        #expect(findings.map(\.help) == [cure + ", or change the rule in the settings."])
        let told = CustomRule(name: "mine", message: "Mine.", folders: choice, counts: [condition]).findings(in: NameTree("Old/"))
        #expect(told.map(\.message) == ["Mine."] && told.map(\.help) == findings.map { "\($0.message) \($0.help)" })
    }

    @Test func `what is to be done about a number below the root names the folder`() {
        let rule = CustomRule(name: "mine", counts: [CountCondition(name: NamePattern("a*"), type: .files, most: 1)])
        #expect(rule.findings(in: NameTree("Old/", "Old/a1", "Old/a2", "Old/a3")).map(\.help) == [
            "Move 2 files named “a*” out of “Old”, or change the rule in the settings."
        ])
    }

    @Test func `names must match, must not match, and be written in a style`() {
        let tree = NameTree("01 Ode.txt", "Song.txt", "ode-2.txt", "Old/")
        #expect(found(tree) { $0.names = patterns("[0-9][0-9] *.txt", "S*") ; $0.type = .files } == ["ode-2.txt: The name must match “[0-9][0-9] *.txt” or “S*”."])
        #expect(found(tree) { $0.forbidden = patterns("O*", "S*") } == [
            "Old: A name that matches “O*” may not stand here.", "Song.txt: A name that matches “S*” may not stand here.",
        ])
        #expect(found(tree) { $0.styles = [.kebab, .pascal] } == ["01 Ode.txt: The name must be written in kebab-case or PascalCase."])
        #expect(found(tree) { $0.styles = [.kebab]; $0.type = .folders } == ["Old: The name must be written in kebab-case."])
    }

    @Test func `a name that is not UTF-8 is in no style, and matches by its bytes`() {
        var tree = NameTree("a.txt")
        tree = NameTree("a.txt")
        let odd = FolderEntry(name: Name(bytes: [0x61, 0xff]), type: .file)
        let one = OneFolder(entries: [odd])
        var names = NameConditions()
        names.styles = [.kebab]
        #expect(CustomRule(name: "mine", names: names).findings(in: one).count == 1)
        names = NameConditions()
        names.names = patterns("a?")
        #expect(CustomRule(name: "mine", names: names).findings(in: one).isEmpty)
        #expect(found(tree) { $0.styles = [.kebab] }.isEmpty)
    }

    @Test func `an allow-list lets nothing else stand`() {
        let tree = NameTree("README.md", "Images/", "Images.md/", "x")
        #expect(found(tree, FolderChoice(paths: [PathPattern(".")].compactMap(\.self))) {
            $0.allowed = [(patterns("README.md")[0], false), (patterns("Images")[0], true)]
        } == [
            "Images.md: Nothing may stand here but “README.md”, “Images/”.", "x: Nothing may stand here but “README.md”, “Images/”.",
        ])
        #expect(found(NameTree("Images")) { $0.allowed = [(patterns("Images")[0], true)] }.count == 1)
    }

    @Test func `counts hold for each folder`() {
        let tree = NameTree("A/", "A/README.md", "A/b", "A/c/", "B/", "B/d/")
        let folders = FolderChoice(paths: [PathPattern("/*")].compactMap(\.self))
        let readme = patterns("README.md")[0]
        #expect(found(tree, folders, counts: [CountCondition(name: readme, type: .files, least: 1, most: 1)]) == [
            "B: This folder has no file named “README.md”; it must have exactly 1.",
        ])
        #expect(found(tree, folders, counts: [CountCondition(type: .both, least: 0, most: 1)]) == ["A: This folder has 3 entries; it must have at most 1."])
        #expect(found(tree, folders, counts: [CountCondition(type: .folders, least: 2)]) == [
            "A: This folder has 1 folder; it must have 2 or more.", "B: This folder has 1 folder; it must have 2 or more.",
        ])
        #expect(found(tree, counts: [CountCondition(type: .files, least: 0, most: 0)]) == ["A: This folder has 2 files; it must have none."])
    }

    @Test func `folders are chosen by role and by path, and with all below`() {
        var tree = NameTree("Draft/", "Draft/a", "Draft/b/", "Draft/b/c", "Other/", "Other/d", "Trash/", "Trash/e", "f")
        tree.roles = ["Draft": .draft, "Trash": .trash]
        tree.closed = ["Trash"]
        func places(_ choice: FolderChoice) -> [String] { found(tree, choice) { $0.forbidden = patterns("?") }.map { String($0.prefix { $0 != ":" }) } }
        #expect(places(FolderChoice()) == ["f", "Draft/a", "Draft/b", "Draft/b/c", "Other/d"].sorted { tree.order($0) < tree.order($1) })
        #expect(places(FolderChoice(roles: [.draft])) == ["Draft/a", "Draft/b"])
        #expect(places(FolderChoice(roles: [.draft], includesBelow: true)) == ["Draft/a", "Draft/b", "Draft/b/c"])
        #expect(places(FolderChoice(paths: [PathPattern(".")].compactMap(\.self))) == ["f"])
        #expect(places(FolderChoice(paths: [PathPattern("Other")].compactMap(\.self))) == ["Other/d"])
        #expect(places(FolderChoice(paths: [PathPattern("Draft/**")].compactMap(\.self))) == ["Draft/b/c"])
        #expect(places(FolderChoice(roles: [.trash])) == [])
        #expect(places(FolderChoice(roles: [.draft], paths: [PathPattern("Other")].compactMap(\.self))) == [])
    }

    @Test func `the person's message comes first, and what is wrong helps`() throws {
        var names = NameConditions()
        names.forbidden = patterns("*")
        let finding = try #require(CustomRule(name: "mine", severity: .error, message: "No.", names: names).findings(in: NameTree("a")).first)
        #expect(finding.message == "No.")
        #expect(finding.help == "A name that matches “*” may not stand here.")
        #expect(finding.severity == .error)
        #expect(finding.rule == "mine")
    }

    @Test(arguments: ["", "a/b", "[", "a\\"]) func `a malformed pattern is none`(text: String) { #expect(NamePattern(text) == nil) }

    @Test(arguments: ["", "!a", "#a", "[", "//"]) func `a malformed path pattern is none`(text: String) { #expect(PathPattern(text) == nil) }
}

extension NameTree {
    /// Findings come folder by folder, in the tree's order.
    fileprivate func order(_ text: String) -> Int { folders.firstIndex(of: (RelativePath(bytes: Array(text.utf8)) ?? .root).parent) ?? 0 }
}

/// A root with entries alone.
private struct OneFolder: FolderTree {
    var entries: [FolderEntry]

    var folderCount: Int { 1 }
    func parent(ofFolder folder: Int) -> Int { -1 }
    func path(ofFolder folder: Int) -> RelativePath { .root }
    func role(ofFolder folder: Int) -> Role? { nil }
    func id(of entry: FolderEntry) -> NodeID? { nil }
    func id(ofFolder folder: Int) -> NodeID? { nil }
    func isJudged(folder: Int) -> Bool { true }
    func entries(ofFolder folder: Int) -> [FolderEntry] { entries }
}
