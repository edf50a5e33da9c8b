import ShedModel
import Testing
@testable import ShedImport

/// A project as Scrivener 3 lays it out, with invented texts.
enum ScrivenerFixture {
    static func tree(_ binder: String = binder) -> MemoryTree {
        let tree = MemoryTree("Tide.scriv")
        tree.put("Tide.scrivx", binder)
        tree.put("Files/version.txt", "23")
        tree.put("Files/Data/AA-1/content.rtf", #"{\rtf1\ansi\ansicpg1252\cocoartf2639 The {\i keeper} caf\'e9.}"#)
        tree.put("Files/Data/AA-1/synopsis.txt", "A boat \"arrives\".\nTwice.")
        tree.put("Files/Data/AA-1/notes.rtf", #"{\rtf1 Ask about the tide.}"#)
        tree.put("Files/Data/AA-1/content.styles", "<Styles/>")
        tree.put("Files/Data/AA-2/content.rtf", #"{\rtf1 He {\field{\*\fldinst{HYPERLINK "scrivcmt://C-1"}}{\fldrslt came}} and {\field{\*\fldinst{HYPERLINK "scrivcmt://C-2"}}{\fldrslt went}}.}"#)
        tree.put("Files/Data/AA-2/content.comments", #"<?xml version="1.0" encoding="UTF-8"?><Comments><Comment ID="C-1" Color="1 1 1"><![CDATA[{\rtf1 How?}]]></Comment><Comment ID="C-2" Footnote="Yes"><![CDATA[{\rtf1 By night.}]]></Comment></Comments>"#)
        tree.put("Files/Data/AA-3/content.pdf", "%PDF")
        tree.put("Files/Data/FO-1/content.rtf", #"{\rtf1 Of the part itself.}"#)
        tree.put("Snapshots/AA-1.snapshots/index.xml", "<Snapshots Version=\"1.0\"><Snapshot><Title>Second</Title><Date>2026-09-02 10:00:00 -0400</Date></Snapshot><Snapshot><Title>First</Title><Date>2026-09-01 10:00:00 +0100</Date></Snapshot><Snapshot><Title>Gone</Title><Date>2026-09-03 10:00:00 +0100</Date></Snapshot></Snapshots>")
        tree.put("Snapshots/AA-1.snapshots/2026-09-02-10-00-00-0400.rtf", #"{\rtf1 Later.}"#)
        tree.put("Snapshots/AA-1.snapshots/2026-09-01-10-00-00+0100.rtf", #"{\rtf1 Earlier.}"#)
        return tree
    }

    static let binder = """
        <?xml version="1.0" encoding="UTF-8"?>
        <ScrivenerProject Identifier="X" Version="2.0" Creator="SCRMAC-3.5.2-17487">
            <Binder>
                <BinderItem UUID="D" Type="DraftFolder" Created="2018-11-06 10:50:52 -0500" Modified="2018-11-06 10:50:52 -0500"><Title>The Tide</Title>
                    <Children>
                        <BinderItem UUID="FO-1" Type="Folder"><Title>Part/One</Title><Children>
                            <BinderItem UUID="AA-2" Type="Text"><Title>Zero</Title></BinderItem>
                            <BinderItem UUID="AA-1" Type="Text"><Title>Arrival</Title>
                                <MetaData><LabelID>7</LabelID><StatusID>2</StatusID><IncludeInCompile>Yes</IncludeInCompile>
                                    <CustomMetaData><MetaDataItem><FieldID>pov</FieldID><Value>Mara</Value></MetaDataItem></CustomMetaData></MetaData>
                                <Keywords><KeywordID>1</KeywordID></Keywords>
                            </BinderItem>
                            <BinderItem UUID="AA-9" Type="Text"><Title>arrival</Title></BinderItem>
                        </Children></BinderItem>
                    </Children>
                </BinderItem>
                <BinderItem UUID="R" Type="ResearchFolder"><Title>Research</Title><Children>
                    <BinderItem UUID="AA-3" Type="PDF"><Title>Tables.pdf</Title><MetaData><FileExtension>pdf</FileExtension></MetaData></BinderItem>
                    <BinderItem UUID="AA-4" Type="Image"><Title>Lost</Title></BinderItem>
                </Children></BinderItem>
                <BinderItem UUID="T" Type="TrashFolder"><Title>Trash</Title><Children><BinderItem UUID="AA-8" Type="Text"><Title>Cut</Title></BinderItem></Children></BinderItem>
            </Binder>
            <Keywords><Keyword ID="1"><Title>sea</Title></Keyword></Keywords>
            <LabelSettings><Title>Scene</Title><Labels><Label ID="-1">No Label</Label><Label ID="7" Color="1 0 0">Night</Label></Labels></LabelSettings>
            <StatusSettings><Title>Status</Title><StatusItems><Status ID="-1">No Status</Status><Status ID="2">First Draft</Status></StatusItems></StatusSettings>
            <CustomMetaDataSettings><MetaDataField ID="pov" Type="Text"><Title>Point of View</Title></MetaDataField></CustomMetaDataSettings>
            <ProjectProperties><ProjectTitle>Tide</ProjectTitle></ProjectProperties>
        </ScrivenerProject>
        """

    static func binder(_ items: String) -> String { "<ScrivenerProject Version=\"2.0\"><Binder>\(items)</Binder></ScrivenerProject>" }
}

@Suite struct `A project of Scrivener` {
    @Test func `comes with its binder's order, texts, tags, notes and files`() throws {
        let project = try ScrivenerProject.read(ScrivenerFixture.tree().folder)
        #expect(project.title == "Tide")
        #expect(outline(project.items) == """
            The Tide/
              Part-One/
                Part-One.md → Of the part itself.⏎
                Zero.md → He came<!-- How? --> and went[^1].⏎⏎[^1]: By night.⏎
                Arrival.md #Scene/Night #Status/First Draft #Keywords/sea → ---⏎synopsis: "A boat \\"arrives\\".\\nTwice."⏎point-of-view: "Mara"⏎---⏎⏎The *keeper* café.⏎⏎<!-- Notes:⏎⏎Ask about the tide.⏎-->⏎
                arrival (2).md → \("")
            Research/
              Tables.pdf = Files/Data/AA-3/content.pdf

            """)
    }

    @Test func `says what stays behind`() throws {
        let losses = try ScrivenerProject.read(ScrivenerFixture.tree().folder).losses
        #expect(losses[.trash] == 1 && losses[.missing] == 1 && losses[.comments] == 1 && losses[.settings] == 1 && losses[.versions] == 1 && losses[.names] == 2)
        #expect(losses.entries[.missing]?.examples == ["Lost"])
    }

    @Test func `keeps what snapshots hold, the oldest first`() throws {
        let project = try ScrivenerProject.read(ScrivenerFixture.tree().folder)
        let arrival = try #require(project.items.first?.children.first?.children.first { $0.name == "Arrival.md" })
        #expect(arrival.versions.map(\.title) == ["First", "Second"] && arrival.versions.map { String(decoding: $0.bytes, as: UTF8.self) } == ["Earlier.\n", "Later.\n"])
        #expect(arrival.versions.first?.time == 1_788_253_200_000)
        #expect(project.items.first?.created == 1_541_519_452_000)
    }

    @Test func `reads a snapshot once, however often its index names it`() throws {
        let tree = ScrivenerFixture.tree()
        let named = ["2026-09-02 10:00:00 -0400", "2026-09-01 10:00:00 +0100", "2026-09-02 10:00:00 -0400", "2026-09-02 10:00:00 -0400"]
        let entries = named.map { "<Snapshot><Title>T</Title><Date>\($0)</Date></Snapshot>" }.joined()
        tree.put("Snapshots/AA-1.snapshots/index.xml", "<Snapshots Version=\"1.0\">\(entries)</Snapshots>")
        let project = try ScrivenerProject.read(tree.folder)
        let arrival = try #require(project.items.first?.children.first?.children.first { $0.name == "Arrival.md" })
        #expect(arrival.versions.map { String(decoding: $0.bytes, as: UTF8.self) } == ["Earlier.\n", "Later.\n"] && project.losses[.versions] == 2)
    }

    @Test func `counts snapshots whose index has another form, and is read all the same`() throws {
        for index in ["<SnapshotIndex><Snapshot/></SnapshotIndex>", "<Snapshots><Item/></Snapshots>", "<Snapshots>", "none"] {
            let tree = ScrivenerFixture.tree()
            tree.put("Snapshots/AA-1.snapshots/index.xml", index)
            let project = try ScrivenerProject.read(tree.folder)
            let arrival = try #require(project.items.first?.children.first?.children.first { $0.name == "Arrival.md" }, "\(index)")
            #expect(arrival.versions.isEmpty && project.losses[.versions] == 2, "\(index)")
        }
        let hostile = ScrivenerFixture.tree()
        hostile.put("Snapshots/AA-1.snapshots/index.xml", "<!DOCTYPE a [<!ENTITY b \"bbbb\">]><Snapshots/>")
        #expect(cause { try ScrivenerProject.read(hostile.folder) } == .entities)
    }

    @Test func `is not read where it is of a version that nobody knows, damaged, or declares entities`() {
        func read(_ binder: String) -> ForeignError.Cause? { cause { try ScrivenerProject.read(ScrivenerFixture.tree(binder).folder) } }
        #expect(read("<ScrivenerProject Version=\"3.0\"><Binder/></ScrivenerProject>") == .version("3.0"))
        #expect(cause { try ScrivenerProject.read(MemoryTree("Old.scriv", ["binder.scrivproj": "bplist00"]).folder) } == .version("1"))
        #expect(read("<ScrivenerProject Version=\"2.0\"/>") == .empty)
        #expect(read("<Other/>") == .malformed(line: 1))
        #expect(read(String(ScrivenerFixture.binder.dropLast(30))) != nil)
        let laughs = "<!DOCTYPE a [<!ENTITY b \"bbbb\"><!ENTITY c \"&b;&b;\">]>" + ScrivenerFixture.binder("<BinderItem UUID=\"A\"><Title>&c;</Title></BinderItem>")
        #expect(read("<?xml version=\"1.0\"?><!-- x -->" + laughs) == .entities)
        guard case .malformed = read(ScrivenerFixture.binder("<BinderItem UUID=\"A\"><Title>&c;</Title></BinderItem>")) else {
            Issue.record("an entity that nobody declared")
            return
        }
    }

    @Test func `takes no ID for a path, and no item twice`() throws {
        for id in ["../../etc", "a/b", "", ".", "a\u{0}b", String(repeating: "A", count: 65)] {
            #expect(cause { try ScrivenerProject.read(ScrivenerFixture.tree(ScrivenerFixture.binder("<BinderItem UUID=\"\(id)\"/>")).folder) } != nil, "\(id)")
        }
        let twice = ScrivenerFixture.binder("<BinderItem UUID=\"AA-1\"><Title>x</Title></BinderItem><BinderItem UUID=\"AA-1\"><Title>y</Title></BinderItem>")
        let project = try ScrivenerProject.read(ScrivenerFixture.tree(twice).folder)
        #expect(project.losses[.places] == 1 && project.items.last?.content == .made([]))
        let away = ScrivenerFixture.binder("<BinderItem UUID=\"AA-3\" Type=\"PDF\"><Title>x</Title><MetaData><FileExtension>../../secret</FileExtension></MetaData></BinderItem>")
        #expect(outline(try ScrivenerProject.read(ScrivenerFixture.tree(away).folder).items) == "x.pdf = Files/Data/AA-3/content.pdf\n")
    }

    @Test func `makes names that can stand, whatever titles hold`() throws {
        let titles = ["..", ".hidden", "a\u{9}b", String(repeating: "ä", count: 300), "", "/", "x", "X", "\u{202e}gnp.exe"]
        let binder = ScrivenerFixture.binder(titles.enumerated().map { "<BinderItem UUID=\"T\($0)\" Type=\"Text\"><Title>\($1)</Title></BinderItem>" }.joined())
        let items = try ScrivenerProject.read(ScrivenerFixture.tree(binder).folder).items
        #expect(items.allSatisfy { $0.name.isPossible && !$0.name.isHidden && $0.name.text != nil && $0.name.hasSuffix(".md") })
        #expect(Set(items.map { FoldKey($0.name) }).count == titles.count)
    }

    @Test func `is bounded in depth, and follows no link`() throws {
        let deep = String(repeating: "<BinderItem UUID=\"A\"><Children>", count: 400) + String(repeating: "</Children></BinderItem>", count: 400)
        #expect(cause { try ScrivenerProject.read(ScrivenerFixture.tree(ScrivenerFixture.binder(deep)).folder) } == .tooDeep(most: XMLElement.deepest))
        let mild = (0..<110).map { "<BinderItem UUID=\"A\($0)\"><Children>" }.joined() + String(repeating: "</Children></BinderItem>", count: 110)
        #expect(cause { try ScrivenerProject.read(ScrivenerFixture.tree(ScrivenerFixture.binder(mild)).folder) } == .tooDeep(most: ForeignLimits.depth))
        let tree = MemoryTree("L.scriv", ["L.scrivx": ScrivenerFixture.binder("<BinderItem UUID=\"AA\" Type=\"Text\"><Title>x</Title></BinderItem>")])
        tree.put("Files/Data/BB/content.rtf", "{\\rtf1 x}")
        tree.link("Files/Data/AA")
        #expect(outline(try ScrivenerProject.read(tree.folder).items) == "x.md → \n")
    }

    @Test func `has a text refused that claims to be endless`() {
        let tree = ScrivenerFixture.tree()
        tree.claim("Files/Data/AA-1/content.rtf", 10 << 30)
        #expect(cause { try ScrivenerProject.read(tree.folder) } == .tooLarge(most: ForeignLimits.text))
    }
}
