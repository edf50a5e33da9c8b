import Glibc
import ShedDisk
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@Suite("A journal of staged changes that no shed wrote")
struct HostileStagingTests {
    let library: Library

    init() throws {
        library = try Library("Books")
        library.write("{\"Title\": \"a\"}\n", to: "Books/a.json")
        try library.project.sync()
    }

    /// Lays a whole journal with one file of its own before the next command.
    /// - Parameter replaces: whether it is to take the place of what stands at the target.
    private func plant(target: String, name: String = "0", replica: String? = nil, of file: String = "0", replaces: Bool = false) throws {
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
        library.write(String(decoding: JSONValue.object(line).compact, as: UTF8.self) + "\nend\n", to: "\(folder)/planted/journal")
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
        #expect(try library.shell("ls -A \(library.staging)").isEmpty)
    }

    @Test(arguments: ["../../../../Books/a.json", "..", ".hidden", "/etc/passwd", ""]) func `takes nothing from elsewhere`(name: String) throws {
        try plant(target: "Books/taken.json", name: name, of: "a.json")
        try library.project.sync()
        #expect(library.read("Books/a.json") == "{\"Title\": \"a\"}\n")
        #expect(try library.shell("ls Books") == "a.json\n")
    }

    @Test(arguments: ["", "end\n", "{}\nend\n", "[1]\nend\n", "end", "\u{0}\nend\n", "{\"name\":\"MA==\"}\nend\n"])
    func `that is no journal is removed and harms nothing`(text: String) throws {
        try library.shell("mkdir -p \(library.staging)/planted; printf '{}' > \(library.staging)/planted/0")
        library.write(text, to: "\(library.staging)/planted/journal")
        let before = try library.visible()
        try library.project.sync()
        #expect(try library.visible() == before)
        #expect(try library.shell("ls -A \(library.staging)").isEmpty)
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
