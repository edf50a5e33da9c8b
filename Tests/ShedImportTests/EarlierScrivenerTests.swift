import ShedModel
import Testing
@testable import ShedImport

/// Projects as Scrivener 2 for the Mac and Scrivener 1 for Windows lay them out, with invented texts.
@Suite struct `A project of an earlier Scrivener` {
    private static func binder(_ version: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <ScrivenerProject Template="No" Version="\(version)" Creator="SCRWIN-1.8.0.0">
            <Binder>
                <BinderItem ID="0" UUID="E0" Type="DraftFolder" Created="2012-02-18 12:32:54 +0900"><Title>Draft</Title><MetaData><IncludeInCompile>Yes</IncludeInCompile></MetaData>
                    <Children>
                        <BinderItem ID="12" Type="Text"><Title>Tide</Title><MetaData><LabelID>1</LabelID><StatusID>2</StatusID></MetaData></BinderItem>
                        <BinderItem ID="1" Type="Text"><Title>Ebb</Title></BinderItem>
                    </Children>
                </BinderItem>
                <BinderItem ID="2" Type="ResearchFolder"><Title>Research</Title><Children>
                    <BinderItem ID="7" Type="PDF"><Title>Tables</Title><MetaData><FileExtension>pdf</FileExtension></MetaData></BinderItem>
                    <BinderItem ID="8" Type="Image"><Title>Lost</Title></BinderItem>
                </Children></BinderItem>
                <BinderItem ID="3" Type="TrashFolder"><Title>Trash</Title></BinderItem>
            </Binder>
            <LabelSettings><Title>Label</Title><Labels><Label ID="-1">No Label</Label><Label ID="1">Idea</Label></Labels></LabelSettings>
            <StatusSettings><Title>Status</Title><StatusItems><Status ID="2">First Draft</Status></StatusItems></StatusSettings>
        </ScrivenerProject>
        """
    }

    private static func tree(_ version: String) -> MemoryTree {
        let tree = MemoryTree("Sea.scriv", ["project.scrivx": binder(version), "Files/Docs/docs.checksum": "12.rtf=1"])
        tree.put("Files/Docs/12.rtf", #"{\rtf1\ansi\ansicpg1252 The {\i keeper} caf\'e9.}"#)
        tree.put("Files/Docs/12_notes.rtf", #"{\rtf1 Ask.}"#)
        tree.put("Files/Docs/12_synopsis.txt", [0x41, 0x20, 0x63, 0x61, 0x66, 0xe9])
        tree.put("Files/Docs/12.links", "<Links/>")
        tree.put("Files/Docs/12.comments", "of another form")
        tree.put("Files/Docs/1.rtf", #"{\rtf1 Low water.}"#)
        tree.put("Files/Docs/7.pdf", "%PDF")
        tree.put("Files/Docs/7_notes.rtf", #"{\rtf1 Of the year.}"#)
        return tree
    }

    @Test(arguments: ["1.0", "1.5"])
    func `comes with its order, texts, synopses, notes, labels and files`(version: String) throws {
        let project = try ScrivenerProject.read(Self.tree(version).folder)
        #expect(outline(project.items) == """
            Draft/
              Tide.md #Label/Idea #Status/First Draft → ---⏎synopsis: "A café"⏎---⏎⏎The *keeper* café.⏎⏎<!-- Notes:⏎⏎Ask.⏎-->⏎
              Ebb.md → Low water.⏎
            Research/
              Tables.pdf = Files/Docs/7.pdf

            """, "\(outline(project.items))")
        // The picture is not there, and the comments cannot be read.
        #expect(project.losses[.missing] == 2)
        #expect(project.title == "Sea")
    }

    @Test func `takes no number for a path`() {
        for id in ["../12", "", "1/2", "a\u{0}"] {
            let binder = "<ScrivenerProject Version=\"1.0\"><Binder><BinderItem ID=\"\(id)\" Type=\"Text\"/></Binder></ScrivenerProject>"
            #expect(cause { try ScrivenerProject.read(MemoryTree("Sea.scriv", ["project.scrivx": binder]).folder) } != nil, "\(id)")
        }
    }

    /// Which has no `.scrivx`.
    @Test func `of the first Scrivener for the Mac is known, and refused with its version`() throws {
        let tree = MemoryTree("Old.scriv", ["binder.scrivproj": "bplist00", "3.rtfd/TXT.rtf": "{\\rtf1 x}"])
        #expect(try ForeignSource(.scrivener).isMeant(by: tree))
    }
}
