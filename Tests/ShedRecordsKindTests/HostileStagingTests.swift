import Glibc
import ShedCheck
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedRules
import ShedTestSupport
import Testing

@testable import ShedProject

@Suite("A journal of staged changes that no shed wrote")
struct HostileStagingTests {
    let library: Library

    init() throws {
        library = try Library("Books", in: "/tmp")
        library.write("{\"Title\": \"a\"}\n", to: "Books/a.json")
        try library.project.sync()
    }

    /// Lays a whole journal with one file of its own before the next command.
    /// - Parameters:
    ///   - replaces: whether it is to take the place of what stands at the target.
    ///   - isSealed: whether it is known to the state directory, as what this machine wrote.
    private func plant(
        target: String, name: String = "0", replica: String? = nil, of file: String = "0", replaces: Bool = false, isSealed: Bool = true
    ) throws {
        let folder = replica.map { ".shed/staging/\($0)" } ?? library.staging
        try library.shell("mkdir -p \(folder)/planted; printf '{}' > \(folder)/planted/0")
        let directory = try library.project.home.root.openDirectory(at: RelativePath(stringLiteral: "\(folder)/planted"))
        let identity = try #require(file == "0" ? try directory.evidence(of: "0") : try library.project.home.root.openDirectory("Books").evidence(of: Name(file))).identity
        var line: JSONObject = [
            "name": .string(Base64.encode(Array(name.utf8))), "target": .string(Base64.encode(Array(target.utf8))),
            "file": .array([.string("\(identity.device)"), .string("\(identity.inode)"), .integer(identity.birth)]),
        ]
        if replaces {
            let there = try #require(try library.project.home.root.evidence(of: Name(target)))
            line["replaced"] = .array([.string("\(there.identity.device)"), .string("\(there.identity.inode)"), .integer(there.identity.birth)])
            line["size"] = .integer(there.size)
            line["modified"] = .integer(there.modified)
        }
        let journal = String(decoding: JSONValue.object(line).compact, as: UTF8.self) + "\nend\n"
        library.write(journal, to: "\(folder)/planted/journal")
        if isSealed { try seals.write(Array(journal.utf8), of: "planted") }
    }

    private var seals: StagingSeals { get throws { StagingSeals(in: try #require(library.project.home.stateFolder)) } }

    /// What `status`, `check` and the doctor tell of it.
    private var told: [Bool] { library.project.home.leftChanges().map(\.isForeign) }

    /// The state directory does not know it.
    @Test func `that this machine has not sealed is left alone, stands in nobody's way, and is told`() throws {
        try plant(target: "Books/new.json", isSealed: false)
        for _ in 0..<2 {
            try library.project.sync()
            #expect(try library.shell("ls Books; ls -A \(library.staging)/planted") == "a.json\n0\njournal\n")
            #expect(told == [true])
            #expect(try library.project.checkSidecar().map { "\($0.rule) \($0.path)" } == ["\(SidecarEntry.info.name) \(library.staging)/planted"])
            #expect(try library.project.status().reports.map(\.rule.name) == [SidecarEntry.info.name])
        }
        try library.shell("rm -r \(library.staging)/planted")
        #expect(told == [])
        #expect(try library.project.status().reports.isEmpty)
    }

    @Test func `that was altered since it was sealed, or laid under the name of another, is left alone`() throws {
        try plant(target: "Books/new.json")
        try library.shell("sed -i s/Qm9va3MvbmV3Lmpzb24=/Qm9va3Mvb2xkLmpzb24=/ \(library.staging)/planted/journal")
        try library.project.sync()
        #expect(try library.shell("ls Books") == "a.json\n")
        try library.shell("cd \(library.staging); mv planted other; sed -i s/Qm9va3Mvb2xkLmpzb24=/Qm9va3MvbmV3Lmpzb24=/ other/journal")
        try library.project.sync()
        #expect(try library.shell("ls Books") == "a.json\n")
        #expect(told == [true])
    }

    /// What was there before counts once: then it is known which are ours.
    @Test func `of an earlier shed, which sealed none, is carried out, and none after it`() throws {
        let state = try #require(library.project.home.stateFolder).path
        try library.shell("rm -rf '\(state)/staged'")
        try plant(target: "Books/new.json", isSealed: false)
        #expect(told == [false])
        try library.project.sync()
        #expect(library.read("Books/new.json") == "{}")
        try plant(target: "Books/newer.json", isSealed: false)
        try library.project.sync()
        #expect(try library.shell("ls Books") == "a.json\nnew.json\n")
    }

    @Test func `is sealed in the state directory no longer than it stands there`() throws {
        let state = try #require(library.project.home.stateFolder).path
        var change = try library.reading.stageChange()
        try change.write(Array("{}".utf8), to: "Books/new.json")
        try library.carryOut(change)
        #expect(try library.shell("ls -A '\(state)/staged'").isEmpty)
        // shed was killed in between.
        try seals.write([], of: "gone")
        try library.project.sync()
        #expect(try library.shell("ls -A '\(state)/staged'").isEmpty)
    }

    /// A change that gives `a.json` another text and its node a note, interrupted when all is in its place and nothing was said.
    private func carriedOut() throws -> (change: StagedChange, node: NodeID) {
        let node = try library.record("Books/a").id
        var change = try library.reading.stageChange()
        let folder = try library.project.home.root.openDirectory("Books")
        try change.write(Array("{\"Title\": \"new\"}\n".utf8), to: "Books/a.json", replacing: (#require(try folder.evidence(of: "a.json")), folder))
        change.operations = [Operation(node, [.note("said along with it")])]
        try change.seal(in: library.project.home.root)
        guard case .done = try change.carryOut(in: library.project.home.root) else {
            Issue.record("it was taken back")
            return (change, node)
        }
        return (change, node)
    }

    private func note(of node: NodeID, _ project: Project) throws -> String? { try project.store.load().model.nodes[node]?.details?.note.map { "\($0)" } }

    @Test(arguments: ["abort", "said"]) func `a flag that no shed laid beside it takes nothing back, and keeps nothing from being said`(flag: String) throws {
        let (change, node) = try carriedOut()
        library.write("", to: "\(library.staging)/\(change.folder.name)/\(flag)")
        let project = try library.shelf.reopen(library.project)
        try project.sync()
        #expect(library.read("Books/a.json") == "{\"Title\": \"new\"}\n")
        #expect(try note(of: node, project) == "said along with it")
        #expect(try library.shell("ls -A \(library.staging)").isEmpty)
    }

    @Test(arguments: [StagedProgress.takenBack, .said]) func `how far it is stands in the state directory, where nobody takes it away`(progress: StagedProgress) throws {
        let (change, node) = try carriedOut()
        let folder = library.staging + "/\(change.folder.name)"
        let before = try library.shell("ls -A \(folder)")
        try seals.note(progress, of: change.folder.name, in: change.folder.directory)
        #expect(try library.shell("ls -A \(folder)") == before)
        let project = try library.shelf.reopen(library.project)
        try project.sync()
        #expect(library.read("Books/a.json") == "{\"Title\": \"\(progress == .said ? "new" : "a")\"}\n")
        #expect(try note(of: node, project) == nil)
        #expect(try library.shell("ls -A \(library.staging)").isEmpty)
    }

    /// - Parameter isSealed: whether it is of one that sealed journals, and kept flags beside them.
    @Test(arguments: [true, false], ["abort", "said"]) func `the flags of an earlier shed are heeded`(isSealed: Bool, flag: String) throws {
        let (change, node) = try carriedOut()
        let (folder, state) = (library.staging + "/\(change.folder.name)", try #require(library.project.home.stateFolder).path)
        let seal = try library.shell("cat '\(state)/staged/\(change.folder.name)'")
        try #require(seal.hasSuffix(" begun\n"))
        if isSealed { TestFile.write(String(seal.dropLast(7)) + "\n", to: "\(state)/staged/\(change.folder.name)") } else { try library.shell("rm -r '\(state)/staged'") }
        library.write("", to: "\(folder)/\(flag)")
        let project = try library.shelf.reopen(library.project)
        try project.sync()
        #expect(library.read("Books/a.json") == "{\"Title\": \"\(flag == "said" ? "new" : "a")\"}\n")
        #expect(try note(of: node, project) == nil)
        #expect(try library.shell("ls -A \(library.staging)").isEmpty)
    }

    /// Shows that the others are refused for what they say, and not for how they are made.
    @Test func `of which the target is harmless is carried out`() throws {
        try plant(target: "Books/new.json")
        try library.project.sync()
        #expect(library.read("Books/new.json") == "{}")
        #expect(try library.shell("ls -A \(library.staging)").isEmpty)
    }

    @Test(arguments: [
        "/tmp/shed-escaped.json", "../escaped.json", "Books/../../escaped.json", "Books/..", "..", ".", "", ".shed/project.json", ".shed/escaped.json",
        "Books/.escaped.json", "link/escaped.json", "Books/a.json", "nowhere/escaped.json", "Books/a\u{0}b.json",
    ]) func `writes nowhere else`(target: String) throws {
        try library.shell("mkdir ../outside; ln -s ../outside link")
        let before = try library.visible() + library.shell("cat .shed/project.json; ls -A . .. ../outside Books; ls -A .shed | grep -v -e history -e staging")
        try plant(target: target)
        try library.project.sync()
        #expect(try library.visible() + library.shell("cat .shed/project.json; ls -A . .. ../outside Books; ls -A .shed | grep -v -e history -e staging") == before)
        #expect(access("/tmp/shed-escaped.json", F_OK) != 0 || target != "/tmp/shed-escaped.json")
        // It was taken back, or is no journal and told.
        #expect(try library.shell("ls -A \(library.staging)").isEmpty != (told == [true]))
    }

    @Test(arguments: ["../../../../Books/a.json", "..", ".hidden", "/etc/passwd", ""]) func `takes nothing from elsewhere`(name: String) throws {
        try plant(target: "Books/taken.json", name: name, of: "a.json")
        try library.project.sync()
        #expect(library.read("Books/a.json") == "{\"Title\": \"a\"}\n")
        #expect(try library.shell("ls Books") == "a.json\n")
    }

    @Test(arguments: ["", "end\n", "{}\nend\n", "[1]\nend\n", "end", "\u{0}\nend\n", "{\"name\":\"MA==\"}\nend\n"], [false, true])
    func `that is no journal harms nothing, and is told`(text: String, isSealed: Bool) throws {
        try library.shell("mkdir -p \(library.staging)/planted; printf '{}' > \(library.staging)/planted/0")
        library.write(text, to: "\(library.staging)/planted/journal")
        if isSealed { try seals.write(Array(text.utf8), of: "planted") }
        let before = try library.visible()
        try library.project.sync()
        #expect(try library.visible() == before)
        // One without a line is a whole journal of nothing.
        let isDone = isSealed && ["end", "end\n"].contains(text)
        #expect(told == (isDone ? [] : [true]))
        #expect(try library.shell("ls -A \(library.staging)") == (isDone ? "" : "planted\n"))
    }

    @Test func `a journal that is no file, or a folder of staged files that is a link, is not followed`() throws {
        try library.shell("""
            mkdir -p \(library.staging)/planted/journal ../elsewhere/planted; printf x > ../elsewhere/planted/0; printf 'end\\n' > ../elsewhere/planted/journal
            ln -s ../../../../elsewhere/planted \(library.staging)/linked
            """)
        try library.project.sync()
        #expect(try library.shell("ls ../elsewhere/planted") == "0\njournal\n")
    }

    /// What is replaced goes, so a folder would go with all that is in it.
    @Test func `replaces no folder`() throws {
        try plant(target: "Books", replaces: true)
        try library.project.sync()
        #expect(library.read("Books/a.json") == "{\"Title\": \"a\"}\n")
    }

    @Test func `what another device staged is left alone`() throws {
        let other = "0123456789abcdef"
        #expect("\(library.project.home.replica)" != other)
        try plant(target: "Books/new.json", replica: other)
        try library.project.sync()
        #expect(try library.shell("ls -A .shed/staging/\(other)/planted Books") == ".shed/staging/\(other)/planted:\n0\njournal\n\nBooks:\na.json\n")
    }

    @Test func `what a process that lives has staged is left alone`() throws {
        var change = try library.reading.stageChange()
        try change.write(Array("{}".utf8), to: "Books/new.json")
        try library.shelf.reopen(library.project).sync()
        #expect(try library.shell("ls Books") == "a.json\n")
        #expect(try library.shell("ls \(library.staging)/*") == "0\n")
        withExtendedLifetime(change) {}
    }
}
