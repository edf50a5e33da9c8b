import ShedKinds
import ShedModel
import Testing

private let atlas = """
    name = "atlas"

    [[section]]
    key = "desk"
    title = "DESK"

    [[section]]
    key = "trash"

    [[folder]]
    role = "world"
    section = "desk"
    emoji = "🗺️"
    color = "teal"
    accepts = "both"
    children = "both"
    name = "World"

    [[folder]]
    role = "maps"
    in = "world"
    accepts = "files"
    name = "Maps"

    [[folder]]
    role = "drawn"
    in = "maps"
    accepts = "files"
    name = "Maps"

    [[folder]]
    role = "trash"
    section = "trash"
    accepts = "nothing"
    filling = "anything"

    [[file]]
    key = "place"
    text = \"\"\"
    # Place

    Where it lies:
    \"\"\"

    [[file]]
    key = "map"
    in = "maps"
    name = "Coast.txt"
    text = "sea"
    """

private func read(_ text: String) throws(KindError) -> Kind { try shipped.kind(fromTOML: Array(text.utf8), path: "atlas.toml") }

extension Role {
    fileprivate static let (world, maps, drawn) = (Role(rawValue: "world"), Role(rawValue: "maps"), Role(rawValue: "drawn"))
}

@Suite struct `A kind with folders in folders` {
    @Test func `is read as it is written`() throws {
        let kind = try read(atlas)
        #expect(kind.folders.map(\.nesting.parent?.rawValue) == [nil, "world", "maps", nil])
        #expect(kind.folders.map(\.section) == ["desk", "desk", "desk", "trash"])
        #expect(kind.folders.map(\.nesting.children) == [.both, nil, nil, nil])
        #expect(kind.folders[0].badge == FolderBadge(emoji: "🗺️", colour: Colour("teal")))
        #expect(kind.files == [
            StartingFile(key: "place", text: "# Place\n\nWhere it lies:\n"), StartingFile(key: "map", folder: .maps, name: "Coast.txt", text: "sea"),
        ])
        let template = Template(kind, language: .english)
        #expect(template.folders.map(template.path(of:)) == ["World", "World/Maps", "World/Maps/Maps", "Trash"])
        #expect(template.claim(of: "maps")?.role == nil && template.claim(of: "maps", in: .world)?.role == .maps)
        #expect(template.claim(of: "Maps", in: .maps)?.role == .drawn)
        #expect(template.innerRoles(of: .world) == [.maps] && template.innerRoles(of: nil).isEmpty)
    }

    @Test func `is written as it is read`() throws {
        let kind = try read(atlas)
        #expect(try read(kind.toml) == kind, "\(kind.toml)")
    }

    @Test(arguments: shipped.names) func `every shipped kind can be written, and begun anew from`(name: String) throws {
        var kind = try shipped.kind(named: name)
        (kind.name, kind.synonyms) = ("mine", [])
        #expect(try read(kind.toml) == kind, "\(kind.toml)")
    }

    @Test func `texts of any sort come back as they were`() throws {
        var kind = try read(atlas)
        let texts = ["", "\n", "a\"\"\"b\nc", "\\ \u{1}\t\r\n x", "“é” 日本", "\nbegins", "\"\""]
        kind.files = texts.enumerated().map { StartingFile(key: "k\($0.offset)", text: $0.element) }
        #expect(try read(kind.toml).files.map(\.text) == texts)
    }

    @Test(arguments: [
        ("in = \"world\"", "in = \"wold\"", 21, "in"),
        ("in = \"world\"", "in = \"maps\"", 21, "in"),
        ("in = \"world\"", "in = 7", 21, "in"),
        ("children = \"both\"", "children = \"all\"", 16, "children"),
        ("role = \"drawn\"\nin = \"maps\"\naccepts = \"files\"", "role = \"drawn\"\nin = \"maps\"\naccepts = \"files\"\nchildren = \"both\"", 29, "children"),
        ("emoji = \"🗺️\"", "emoji = \"map\"", 13, "emoji"),
        ("emoji = \"🗺️\"", "emoji = \"\\u001b\"", 13, "emoji"),
        ("color = \"teal\"", "color = \"seaish\"", 14, "color"),
        ("section = \"trash\"\naccepts", "in = \"world\"\naccepts", 33, "in"),
        ("in = \"maps\"\nname = \"Coast.txt\"", "in = \"trash\"\nname = \"Coast.txt\"", 47, "in"),
        ("in = \"maps\"\nname = \"Coast.txt\"", "in = \"nowhere\"\nname = \"Coast.txt\"", 47, "in"),
        ("name = \"Coast.txt\"", "name = \"../Coast.txt\"", 48, "name"),
        ("name = \"Coast.txt\"", "name = \"maps\"", 48, "name"),
        ("key = \"map\"\nin = \"maps\"\nname = \"Coast.txt\"", "text2 = 1", 46, "text2"),
        ("key = \"map\"", "key = \"place\"", 46, "key"),
        ("key = \"map\"\nin = \"maps\"\n", "", 45, "key"),
        ("in = \"maps\"\nname = \"Coast.txt\"", "name = \"Coast.txt\"", 45, "in"),
    ]) func `a fault is told with its line and key`(old: String, new: String, line: Int, key: String) throws {
        let parts = atlas.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2, "“\(old)” is not in the file")
        let error = #expect(throws: KindError.self) { try read(parts.joined(separator: new)) }
        guard case .invalid("atlas.toml", let foundLine, let foundKey, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(foundLine == line && foundKey == key, "\(reason)")
    }

    @Test func `nests a hundred deep, and no deeper`() throws {
        func chain(_ count: Int) -> String {
            let folders = (0..<count).map { number in
                "[[folder]]\nrole = \"r\(number)\"\nname = \"F\"\naccepts = \"folders\"\n" + (number == 0 ? "section = \"s\"\n" : "in = \"r\(number - 1)\"\n")
            }
            return "name = \"deep\"\n[[section]]\nkey = \"s\"\ntitle = \"S\"\n" + folders.joined()
        }
        #expect(try read(chain(100)).folders.count == 100)
        let error = #expect(throws: KindError.self) { try read(chain(101)) }
        guard case .invalid(_, _, "in", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `holds no text that is too long`() throws {
        let long = String(repeating: "a", count: StartingFile.longest + 1)
        #expect(throws: KindError.self) { try read("name = \"x\"\n[[file]]\nkey = \"a\"\ntext = \"\(long)\"") }
    }
}
