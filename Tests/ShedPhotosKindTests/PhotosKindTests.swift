import ShedCheck
import ShedCommand
import ShedControl
import ShedModel
import ShedPhotosKind
import ShedProject
import ShedProjectTestSupport
import ShedRules
import ShedTestSupport
import Testing

/// A kind in a target of its own, which no room of the program knows, is one like those that ship.
@Suite struct `A kind that is added` {
    let gallery: Gallery
    private var project: Project { gallery.project }

    private static let size = PixelSize(width: 640, height: 480)

    init() throws {
        gallery = try Gallery()
        gallery.write(TestImage.jpeg(Self.size), to: "a.jpg")
        gallery.write(TestImage.png(PixelSize(width: 32, height: 8)), to: "b.png")
        try project.sync()
    }

    @Test func `has its template, its type of nodes and its counts`() throws {
        #expect(try project.find("Albums/Summer").node.type == .album)
        #expect(try gallery.shelf.reopen(project).find("Albums/Summer").node.type == .album)
        let german = try gallery.shelf.project("photos", named: "Fotos", language: Language(rawValue: "de"))
        #expect(try german.asKnown.folder(with: .albums) == "Alben")
        #expect(try project.statistics().counts.map { "\($0.number) \($0.title)" } == ["1 albums", "2 photos"])
    }

    @Test func `refuses by its own rule what its judge finds wrong with a content`() throws {
        gallery.write(Array("text".utf8), to: "x.jpg")
        gallery.write(TestImage.jpeg(Self.size), to: "image.txt")
        let findings = try gallery.shelf.reopen(project, purpose: .look).check()
        #expect(findings.map { "\($0.path) \($0.rule)" } == ["Albums/Summer/x.jpg not-an-image"])
        let outcome = try project.sync()
        #expect(outcome.moves.map(\.refusal.rule.name) == ["not-an-image"] && outcome.moves.map(\.to) == ["Rejected/x.jpg"])
        #expect(try gallery.album(of: project).photos.map(\.path.last) == ["a.jpg", "b.png", "image.txt"])
        #expect(try project.find("Rejected/x.jpg").node.details?.rejection?.rule == "not-an-image")
    }

    @Test func `checks what stands, and has its page in the manual`() throws {
        gallery.write(Array("overwritten".utf8), to: "a.jpg")
        #expect(try project.sync().moves.isEmpty)
        let findings = try gallery.shelf.reopen(project, purpose: .look).check()
        #expect(findings.map { "\($0.path) \($0.rule)" } == ["Albums/Summer/a.jpg not-an-image"])
        #expect(try findings.map(\.id) == [project.id("Albums/Summer/a.jpg")])
        #expect(gallery.shelf.surroundings.kinds.rules.manual("not-an-image")?.says.isEmpty == false)
    }

    @Test func `has a table of settings`() throws {
        let settings = "\(gallery.shelf.path)/Photos/.shed/settings.toml"
        TestFile.write("[photos]\nformats = [\"png\"]\n", to: settings)
        gallery.write(TestImage.jpeg(Self.size), to: "c.jpg")
        gallery.write(TestImage.png(Self.size), to: "d.png")
        #expect(try gallery.shelf.reopen(project).sync().moves.map(\.from) == ["Albums/Summer/c.jpg"])
        TestFile.write("[photos]\nformats = [\"gif\"]\n", to: settings)
        let error = #expect(throws: ShedError.self) { try gallery.shelf.reopen(project) }
        #expect(error?.message.hasPrefix(".shed/settings.toml: line 1: “photos” knows only “formats”") == true)
    }

    @Test func `does its work in idle moments, says in the status what is left, and keeps what it found in the index`() throws {
        #expect(gallery.ask("album", "list") == .done(output: Array("Summer: 2 photos\n".utf8), errors: [], exitCode: 0))
        let kind = project.kind
        #expect(!kind.hasIdleWork)
        kind.noteIdleWork(after: try project.sync(), isWhole: true, isJudged: false)
        #expect(kind.hasIdleWork)
        #expect(try lines(of: project) == ["Pixels: 2 photos still to be measured, 0 done."])
        try gallery.idle()
        #expect(try lines(of: project).isEmpty)
        let again = try gallery.shelf.reopen(project, purpose: .look)
        let sizes = try gallery.album(of: again).photos.map { try again.asKnown.pixelSize(of: $0.id)?.description }
        #expect(sizes == ["640×480", "32×8"])
        // A photo that changed is measured anew.
        gallery.write(TestImage.jpeg(PixelSize(width: 1, height: 2)), to: "a.jpg")
        kind.noteIdleWork(after: try project.sync(), isWhole: false, isJudged: false)
        try gallery.idle()
        #expect(try project.asKnown.pixelSize(of: gallery.album(of: project).photos[0].id)?.description == "1×2")
    }

    /// What the kind says in `status`.
    private func lines(of project: Project) throws -> [String] { try PhotosCommands().lines(on: project.status(all: false)).map { "\($0)" } }

    @Test func `has verbs, which a daemon carries out`() throws {
        #expect(gallery.ask("album", "cover", "Albums/Summer/b.png") == .done(output: Array("chosen Albums/Summer/b.png\n".utf8), errors: [], exitCode: 0))
        #expect(gallery.ask("album", "list") == .done(output: Array("Summer: 2 photos, cover b.png\n".utf8), errors: [], exitCode: 0))
        #expect(gallery.ask("album", "cover", "Albums/x.png") == .done(output: [], errors: Array("shed: Albums is no album\n".utf8), exitCode: 2))
        let listing = try project.listing(of: "Albums/Summer", depth: 0)
        #expect(try PhotosCommands().emptiness(of: listing.view(at: "Albums/Summer"), in: listing, project.strings)?.isEmpty == false)
    }
}

@Suite struct `A field of a kind that is added` {
    let gallery: Gallery
    private var project: Project { gallery.project }

    init() throws {
        gallery = try Gallery()
        for name in ["a.png", "b.png"] { gallery.write(TestImage.png(PixelSize(width: 3, height: 4)), to: name) }
        try project.sync()
        try gallery.setCover("a.png", of: project)
    }

    @Test func `travels to other devices, where the last writer wins`() throws {
        try gallery.shelf.shell("mkdir elsewhere; cp -a Photos elsewhere/")
        let there = try gallery.shelf.trusted("elsewhere/Photos", on: gallery.shelf.elsewhere())
        #expect(try gallery.album(of: there).cover?.id == project.id("Albums/Summer/a.png"))
        try gallery.setCover("b.png", of: there)
        try gallery.shelf.shell("cp -a -n elsewhere/Photos/.shed/ops/. Photos/.shed/ops/")
        try project.sync()
        #expect(try gallery.album(of: project).cover?.path == "Albums/Summer/b.png")
        #expect(try gallery.album(of: gallery.shelf.reopen(project)).cover?.path == "Albums/Summer/b.png")
    }

    @Test func `names the copies in a copy of the project`() throws {
        try gallery.shelf.shell("cp -a Photos Copy")
        let copy = try gallery.shelf.trusted("Copy")
        try copy.sync()
        let cover = try #require(try gallery.album(of: copy).cover)
        #expect(cover.path == "Albums/Summer/a.png")
        #expect(try cover.id != project.id("Albums/Summer/a.png"))
    }

    @Test func `stays behind where it would name nothing`() throws {
        let other = try gallery.shelf.project("photos", named: "Other")
        let album = try project.id("Albums/Summer")
        try gallery.shelf.shell("mv Photos/Albums/Summer Other/Albums/")
        try other.sync()
        #expect(try other.id("Albums/Summer") == album)
        #expect(try gallery.album(of: other).cover == nil)
        #expect(try other.find("Albums/Summer").node.details?.other.isEmpty != false)
    }
}
