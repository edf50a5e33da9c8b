import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSupport
import ShedWritingKind
import Testing

@testable import ShedProject

/// A project with a few poems, and what is done to it by other programs.
private struct ViewDesk {
    let shelf: Shelf
    var project: Project
    var root: String { "My Poems" }

    init(_ files: [String: String] = ["Draft/Ode.txt": "ode\n"], kind: String = "poetry") throws {
        shelf = try Shelf()
        project = try shelf.project(kind)
        for (path, text) in files { try write(text, to: path) }
        try project.sync()
    }

    func write(_ text: String, to path: String) throws { TestFile.write(text, to: "\(shelf.path)/\(root)/\(path)") }
    func read(_ path: String) throws -> String { try shelf.shell("cat '\(root)/\(path)'") }
    @discardableResult func shell(_ command: String) throws -> String { try shelf.shell("cd '\(root)' && { \(command)\n}") }

    /// Everything in All: links with what they hold, then other things.
    func all() throws -> String { try shell("cd All && find . -mindepth 1 -printf '%f %y %l\\n' | LC_ALL=C sort") }

    /// Everything that is kept of a person's: the contents of all regular files, of which each is a line.
    func contents() throws -> Set<String> { Set(try shell("find . -path ./.shed -prune -o -type f -exec cat {} +").split(separator: "\n").map(String.init)) }

    mutating func reopen() throws { project = try shelf.reopen(project) }
}

@Suite struct `The folder All` {
    @Test func `it holds links to the files of four folders, and to no others`() throws {
        let desk = try ViewDesk(["Draft/Ode.txt": "1", "Ready/Rain.txt": "2", "Set Aside/Sea.txt": "3", "Published/Sky.txt": "4", "Research/Note.txt": "5"])
        let others = "Rain.txt l ../Ready/Rain.txt\nSea.txt l ../Set Aside/Sea.txt\nSky.txt l ../Published/Sky.txt\n"
        #expect(try desk.all() == "Ode.txt l ../Draft/Ode.txt\n\(others)")
        try desk.project.change { try $0.move(["Draft/Ode.txt"], to: "Ready") }
        #expect(try desk.all() == "Ode.txt l ../Ready/Ode.txt\n\(others)")
        #expect(try desk.read("All/Ode.txt") == "1")
        #expect(try desk.project.find("All").type == .folder)
    }

    @Test(arguments: ["novel", "script", "blank"]) func `there is none where the template has no such folder`(kind: String) throws {
        let desk = try ViewDesk([:], kind: kind)
        try desk.shell("mkdir -p All")
        try desk.project.sync()
        #expect(try desk.all() == "")
    }

    @Test func `two of one name are told apart, and the names follow`() throws {
        var desk = try ViewDesk()
        try desk.project.change { try $0.move(["Draft/Ode.txt"], to: "Ready") }
        try desk.write("second\n", to: "Draft/Ode.txt")
        try desk.project.sync()
        #expect(try desk.all() == "Ode (Draft).txt l ../Draft/Ode.txt\nOde.txt l ../Ready/Ode.txt\n")
        try desk.reopen()
        try desk.project.change { try $0.move(["Ready/Ode.txt"], to: "Published") }
        #expect(try desk.all() == "Ode (Draft).txt l ../Draft/Ode.txt\nOde.txt l ../Published/Ode.txt\n")
        _ = try desk.project.change { try $0.trash(["Published/Ode.txt"]) }
        #expect(try desk.all() == "Ode.txt l ../Draft/Ode.txt\n")
    }

    @Test func `a file that has the name of a link that was told apart gets it`() throws {
        let desk = try ViewDesk()
        try desk.project.change { try $0.move(["Draft/Ode.txt"], to: "Ready") }
        try desk.write("2\n", to: "Draft/Ode.txt")
        try desk.project.sync()
        try desk.write("3\n", to: "Draft/Ode (Draft).txt")
        try desk.project.sync()
        #expect(try desk.read("All/Ode (Draft).txt") == "3\n")
        #expect(try desk.read("All/Ode.txt") == "ode\n")
        #expect(try desk.all().split(separator: "\n").count == 3)
        try desk.shell("rm 'Draft/Ode (Draft).txt'")
        try desk.project.sync()
        #expect(try desk.read("All/Ode (Draft).txt") == "2\n")
    }

    @Test func `what other programs move, rename and delete is followed`() throws {
        let desk = try ViewDesk(["Draft/a.txt": "a", "Draft/b.txt": "b", "Draft/c.txt": "c"])
        try desk.shell("mv Draft/a.txt Ready/; mv Draft/b.txt Draft/d.txt; rm Draft/c.txt")
        _ = try desk.project.refresh()
        #expect(try desk.all() == "a.txt l ../Ready/a.txt\nd.txt l ../Draft/d.txt\n")
    }

    @Test func `folders in Draft come with what is in them`() throws {
        var desk = try ViewDesk(["Draft/a.txt": "a"])
        for (folder, made) in [("Draft" as RelativePath, "mkdir Draft/Old; echo b > Draft/Old/b.txt"), ("Draft/Old", "mkdir Draft/Old/Older; echo c > Draft/Old/Older/c.txt")] {
            try desk.project.change { transaction in
                let found = try transaction.find(folder)
                try transaction.commit([Operation(found.node.id, [.accepts(.both)])])
            }
            try desk.shell(made)
            try desk.project.sync(.init(overridesWaiting: true))
        }
        #expect(try desk.all() == "a.txt l ../Draft/a.txt\nb.txt l ../Draft/Old/b.txt\nc.txt l ../Draft/Old/Older/c.txt\n")
        try desk.shell("mv Draft/Old Draft/New")
        try desk.reopen()
        _ = try desk.project.refresh()
        #expect(try desk.all() == "a.txt l ../Draft/a.txt\nb.txt l ../Draft/New/b.txt\nc.txt l ../Draft/New/Older/c.txt\n")
        _ = try desk.project.change { try $0.trash(["Draft/New"]) }
        #expect(try desk.all() == "a.txt l ../Draft/a.txt\n")
        try desk.shell("mv Draft Entwurf")
        _ = try desk.project.refresh()
        #expect(try desk.all() == "a.txt l ../Entwurf/a.txt\n")
    }

    @Test func `a link that was deleted deletes nothing, and comes back`() throws {
        var desk = try ViewDesk()
        try desk.shell("rm All/Ode.txt")
        try desk.reopen()
        try desk.project.sync()
        #expect(try desk.all() == "Ode.txt l ../Draft/Ode.txt\n")
        #expect(try desk.read("Draft/Ode.txt") == "ode\n")
    }

    @Test func `a command that comes when nothing happened loads nothing, after links were made and taken away`() throws {
        var desk = try ViewDesk([:])
        try desk.write("ode\n", to: "Draft/Ode.txt")
        // A hash that was taken within two seconds of the change is not trusted, and then everything is looked at.
        try desk.project.syncWithoutHashing()
        try desk.reopen()
        #expect(try desk.project.refresh().outcome.changes.isEmpty)
        #expect(desk.project.store.state == nil)
        try desk.project.change { try $0.move(["Draft/Ode.txt"], to: "Ready") }
        try desk.reopen()
        #expect(try desk.project.refresh().outcome.changes.isEmpty)
        #expect(desk.project.store.state == nil)
        #expect(try desk.all() == "Ode.txt l ../Ready/Ode.txt\n")
    }

    @Test func `a change of one file has no other link compared with the disk, in a process of its own too`() throws {
        var desk = try ViewDesk(["Draft/Ode.txt": "ode\n", "Draft/Rain.txt": "rain\n"])
        let none: @Sendable (String) -> Void = { if $0 == "links-compared" { Issue.record("All links are compared.") } }
        try desk.reopen()
        try Interruption.$visitor.withValue(none) { try desk.project.change { try $0.move(["Draft/Ode.txt"], to: "Ready") } }
        try desk.shell("mv Draft/Rain.txt Published/; echo new > Draft/New.txt")
        try desk.reopen()
        try Interruption.$visitor.withValue(none) { _ = try desk.project.refresh() }
        #expect(try desk.all() == "New.txt l ../Draft/New.txt\nOde.txt l ../Ready/Ode.txt\nRain.txt l ../Published/Rain.txt\n")
    }

    @Test func `who deletes the folder turns the view off, and turns it on by making it again`() throws {
        let desk = try ViewDesk()
        try desk.shell("rm -r All")
        try desk.project.sync()
        try desk.project.sync()
        #expect(try desk.shell("ls -A | grep -c '^All$' || true") == "0\n")
        #expect(try desk.read("Draft/Ode.txt") == "ode\n")
        try desk.shell("mkdir All")
        try desk.project.sync()
        #expect(try desk.all() == "Ode.txt l ../Draft/Ode.txt\n")
    }

    @Test func `thrown away, it takes no link along that leads nowhere`() throws {
        let desk = try ViewDesk()
        _ = try desk.project.change { try $0.trash(["All"]) }
        #expect(try desk.shell("find Trash -type l | wc -l") == "0\n")
        #expect(try desk.read("Draft/Ode.txt") == "ode\n")
    }

    @Test func `the setting takes shed's own links away, and nothing else`() throws {
        var desk = try ViewDesk()
        try desk.shell("ln -s ../Research All/mine; echo 'views = false' > .shed/settings.toml")
        try desk.reopen()
        _ = try desk.project.refresh()
        #expect(try desk.all() == "mine l ../Research\n")
        try desk.project.sync()
        #expect(try desk.all() == "mine l ../Research\n")
        try desk.shell("rm .shed/settings.toml")
        try desk.reopen()
        try desk.project.sync()
        #expect(try desk.all() == "Ode.txt l ../Draft/Ode.txt\nmine l ../Research\n")
    }

    @Test func `a link of somebody else's is left, not followed and not replaced`() throws {
        let desk = try ViewDesk()
        try desk.shell("rm All/Ode.txt; ln -s ../../outside All/Ode.txt; ln -s /etc/passwd All/passwd; ln -s ../../../etc All/etc; mkdir ../outside")
        try desk.project.sync()
        #expect(try desk.all() == "Ode.txt l ../../outside\netc l ../../../etc\npasswd l /etc/passwd\n")
        #expect(desk.project.target(ofLink: "All/passwd") == nil)
        #expect(desk.project.target(ofLink: "All/etc") == nil)
        #expect(try desk.shell("ls ../outside") == "")
    }

    @Test func `links that lead to where nothing is any more go`() throws {
        let desk = try ViewDesk()
        try desk.shell("ln -s ../Draft/gone.txt All/gone.txt; ln -s ../Draft/Ode.txt All/twice.txt")
        try desk.project.sync()
        #expect(try desk.all() == "Ode.txt l ../Draft/Ode.txt\n")
    }

    @Test func `a folder that is a link to elsewhere is no view`() throws {
        let desk = try ViewDesk()
        try desk.shell("rm -r All; mkdir ../outside; ln -s ../outside All")
        try desk.project.sync()
        #expect(try desk.shell("ls -A ../outside") == "")
    }

    @Test func `odd names are linked like others`() throws {
        let desk = try ViewDesk([:])
        try desk.shell("""
            long=$(printf 'x%.0s' $(seq 251)).txt
            printf 1 > "Draft/$long"; printf 2 > "$(printf 'Draft/caf\\351.txt')"; printf 3 > "$(printf 'Draft/a\\nb.txt')"; printf 4 > 'Draft/ -x.txt'
            """)
        try desk.project.sync()
        try desk.shell("for f in Draft/*; do mv \"$f\" Ready/; done")
        try desk.project.sync()
        try desk.shell("for f in Ready/*; do cp \"$f\" Draft/; done")
        try desk.project.sync()
        #expect(try desk.shell("find All -type l -printf x | wc -c; find All -xtype l | wc -l; find Draft Ready -type f -printf x | wc -c") == "8\n0\n8\n")
    }

    @Test func `what one change makes of it is what a look at everything would`() throws {
        var desk = try ViewDesk(Dictionary(uniqueKeysWithValues: (0..<12).map { ("Draft/\($0).txt", "\($0)\n") }))
        let names = ["Ode.txt", "ode.TXT", "Ode (Ready).txt", "Ode (Draft).txt", "Ode (Ready) (Draft).txt", "Rain.txt"]
        let folders = ["Draft", "Ready", "Set Aside", "Published", "Research"]
        var random = SeededRandom(7)
        for step in 0..<60 {
            let files = try desk.shell("find Draft Ready 'Set Aside' Published Research -type f | LC_ALL=C sort").split(separator: "\n").map(String.init)
            let file = files[Int(random.next() % UInt64(files.count))]
            let to = "\(folders[Int(random.next() % 5)])/\(names[Int(random.next() % 6)])"
            try desk.shell("[ -e '\(to)' ] || mv '\(file)' '\(to)'")
            _ = try desk.project.refresh()
            let followed = try desk.all()
            if step % 10 == 0 { try desk.reopen() }
            _ = try desk.project.reconcile(.sweep)
            #expect(try desk.all() == followed, "step \(step)")
        }
    }
}

/// A generator that gives the same numbers each time.
private struct SeededRandom {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}

@Suite struct `A file in place of a link` {
    @Test func `saved by renaming, it is an edit of the target, which keeps its ID`() throws {
        let desk = try ViewDesk()
        let id = try desk.project.id("Draft/Ode.txt")
        try desk.shell("echo edited > All/new; mv All/new All/Ode.txt")
        try desk.project.sync()
        #expect(try desk.read("Draft/Ode.txt") == "edited\n")
        #expect(try desk.project.id("Draft/Ode.txt") == id)
        #expect(try desk.all() == "Ode.txt l ../Draft/Ode.txt\n")
        #expect(try desk.shell("ls -A Rejected 2>/dev/null | wc -l") == "0\n")
        let kept = try desk.project.keptContents(of: Set([id].compactMap { $0 }), atMost: 100)
        #expect(kept.map(\.bytes) == [Array("ode\n".utf8)])
    }

    @Test func `sed -i is such an edit, once and again`() throws {
        let desk = try ViewDesk()
        for word in ["one", "two", "three"] {
            try desk.shell("sed -i 's/.*/\(word)/' All/Ode.txt")
            try desk.project.sync()
            #expect(try desk.read("Draft/Ode.txt") == "\(word)\n")
            #expect(try desk.all() == "Ode.txt l ../Draft/Ode.txt\n")
        }
    }

    @Test func `a daemon takes it over once all is quiet`() throws {
        let desk = try ViewDesk()
        try desk.shell("echo edited > All/new; mv All/new All/Ode.txt")
        try desk.project.walk(.daemonLook(.init(in: ["All"], believesVanished: true)))
        #expect(try desk.read("Draft/Ode.txt") == "ode\n")
        try desk.project.judge(["All"], at: Surroundings.clock() + 600_000)
        #expect(try desk.read("Draft/Ode.txt") == "edited\n")
        #expect(try desk.all() == "Ode.txt l ../Draft/Ode.txt\n")
    }

    @Test func `the link's own text is no edit, as git leaves it without links`() throws {
        var desk = try ViewDesk()
        try desk.shell("rm All/Ode.txt; printf ../Draft/Ode.txt > All/Ode.txt")
        try desk.reopen()
        try desk.project.sync()
        #expect(try desk.read("Draft/Ode.txt") == "ode\n")
        #expect(try desk.all() == "Ode.txt l ../Draft/Ode.txt\n")
    }

    @Test func `a copy of the target is none either, as cp -rL and zip leave it`() throws {
        let desk = try ViewDesk()
        try desk.shell("cp -rL All Copy; rm -r All; mv Copy All")
        try desk.project.sync()
        #expect(try desk.read("Draft/Ode.txt") == "ode\n")
        #expect(try desk.shell("ls -A Rejected 2>/dev/null | wc -l") == "0\n")
    }

    @Test func `where the target has changed since, nothing is written over`() throws {
        let desk = try ViewDesk()
        try desk.shell("echo mine > Draft/Ode.txt; rm All/Ode.txt; echo other > All/Ode.txt")
        try desk.project.sync()
        #expect(try desk.read("Draft/Ode.txt") == "mine\n")
        #expect(try desk.read("Rejected/Ode.txt") == "other\n")
        #expect(try desk.all() == "Ode.txt l ../Draft/Ode.txt\n")
    }

    @Test func `where the target cannot be written, it goes to Rejected, and the rest is put in order`() throws {
        let desk = try ViewDesk()
        let root = "\(desk.shelf.path)/\(desk.root)"
        try desk.shell("rm All/Ode.txt; echo other > All/Ode.txt")
        // Its folder is away just then, so that nothing can be put there.
        try Interruption.$visitor.withValue({ if $0 == "sealed" { rename(root + "/Draft", root + "/Elsewhere") } }) { _ = try desk.project.sync() }
        try desk.shell("mv Elsewhere Draft")
        try desk.project.sync()
        #expect(try desk.read("Draft/Ode.txt") == "ode\n")
        #expect(try desk.read("Rejected/Ode.txt") == "other\n")
    }

    @Test func `where a program has the target open to write to it, it goes to Rejected, and that is said`() throws {
        let desk = try ViewDesk()
        try desk.shell("rm All/Ode.txt; echo other > All/Ode.txt")
        let writer = open("\(desk.shelf.path)/\(desk.root)/Draft/Ode.txt", O_WRONLY | O_CLOEXEC)
        defer { close(writer) }
        let reasons = try desk.project.sync().moves.map { "\($0.refusal.words)" }
        #expect(try writer >= 0 && desk.read("Rejected/Ode.txt") == "other\n" && desk.read("Draft/Ode.txt") == "ode\n")
        #expect(reasons.count == 1 && reasons[0].hasSuffix("It was not saved to Draft/Ode.txt, since a program has that open to write to it."), "\(reasons)")
    }

    @Test func `where this machine never saw the link, nothing is written over`() throws {
        var desk = try ViewDesk()
        try desk.shell("rm ../state/projects/*/links-all; rm All/Ode.txt; echo other > All/Ode.txt")
        try desk.reopen()
        try desk.project.sync()
        #expect(try desk.read("Draft/Ode.txt") == "ode\n")
        #expect(try desk.read("Rejected/Ode.txt") == "other\n")
    }

    @Test func `a known file that is moved over a link is no edit of its target`() throws {
        let desk = try ViewDesk(["Draft/Ode.txt": "ode\n", "Draft/Rain.txt": "rain\n"])
        let id = try desk.project.id("Draft/Rain.txt")
        try desk.shell("mv Draft/Rain.txt All/Ode.txt")
        try desk.project.sync(.init(overridesWaiting: true))
        #expect(try desk.read("Draft/Ode.txt") == "ode\n")
        #expect(try desk.contents().isSuperset(of: ["ode", "rain"]))
        #expect(try desk.project.load().model.nodes[#require(id)] != nil)
        #expect(try desk.shell("readlink All/Ode.txt") == "../Draft/Ode.txt\n")
    }

    @Test func `any other file goes to Rejected, as ever`() throws {
        let desk = try ViewDesk()
        try desk.shell("echo new > All/New.txt")
        try desk.project.sync()
        #expect(try desk.read("Rejected/New.txt") == "new\n")
        #expect(try desk.all() == "Ode.txt l ../Draft/Ode.txt\n")
    }

    @Test func `a folder in place of a link is refused, and the link comes back`() throws {
        let desk = try ViewDesk()
        try desk.shell("rm All/Ode.txt; mkdir All/Ode.txt; echo in > All/Ode.txt/in.txt")
        try desk.project.sync(.init(overridesWaiting: true))
        #expect(try desk.all() == "Ode.txt l ../Draft/Ode.txt\n")
        #expect(try desk.contents().contains("in"))
    }

    @Test func `what was set aside when shed was killed is seen again`() throws {
        let desk = try ViewDesk()
        try desk.shell("echo mine > All/.shed-tmp-view-Lost.txt; ln -s ../Draft/x All/.shed-tmp-view-x")
        try desk.project.sync()
        try desk.project.sync()
        #expect(try desk.contents().contains("mine"))
        #expect(try desk.all() == "Ode.txt l ../Draft/Ode.txt\n")
    }
}

@Suite struct `Links as what they lead to` {
    @Test func `a link stands for its file, and only for a file that is there`() throws {
        let desk = try ViewDesk()
        #expect(desk.project.target(ofLink: "All/Ode.txt") == "Draft/Ode.txt")
        #expect(desk.project.target(ofLink: "Draft/Ode.txt") == nil)
        try desk.shell("rm Draft/Ode.txt")
        #expect(desk.project.target(ofLink: "All/Ode.txt") == nil)
    }

    @Test func `a listing has the files, with their links`() throws {
        let desk = try ViewDesk(["Draft/Ode.txt": "1", "Draft/Rain.txt": "2"])
        let listing = try desk.project.listing(of: "All", depth: 1)
        #expect(try listing.view(at: "All").counts.files == 2)
        let shown = try listing.contents(of: "All")
        #expect(shown.map(\.path) == ["Draft/Ode.txt", "Draft/Rain.txt"])
        #expect(shown.map(\.link) == ["All/Ode.txt", "All/Rain.txt"])
        #expect(shown.allSatisfy { $0.id != nil })
        var search = Search()
        search.folder = "All"
        #expect(try desk.project.listing().search(search).hits.map(\.view.path).sorted() == ["Draft/Ode.txt", "Draft/Rain.txt"])
    }
}
