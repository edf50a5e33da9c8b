import ShedExchange
import ShedMessages
import ShedModel
import Testing
@testable import ShedImport

@Suite struct `Sources of other programs` {
    private func named(_ tree: MemoryTree) throws -> String? { try ForeignSource.all.first { try $0.isMeant(by: tree) }?.name }

    @Test func `know themselves, and nothing else`() throws {
        #expect(try named(ScrivenerFixture.tree()) == "scrivener" && named(NovelWriterFixture.tree()) == "novelwriter")
        #expect(try named(MemoryTree("a", ManuskriptFixture.files)) == "manuskript")
        #expect(try named(MemoryTree("a", ["x.rdf": "", "files/a.pdf": ""])) == "zotero" && named(MemoryTree("a", ["b/info.yaml": ""])) == "papis")
        #expect(try named(MemoryTree("a", ["b/.ts/c.txt.json": "{}", "b/c.txt": ""])) == "tagspaces")
        #expect(try named(MemoryTree("a", ["b/Index.md": "---\nlongform:\n  format: scenes\n---\n"])) == "longform")
        #expect(try named(MemoryTree("a", ["b/c.docx": ""])) == "documents")
        #expect(try named(MemoryTree("a", ["b/c.txt": "", "d.md": "longform:\n"])) == nil)
        #expect(Set(ForeignSource.all.map(\.name)).count == ForeignFormat.allCases.count)
    }

    @Test func `give what they read with tags, order, times and versions`() throws {
        let project = try ForeignSource(.scrivener).read(ScrivenerFixture.tree(), limits: ImportLimits())
        #expect(project.name == "Tide" && project.nodes.map(\.name) == ["The Tide", "Research"])
        guard case .folder(let parts, let isOrdered) = project.nodes[0].content, case .folder(let scenes, _) = parts[0].content else {
            Issue.record("no folders")
            return
        }
        #expect(isOrdered && scenes.map(\.name) == ["Part-One.md", "Zero.md", "Arrival.md", "arrival (2).md"])
        #expect(scenes[2].tags.contains(ImportedTag.Title(group: "Status", "First Draft")) && scenes[2].versions.map(\.name) == ["First", "Second"])
        #expect(project.notes.contains { $0.words.english.contains("1 comment is a comment of Markdown now (Zero)") })
    }

    @Test func `say what is wrong, where, and what helps`() {
        do throws(ImportFault) {
            _ = try ForeignSource(.novelWriter).read(NovelWriterFixture.tree(version: "1.3"), limits: ImportLimits())
            Issue.record("nothing was wrong")
        } catch {
            #expect(error.words.english == "“nwProject.nwx” is of the version “1.3”, which is not read" && error.path == "nwProject.nwx")
            #expect(error.remedy != nil)
        }
    }

    @Test func `hand out what the tree itself said`() {
        let tree = MemoryTree("x", ["nwProject.nwx": ""])
        tree.claim("nwProject.nwx", 4 << 40)
        do throws(ImportFault) {
            _ = try ForeignSource(.novelWriter).read(tree, limits: ImportLimits())
            Issue.record("nothing was wrong")
        } catch {
            #expect(error.words.english.contains("nwProject.nwx"))
        }
    }

    @Test func `begin in an archive with the one folder that it holds`() throws {
        let zip = MemoryTree("Tide.scriv.zip", ["Tide.scriv/Tide.scrivx": ScrivenerFixture.binder, "Tide.scriv/Files/Data/AA-3/content.pdf": "%PDF", "__MACOSX/x": ""])
        #expect(try named(zip) == "scrivener")
        let project = try ForeignSource(.scrivener).read(zip, limits: ImportLimits())
        guard case .folder(let found, _) = project.nodes.last?.content, case .file(let path, _, _) = found.first?.content else {
            Issue.record("no file")
            return
        }
        #expect(path == "Tide.scriv/Files/Data/AA-3/content.pdf")
        #expect(try named(MemoryTree("Tide.scriv.zip", ["a/b.txt": "", "Tide.scriv/Tide.scrivx": ""])) == nil)
    }
}
