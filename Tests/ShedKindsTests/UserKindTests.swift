import ShedKinds
import ShedModel
import Testing

private let essays = """
    name = "essays"
    synonyms = ["essay"]
    root = "both"

    [[section]]
    key = "desk"
    title = "DESK"

    [[section]]
    key = "trash"

    [[folder]]
    role = "ideas"
    section = "desk"
    accepts = "both"
    names = { en = "Ideas", fr = "Idées" }

    [[folder]]
    role = "draft"
    section = "desk"
    symbol = "pencil"
    accepts = "files"

    [[folder]]
    role = "done"
    section = "desk"
    accepts = "nothing"
    filling = "moves"
    name = "Done"

    [[folder]]
    role = "trash"
    section = "trash"
    symbol = "trash"
    accepts = "nothing"
    filling = "anything"
    """

private func read(_ text: String) throws(KindError) -> Kind {
    try shipped.kind(fromTOML: Array(text.utf8), path: "essays.toml")
}

/// The error that the essays give after a change, which must change something.
private func fault(replacing old: String, with new: String) throws -> KindError? {
    let parts = essays.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2, "“\(old)” is not in the file")
    return #expect(throws: KindError.self) { try read(parts.joined(separator: new)) }
}

@Suite struct UserKindTests {
    @Test func `a person's kind is read as it is written`() throws {
        let kind = try read(essays)
        #expect(kind.name == "essays")
        #expect(kind.synonyms == ["essay"])
        #expect(kind.root == .both)
        #expect(kind.sections.map { $0.title(in: .english) } == ["DESK", "TRASH"])
        #expect(kind.folders.map(\.role.rawValue) == ["ideas", "draft", "done", "trash"])
        #expect(kind.folders.map(\.symbol) == ["folder", "pencil", "folder", "trash"])
        #expect(kind.folders.map(\.accepts) == [.both, .files, .nothing, .nothing])
        #expect(kind.folders.map(\.filling) == [.people, .people, .moves, .anything])
    }

    @Test func `its names are its own, or shed's where it has none`() throws {
        let french = Language(rawValue: "fr")
        let kind = try read(essays)
        #expect(kind.folders.map { $0.name(in: french) } == ["Idées", "Brouillons", "Done", "Corbeille"])
        #expect(kind.folders.map { $0.name(in: .english) } == ["Ideas", "Draft", "Done", "Trash"])
        #expect(kind.sections.map { $0.title(in: french) } == ["DESK", "CORBEILLE"])
    }

    @Test func `a file without folders is a kind without folders`() throws {
        let kind = try read("name = \"empty\"")
        #expect(kind.folders.isEmpty)
        #expect(kind.root == .folders)
    }

    @Test(arguments: [
        ("root = \"both\"", "rot = \"both\"", 3, "rot"),
        ("root = \"both\"", "root = \"all\"", 3, "root"),
        ("root = \"both\"", "root = true", 3, "root"),
        ("name = \"essays\"", "name = \"poetry\"", 1, "name"),
        ("name = \"essays\"", "name = \"papers\"", 1, "name"),
        ("name = \"essays\"", "name = \"My Essays\"", 1, "name"),
        ("name = \"essays\"", "name = \"essays-\"", 1, "name"),
        ("name = \"essays\"", "", nil, "name"),
        ("[\"essay\"]", "[\"drama\"]", 2, "synonyms"),
        ("[\"essay\"]", "[\"essays\"]", 2, "synonyms"),
        ("[\"essay\"]", "[1]", 2, "synonyms"),
        ("[\"essay\"]", "\"essay\"", 2, "synonyms"),
        ("key = \"trash\"", "key = \"desk\"", 10, "key"),
        ("title = \"DESK\"", "titel = \"DESK\"", 7, "titel"),
        ("title = \"DESK\"", "", 5, "title"),
        ("title = \"DESK\"", "title = \"\"", 7, "title"),
        ("role = \"done\"", "role = \"draft\"", 25, "role"),
        ("role = \"done\"", "role = \"rejected\"", 25, "role"),
        ("role = \"done\"", "role = \"Done\"", 25, "role"),
        ("role = \"done\"\nsection = \"desk\"", "role = \"done\"\nsection = \"attic\"", 26, "section"),
        ("accepts = \"files\"", "accepts = \"file\"", 22, "accepts"),
        ("accepts = \"files\"", "", 18, "accepts"),
        ("accepts = \"nothing\"\nfilling = \"moves\"", "accepts = \"files\"\nfilling = \"moves\"", 27, "accepts"),
        ("filling = \"moves\"", "filling = \"magic\"", 28, "filling"),
        ("symbol = \"pencil\"", "symbol = \"two words\"", 21, "symbol"),
        ("name = \"Done\"", "", 24, "name"),
        ("name = \"Done\"", "name = \"a/b\"", 29, "name"),
        ("name = \"Done\"", "name = \".done\"", 29, "name"),
        ("name = \"Done\"", "name = \"..\"", 29, "name"),
        ("name = \"Done\"", "name = \"  \"", 29, "name"),
        ("name = \"Done\"", "name = \"\"", 29, "name"),
        ("name = \"Done\"", "name = \"a\\nb\"", 29, "name"),
        ("name = \"Done\"", "name = \"ideas\"", 29, "name"),
        ("name = \"Done\"", "name = \"REJECTED\"", 29, "name"),
        ("name = \"Done\"", "name = 7", 29, "name"),
        ("name = \"Done\"", "name = \"Done\"\nnames = { en = \"Done\" }", 30, "names"),
        ("{ en = \"Ideas\", fr = \"Idées\" }", "{ fr = \"Idées\" }", 16, "names"),
        ("{ en = \"Ideas\", fr = \"Idées\" }", "{ en = \"Ideas\", fr = \"Brouillons\" }", 18, "name"),
        ("{ en = \"Ideas\", fr = \"Idées\" }", "{ en = \"Ideas\", xx = \"Idées\" }", 16, "names"),
        ("{ en = \"Ideas\", fr = \"Idées\" }", "\"Ideas\"", 16, "names"),
    ] as [(String, String, Int?, String)])
    func `a fault is told with its line and key`(old: String, new: String, line: Int?, key: String) throws {
        guard case .invalid(let path, let foundLine, let foundKey, let reason) = try fault(replacing: old, with: new) else {
            Issue.record("another error")
            return
        }
        #expect(path == "essays.toml")
        #expect(foundLine == line, "\(reason)")
        #expect(foundKey == key, "\(reason)")
        #expect(!reason.isEmpty)
    }

    @Test func `what is no TOML is told with its line`() throws {
        let error = try fault(replacing: "root = \"both\"", with: "root = ")
        guard case .invalid("essays.toml", 3, nil, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.hasPrefix("Not TOML"))
        #expect(error?.description.hasPrefix("essays.toml:3: ") == true)
    }

    /// Taken by their numbers: the runner writes down what a test is given.
    private static let hostile: [[UInt8]] = [
        Array("name = \"a\"\0".utf8), [0x6e, 0xff], Array(repeating: UInt8(ascii: "#"), count: 256 * 1024 + 1),
        Array("section = 1\nname = \"x\"".utf8), Array("name = \"x\"\nfolder = [1]".utf8),
        Array(("name = \"x\"\n" + String(repeating: "[[folder]]\n", count: 501)).utf8),
        Array(("name = " + String(repeating: "[", count: 100_000)).utf8),
    ]

    @Test(arguments: hostile.indices) func `a hostile file is refused`(number: Int) {
        #expect(throws: KindError.self) { try shipped.kind(fromTOML: Self.hostile[number], path: "x") }
    }

    @Test func `lines are counted where they end in CR LF`() {
        #expect(throws: KindError.self) { try read("name = \"x\"\r\nrot = 1\r\n") }
        do throws(KindError) {
            _ = try read("name = \"x\"\r\nrot = 1\r\n")
        } catch {
            #expect(error.description.hasPrefix("essays.toml:2: rot: There is no such key. Did you mean “root”?"))
        }
    }
}
