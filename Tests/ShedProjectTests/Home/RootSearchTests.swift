import Glibc
import ShedModel
import ShedProject
import ShedProjectTestSupport
import Testing

/// Whose a project is, and how far up it is looked for.
@Suite struct `A project of somebody else` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
    }

    /// As somebody else than who owns everything here.
    private var stranger: Surroundings {
        var surroundings = shelf.surroundings
        surroundings.user = geteuid() &+ 1
        return surroundings
    }

    @Test func `is looked at and not changed, whoever trusted it`() throws {
        let root = project.home.path
        let seen = try Project.open(containing: root, surroundings: stranger, purpose: .look)
        #expect(seen.home.id == project.home.id)
        let before = try shelf.shell("find . -printf '%p %i %s %T@\\n' | sort")
        let error = #expect(throws: ShedError.self) { try Project.open(containing: root, surroundings: stranger, purpose: .change) }
        #expect(error?.exitCode == 2 && error?.message.contains("belongs to user \(geteuid())") == true && error?.isAboutTrust == false)
        #expect(error?.remedy.contains("safe-directories") == true)
        #expect(throws: ShedError.self) { try seen.trusted(as: .trust) }
        #expect(try shelf.shell("find . -printf '%p %i %s %T@\\n' | sort") == before)
    }

    @Test func `is changed where the person has listed its root, and only that`() throws {
        var surroundings = stranger
        surroundings.safeDirectories = [Array("\(shelf.path)/other".utf8)]
        #expect(throws: ShedError.self) { try Project.open(containing: project.home.path, surroundings: surroundings, purpose: .change) }
        surroundings.safeDirectories = [project.home.path + Array("/".utf8)]
        #expect(try Project.open(containing: project.home.path, surroundings: surroundings, purpose: .change).home.id == project.home.id)
    }

    @Test func `is neither made nor adopted there`() throws {
        try shelf.shell("mkdir -p Old/Draft")
        let kind = try shelf.surroundings.kinds.kinds.kind(named: "poetry")
        #expect(throws: ShedError.self) {
            try Adoption(of: Array("\(shelf.path)/Old".utf8), kind: kind, language: .english, surroundings: stranger)
        }
        #expect(throws: ShedError.self) {
            try Project.new(kind, named: "New", in: Array(shelf.path.utf8), language: .english, surroundings: stranger)
        }
        #expect(try shelf.shell("ls -A Old; ls -d New .shed-new* 2> /dev/null | wc -l") == "Draft\n0\n")
    }

    /// Only root can give directories away.
    @Test(.enabled(if: geteuid() == 0)) func `above one's own directory is not heeded, which the error says`() throws {
        try shelf.shell("mkdir 'My Poems/mine' 'My Poems/mine/inner'; chown 65534 'My Poems/mine' 'My Poems/mine/inner'")
        let inner = project.home.path + Array("/mine/inner".utf8)
        var owner = shelf.surroundings
        owner.user = 65534
        let error = #expect(throws: ShedError.self) { try Project.open(containing: inner, surroundings: owner, purpose: .look) }
        #expect(error?.exitCode == 2 && error?.message.contains("My Poems/mine, since what is above belongs to somebody else") == true, "\(error?.message ?? "")")
        #expect(error?.remedy.contains("-C ") == true)
        owner.safeDirectories = [project.home.path]
        #expect(try Project.open(containing: inner, surroundings: owner, purpose: .look).home.id == project.home.id)
    }

    /// A sidecar that somebody put into a directory in which anybody may write, the sticky one of its owner.
    @Test(.enabled(if: geteuid() == 0)) func `is not heeded by a sidecar of another in a directory of one's own`() throws {
        try shelf.shell("chmod 1777 'My Poems'; chown -R 65534 'My Poems/.shed'; mkdir 'My Poems/work'")
        let work = project.home.path + Array("/work".utf8)
        #expect(throws: ShedError.self) { try Project.open(containing: work, surroundings: shelf.surroundings, purpose: .look) }
        let error = #expect(throws: ShedError.self) { try Project.open(containing: project.home.path, surroundings: shelf.surroundings, purpose: .change) }
        #expect(error?.message.contains("its .shed to user 65534") == true, "\(error?.message ?? "")")
        // A project of one's own may be made below it.
        try Project.checkNew(named: "Mine", in: work, surroundings: shelf.surroundings)
    }
}
