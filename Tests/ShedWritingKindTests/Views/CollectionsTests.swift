import Glibc
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSupport
import Testing

@testable import ShedWritingKind

@Suite struct `Pieces in collections` {
    @Test func `stand there as links, and do not leave their folders`() throws {
        let desk = try CollectionDesk()
        try desk.collect(["Draft/Ode.txt", "Draft/Rain.txt"])
        #expect(try desk.all() == "Ode.txt l ../../Draft/Ode.txt\nRain.txt l ../../Draft/Rain.txt\n")
        #expect(try desk.read("Collections/Book/Ode.txt") == "ode\n")
        try desk.shell("mkdir Collections/Other")
        try desk.project.sync()
        try desk.project.change { _ = try $0.collect(["Draft/Ode.txt"], in: "Collections/Other", nil, dryRun: false) }
        #expect(try desk.all("Collections/Other") == "Ode.txt l ../../Draft/Ode.txt\n")
        try desk.uncollect(["Draft/Ode.txt"])
        #expect(try desk.all() == "Rain.txt l ../../Draft/Rain.txt\n")
        #expect(try desk.all("Collections/Other") == "Ode.txt l ../../Draft/Ode.txt\n")
        #expect(try desk.read("Draft/Ode.txt") == "ode\n")
    }

    @Test func `follow wherever the piece goes, whoever moves it`() throws {
        var desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt", "Draft/Sea.txt"])
        try desk.project.change { try $0.move(["Draft/Ode.txt"], to: "Ready") }
        try desk.shell("mv Draft/Rain.txt Draft/Snow.txt")
        _ = try desk.project.refresh()
        #expect(try desk.all() == "Ode.txt l ../../Ready/Ode.txt\nSea.txt l ../../Draft/Sea.txt\nSnow.txt l ../../Draft/Snow.txt\n")
        try desk.shell("mv Draft Entwurf")
        try desk.reopen()
        _ = try desk.project.refresh()
        #expect(try desk.all() == "Ode.txt l ../../Ready/Ode.txt\nSea.txt l ../../Entwurf/Sea.txt\nSnow.txt l ../../Entwurf/Snow.txt\n")
        // Thrown away, or moved to where no pieces are, it is none there any more; when it comes back it is again.
        try desk.project.change { try $0.trash(["Ready/Ode.txt"]) }
        try desk.shell("mv Entwurf/Sea.txt Research/")
        _ = try desk.project.refresh()
        #expect(try desk.all() == "Snow.txt l ../../Entwurf/Snow.txt\n")
        try desk.shell("mv Research/Sea.txt Entwurf/")
        _ = try desk.project.refresh()
        #expect(try desk.all() == "Sea.txt l ../../Entwurf/Sea.txt\nSnow.txt l ../../Entwurf/Snow.txt\n")
    }

    @Test func `follow the collection when it is renamed, put deeper, thrown away and brought back`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("mv Collections/Book Collections/Spring")
        try desk.project.sync()
        #expect(try desk.all("Collections/Spring") == "Ode.txt l ../../Draft/Ode.txt\nRain.txt l ../../Draft/Rain.txt\n")
        try desk.shell("mkdir Collections/Years")
        try desk.project.sync()
        try desk.project.change { transaction in
            let found = try transaction.find("Collections/Years")
            try transaction.commit([Operation(found.node.id, [.accepts(.both)])])
        }
        try desk.shell("mv Collections/Spring Collections/Years/")
        try desk.project.sync(.init(overridesWaiting: true))
        #expect(try desk.all("Collections/Years/Spring") == "Ode.txt l ../../../Draft/Ode.txt\nRain.txt l ../../../Draft/Rain.txt\n")
        try desk.project.change { _ = try $0.trash(["Collections/Years/Spring"]) }
        #expect(try desk.shell("find Trash -type l | wc -l") == "0\n")
        try desk.project.change { _ = try $0.restore(["Trash/Spring"]) }
        #expect(try desk.shell("find Collections -type l | wc -l") == "2\n")
        #expect(try desk.shell("find Collections -xtype l | wc -l") == "0\n")
    }

    @Test func `of one name are told apart, also from what stands there itself`() throws {
        let desk = try CollectionDesk(["Draft/Ode.txt": "1", "Collections/Book/Rain.txt": "own", "Draft/Rain.txt": "rain"])
        try desk.project.change { try $0.move(["Draft/Ode.txt"], to: "Ready") }
        TestFile.write("2", to: "\(desk.shelf.path)/My Poems/Draft/Ode.txt")
        try desk.project.sync()
        try desk.collect(["Ready/Ode.txt", "Draft/Ode.txt", "Draft/Rain.txt"])
        #expect(try desk.all() == """
            Ode (Draft).txt l ../../Draft/Ode.txt
            Ode.txt l ../../Ready/Ode.txt
            Rain (Draft).txt l ../../Draft/Rain.txt
            Rain.txt f 

            """)
        #expect(try desk.read("Collections/Book/Rain.txt") == "own")
        try desk.shell("rm Collections/Book/Rain.txt")
        try desk.project.sync()
        #expect(try desk.all().contains("Rain.txt l ../../Draft/Rain.txt\n"))
    }

    @Test func `have an order of their own there, which ls and compile follow`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Sea.txt", "Draft/Ode.txt"])
        TestFile.write("about\n", to: "\(desk.shelf.path)/My Poems/Collections/Book/About.txt")
        try desk.project.sync()
        #expect(try desk.order() == ["Draft/Sea.txt", "Draft/Ode.txt", "Collections/Book/About.txt"])
        try desk.collect(["Draft/Rain.txt"], .before("Draft/Ode.txt"))
        try desk.project.change { _ = try $0.order(["Collections/Book/About.txt"], .first, in: CollectionDesk.book) }
        let order = ["Collections/Book/About.txt", "Draft/Sea.txt", "Draft/Rain.txt", "Draft/Ode.txt"]
        #expect(try desk.order() == order)
        #expect(try desk.listed() == order)
        let outline = try desk.project.refresh().outline(of: CollectionDesk.book, .manuscript)
        #expect(outline.chapters.flatMap(\.files).map { "\($0.path)" } == order)
        // In its own folder nothing has changed.
        #expect(try desk.project.refresh().order(of: "Draft").items.allSatisfy { $0.key == nil })
        try desk.project.change { _ = try $0.order(CollectionDesk.book, by: .name) }
        #expect(try desk.order() == ["Collections/Book/About.txt", "Draft/Ode.txt", "Draft/Rain.txt", "Draft/Sea.txt"])
        #expect(try desk.members() == ["Draft/Ode.txt", "Draft/Rain.txt", "Draft/Sea.txt"])
    }

    @Test func `keep their names when what stands beside them is numbered`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt"])
        TestFile.write("about\n", to: "\(desk.shelf.path)/My Poems/Collections/Book/About.txt")
        try desk.project.sync()
        try desk.project.change { _ = try $0.number(CollectionDesk.book) }
        #expect(try desk.all() == "01 About.txt f \nOde.txt l ../../Draft/Ode.txt\n")
        #expect(try desk.read("Draft/Ode.txt") == "ode\n")
    }

    @Test func `are not counted twice, and found there`() throws {
        let desk = try CollectionDesk(["Draft/Ode.txt": "one two three\n"], collecting: ["Draft/Ode.txt"])
        let listing = try desk.project.listing().counted(below: .root)
        #expect(try listing.view(at: .root).counts.words == 3)
        #expect(try listing.view(at: CollectionDesk.book).counts.files == 1)
        var search = Search()
        search.folder = CollectionDesk.book
        #expect(try desk.project.listing().search(search).hits.map { "\($0.view.path)" } == ["Draft/Ode.txt"])
        search.texts = ["two"]
        #expect(try desk.project.listing().search(search).hits.map { "\($0.view.path)" } == ["Draft/Ode.txt"])
    }

    @Test func `are files of four folders, and of no others`() throws {
        let desk = try CollectionDesk(["Draft/Ode.txt": "1", "Research/Note.txt": "2"])
        #expect(throws: ShedError.self) { try desk.collect(["Research/Note.txt"]) }
        #expect(throws: ShedError.self) { try desk.collect(["Draft"]) }
        #expect(throws: ShedError.self) { try desk.project.refresh().collectionFolder(["Draft"]) }
        #expect(throws: ShedError.self) { try desk.project.refresh().collectionFolder(["Collections"]) }
        #expect(try desk.all() == "")
    }
}

@Suite struct `Links in collections that people make and delete` {
    @Test func `one that is deleted takes the piece out, one that is made puts it in`() throws {
        var desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("rm Collections/Book/Ode.txt; ln -s ../../Draft/Sea.txt Collections/Book/")
        // Until the project is put in order nothing is decided, and nothing comes back.
        _ = try desk.project.refresh()
        try desk.reopen()
        _ = try desk.project.refresh()
        #expect(try desk.all() == "Rain.txt l ../../Draft/Rain.txt\nSea.txt l ../../Draft/Sea.txt\n")
        #expect(try desk.members() == ["Draft/Ode.txt", "Draft/Rain.txt"])
        let outcome = try desk.project.sync()
        #expect(outcome.remarks.count == 2)
        #expect(try desk.members() == ["Draft/Rain.txt", "Draft/Sea.txt"])
        #expect(try desk.all() == "Rain.txt l ../../Draft/Rain.txt\nSea.txt l ../../Draft/Sea.txt\n")
        #expect(try desk.read("Draft/Ode.txt") == "ode\n")
        #expect(try desk.project.sync().remarks.isEmpty)
    }

    @Test func `one that is deleted and put in again by a verb is in`() throws {
        var desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("rm Collections/Book/Ode.txt")
        try desk.collect(["Draft/Ode.txt"])
        try desk.reopen()
        try desk.project.sync()
        #expect(try desk.all() == "Ode.txt l ../../Draft/Ode.txt\nRain.txt l ../../Draft/Rain.txt\n")
        #expect(try desk.members() == ["Draft/Ode.txt", "Draft/Rain.txt"])
    }

    @Test func `one that is put in again by a verb brings no other back`() throws {
        var desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt", "Draft/Sea.txt"])
        try desk.shell("rm Collections/Book/Ode.txt Collections/Book/Rain.txt")
        try desk.collect(["Draft/Ode.txt"])
        #expect(try desk.all() == "Ode.txt l ../../Draft/Ode.txt\nSea.txt l ../../Draft/Sea.txt\n")
        try desk.reopen()
        try desk.project.sync()
        #expect(try desk.all() == "Ode.txt l ../../Draft/Ode.txt\nSea.txt l ../../Draft/Sea.txt\n")
        #expect(try desk.members() == ["Draft/Ode.txt", "Draft/Sea.txt"])
    }

    @Test func `moved from one collection to another, the piece goes along`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("mkdir Collections/Other; mv Collections/Book/Ode.txt Collections/Other/")
        try desk.project.sync()
        #expect(try desk.all() == "Rain.txt l ../../Draft/Rain.txt\n")
        #expect(try desk.all("Collections/Other") == "Ode.txt l ../../Draft/Ode.txt\n")
        #expect(try desk.members() == ["Draft/Rain.txt"])
    }

    @Test func `dragged there from All, where it led to the piece, it is put right`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        // One of a piece that is in, too; and one that leads to a file where it stands.
        try desk.shell("""
            ln -s ../Draft/Sea.txt Collections/Book/; ln -s ../Draft/Rain.txt 'Collections/Book/Rain (All).txt'
            mkdir Collections/Ready; echo here > Collections/Ready/Here.txt; ln -s ../Ready/Here.txt Collections/Book/
            """)
        try desk.project.sync()
        #expect(try desk.all() == """
            Here.txt l ../Ready/Here.txt
            Ode.txt l ../../Draft/Ode.txt
            Rain.txt l ../../Draft/Rain.txt
            Sea.txt l ../../Draft/Sea.txt

            """)
        #expect(try desk.members() == ["Draft/Ode.txt", "Draft/Rain.txt", "Draft/Sea.txt"])
    }

    @Test func `a daemon decides once all is quiet`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("rm Collections/Book/Ode.txt")
        try desk.project.walk(.daemonLook(.init(in: [CollectionDesk.book], believesVanished: true)))
        #expect(try desk.members() == ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.project.judge([CollectionDesk.book], at: Surroundings.clock() + 600_000)
        #expect(try desk.members() == ["Draft/Rain.txt"])
    }

    @Test func `a link that is renamed gets its name back, and a second one goes`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("mv Collections/Book/Ode.txt 'Collections/Book/01 Ode.txt'; ln -s ../../Draft/Rain.txt Collections/Book/twice.txt")
        try desk.project.sync()
        #expect(try desk.all() == "Ode.txt l ../../Draft/Ode.txt\nRain.txt l ../../Draft/Rain.txt\n")
        #expect(try desk.members() == ["Draft/Ode.txt", "Draft/Rain.txt"])
    }

    @Test func `where all of them are gone at once, they come back`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("find Collections/Book -type l -delete")
        try desk.project.sync()
        #expect(try desk.all() == "Ode.txt l ../../Draft/Ode.txt\nRain.txt l ../../Draft/Rain.txt\n")
    }

    @Test func `the only one of a folder takes its piece out where others that are looked at with it stand`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt"])
        try desk.shell("mkdir Collections/Other")
        try desk.project.sync()
        try desk.project.change { _ = try $0.collect(["Draft/Sea.txt"], in: "Collections/Other", nil, dryRun: false) }
        // As a daemon finds it after a program that carries no links: one folder after the other.
        try desk.shell("rm Collections/*/*.txt")
        for folder in [CollectionDesk.book, "Collections/Other"] { try desk.project.judge([folder], at: Surroundings.clock() + 600_000) }
        #expect(try desk.all() == "Ode.txt l ../../Draft/Ode.txt\n")
        #expect(try desk.all("Collections/Other") == "Sea.txt l ../../Draft/Sea.txt\n")
        try desk.shell("rm Collections/Book/Ode.txt")
        try desk.project.sync()
        #expect(try desk.all() == "")
        #expect(try desk.members() == [])
        #expect(try desk.all("Collections/Other") == "Sea.txt l ../../Draft/Sea.txt\n")
        try desk.shell("rm Collections/Other/Sea.txt")
        try desk.project.sync()
        #expect(try desk.all("Collections/Other") == "Sea.txt l ../../Draft/Sea.txt\n")
        try desk.shell("mv Collections/Other/Sea.txt Collections/Book/")
        try desk.project.sync()
        #expect(try desk.all() == "Sea.txt l ../../Draft/Sea.txt\n")
        #expect(try desk.all("Collections/Other") == "")
    }

    @Test func `where the folder is another directory, they come back`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        // As a program leaves it that carries no links, or one of two.
        try desk.shell("cp -a Collections/Book copy; rm -r Collections/Book copy/Ode.txt; mv copy Collections/Book")
        try desk.project.sync()
        #expect(try desk.all() == "Ode.txt l ../../Draft/Ode.txt\nRain.txt l ../../Draft/Rain.txt\n")
        #expect(try desk.members() == ["Draft/Ode.txt", "Draft/Rain.txt"])
    }

    @Test func `where this machine never saw them, or what they lead to is on its way, they come back`() throws {
        var desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt", "Draft/Sea.txt"])
        try desk.shell("rm ../state/projects/*/links-*; rm Collections/Book/Ode.txt")
        try desk.reopen()
        try desk.project.sync()
        #expect(try desk.all().contains("Ode.txt l"))
        try desk.shell("rm Collections/Book/Ode.txt; ln -s ../../Ready/Hymn.txt Collections/Book/")
        try desk.project.sync()
        #expect(try desk.all().contains("Ode.txt l"))
        #expect(try desk.members() == ["Draft/Ode.txt", "Draft/Rain.txt", "Draft/Sea.txt"])
    }

    @Test func `one that leads elsewhere is left, not followed and put nowhere`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt"])
        try desk.shell("""
            mkdir ../outside; echo x > ../outside/x; cd Collections/Book
            ln -s /etc/passwd passwd; ln -s ../../../outside/x out; ln -s ../../Research research; ln -s ../../Draft folder; ln -s ../../.shed/project.json hidden
            ln -s ../../Draft/../../outside/x up; ln -s Ode.txt own
            """)
        let before = try desk.all()
        try desk.project.sync()
        #expect(try desk.all() == before)
        #expect(try desk.members() == ["Draft/Ode.txt"])
        for name: Name in ["passwd", "out", "research", "folder", "hidden", "up", "own"] {
            #expect(desk.project.target(ofLink: CollectionDesk.book.appending(name)) == nil)
        }
        #expect(desk.project.target(ofLink: "Collections/Book/Ode.txt") == "Draft/Ode.txt")
    }
}
