import ShedModel
import Testing
@testable import ShedImport

enum NovelWriterFixture {
    static func tree(_ items: String = items, version: String = "1.5") -> MemoryTree {
        MemoryTree("Sample", [
            "nwProject.nwx": """
                <?xml version='1.0' encoding='utf-8'?>
                <novelWriterXML appVersion="2.6" hexVersion="0x020600f0" fileVersion="\(version)" fileRevision="4" timeStamp="2026-07-24 02:55:11">
                  <project id="e2be99af" saveCount="1" autoCount="0" editTime="0"><name>Sample Project</name><author>Jane</author></project>
                  <settings>
                    <status><entry key="s000001" count="1" color="#969896" shape="STAR">New</entry></status>
                    <importance><entry key="i000001" count="1" color="red" shape="STAR">Main/Side</entry></importance>
                  </settings>
                  <content items="6">\(items)</content>
                </novelWriterXML>
                """,
            "content/000000000000c.nwd": """
                %%~name: Making a Scene
                %%~path: 000000000000b/000000000000c
                %%~kind: NOVEL/DOCUMENT
                ###! Making a Scene

                @pov: Jane
                %Synopsis: What happens.

                A [b]part[/b]ial _word_ and 25 kg.[footnote:f4xr5] [u]x[/u] [sic]

                %Footnote.f4xr5: A thin space.

                >> This is centred. <<
                [newpage]

                """,
            "content/000000000000b.nwd": "## So it Begins\n",
            "content/000000000000e.nwd": "# Jane\n",
        ])
    }

    static let items = """
        <item handle="000000000000a" parent="None" root="000000000000a" order="1" type="ROOT" class="NOVEL"><meta expanded="yes" /><name status="s000001" import="i000001">Novel</name></item>
        <item handle="000000000000d" parent="None" root="000000000000d" order="0" type="ROOT" class="CHARACTER"><meta/><name status="s000001" import="i000001">Characters</name></item>
        <item handle="000000000000c" parent="000000000000b" root="000000000000a" order="1" type="FILE" class="NOVEL" layout="DOCUMENT"><meta/><name status="s000001" import="i000001" active="yes">Making a Scene</name></item>
        <item handle="000000000000f" parent="000000000000b" root="000000000000a" order="0" type="FILE" class="NOVEL" layout="DOCUMENT"><meta/><name status="s000001" import="i000001" active="no">Lost</name></item>
        <item handle="000000000000b" parent="000000000000a" root="000000000000a" order="0" type="FILE" class="NOVEL" layout="DOCUMENT"><meta/><name status="" import="i000001" active="yes">So it Begins</name></item>
        <item handle="000000000000e" parent="000000000000d" root="000000000000d" order="0" type="FILE" class="CHARACTER" layout="NOTE"><meta/><name status="s000001" import="i000001" active="yes">Jane</name></item>
        <item handle="0000000000010" parent="None" root="0000000000010" order="2" type="ROOT" class="TRASH"><meta/><name>Trash</name></item>
        <item handle="0000000000011" parent="0000000000010" root="0000000000010" order="0" type="FILE" class="NOVEL"><meta/><name>Cut</name></item>
        """
}

@Suite struct `A project of novelWriter` {
    @Test func `comes as a tree in its order, with status and importance, and texts in Markdown`() throws {
        let project = try NovelWriterProject.read(NovelWriterFixture.tree().folder)
        #expect(project.title == "Sample Project")
        #expect(outline(project.items) == """
            Characters/ #Importance/Main-Side
              Jane.md #Importance/Main-Side → # Jane⏎
            Novel/ #Status/New
              So it Begins/
                So it Begins.md → ## So it Begins⏎
                Lost.md #Status/New → \("")
                Making a Scene.md #Status/New → ### Making a Scene⏎⏎<!-- @pov: Jane -->⏎<!-- Synopsis: What happens. -->⏎⏎A **part**ial _word_ and 25 kg.[^f4xr5] x [sic]⏎⏎[^f4xr5]: A thin space.⏎⏎This is centred.⏎

            """)
        #expect(project.losses[.trash] == 1 && project.losses[.missing] == 1 && project.losses[.styles] == 1)
    }

    @Test func `is not read where it is of another version`() {
        for version in ["1.4", "1.6", "", "x"] { #expect(cause { try NovelWriterProject.read(NovelWriterFixture.tree(version: version).folder) } == .version(version)) }
    }

    @Test func `is refused where items stand within themselves, twice, or under names that are none`() {
        func read(_ items: String) -> ForeignError.Cause? { cause { try NovelWriterProject.read(NovelWriterFixture.tree(items).folder) } }
        let circle = "<item handle=\"a\" parent=\"b\" type=\"FILE\"><name>A</name></item><item handle=\"b\" parent=\"a\" type=\"FILE\"><name>B</name></item>"
        #expect(read(circle) == .circle("A"))
        #expect(read("<item handle=\"a\" parent=\"a\" type=\"FILE\"><name>A</name></item>") == .circle("A"))
        #expect(read("<item handle=\"a\"/><item handle=\"a\"/>") == .doubled("a"))
        for handle in ["../x", "", "A", "x/y"] { #expect(read("<item handle=\"\(handle)\"/>") == .malformed(line: nil), "\(handle)") }
        let deep = (0..<150).map { "<item handle=\"\(String($0, radix: 16))\" parent=\"\($0 == 0 ? "None" : String($0 - 1, radix: 16))\" type=\"FOLDER\"><name>x</name></item>" }.joined()
        #expect(read(deep) == .tooDeep(most: ForeignLimits.depth))
    }

    @Test func `has what no root is over at its root`() throws {
        let project = try NovelWriterProject.read(NovelWriterFixture.tree("<item handle=\"e\" parent=\"ffff\" type=\"FILE\" class=\"NOVEL\"><name>Orphan</name></item>").folder)
        #expect(project.items.map(\.name) == ["Orphan.md"])
    }
}
