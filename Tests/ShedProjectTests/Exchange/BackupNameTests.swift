import ShedProjectTestSupport
import ShedTestSupport
import ShedThreads
import Testing

@testable import ShedProject

/// The order of names is the order of age.
@Suite struct `Names of backups` {
    private let shelf: Shelf
    private let project: Project
    private let time = Surroundings.clock()

    init() throws {
        shelf = try Shelf()
        project = try shelf.project("blank")
        try shelf.shell("mkdir backups")
    }

    private var folder: [UInt8] { Array("\(shelf.path)/backups".utf8) }

    private func surroundings(at time: Int64) -> Surroundings {
        var surroundings = shelf.surroundings
        surroundings.now = { time }
        return surroundings
    }

    /// - Parameter seconds: so much later than the first.
    private func backUp(after seconds: Int64 = 0, keep: Int? = nil) throws -> String {
        let project = try Project.open(
            containing: self.project.home.path, surroundings: surroundings(at: time + seconds * 1_000), purpose: .change)
        return try "\(project.backingUp(to: folder, keep: keep, versions: nil).name)"
    }

    private func name(after seconds: Int64) -> String { "\(Backup.name(project.home.name, at: time + seconds * 1_000))" }

    @Test func `one is called by what is later than all that are there, also where the first of its second are gone`() throws {
        var made: [String] = []
        for _ in 1...6 { try made.append(backUp(keep: 1)) }
        #expect(made == (0...5).map(name(after:)))
        try made.append(backUp())
        try shelf.shell("rm 'backups/\(name(after: 5))'")
        try made.append(backUp())
        for seconds: Int64 in [1, 60] { try made.append(backUp(after: seconds)) }
        #expect(made == (0...8).map(name(after:)) + [name(after: 60)])
    }

    @Test func `what is called by a time that is far off changes no name`() throws {
        try shelf.shell("touch 'backups/\(name(after: 7_200))' 'backups/\(name(after: -5))'; mkdir 'backups/\(name(after: 1))'")
        #expect(try backUp() == name(after: 2))
    }

    /// Two at the same time: the one that was begun first is done last, and tells of the later moment.
    @Test func `one is called by the moment that it tells of`() throws {
        let clock = Lock(time)
        var surroundings = shelf.surroundings
        surroundings.now = { clock.withLock { $0 } }
        TestFile.write("Rain\n", to: "\(shelf.path)/My Poems/Files/a.txt")
        let slow = try Project.open(containing: project.home.path, surroundings: surroundings, purpose: .change)
        try slow.sync()
        let others = Lock<[String]>([])
        let (root, elsewhere, folder) = (project.home.path, self.surroundings(at: time + 30_000), self.folder)
        let result = try Interruption.$visitor.withValue({ point in
            guard point == "export-piece", others.withLock({ $0.isEmpty }) else { return }
            Interruption.$visitor.withValue(nil) {
                let other = try? Project.open(containing: root, surroundings: elsewhere, purpose: .change)
                    .backingUp(to: folder, keep: nil, versions: nil)
                others.withLock { $0.append(other.map { "\($0.name)" } ?? "") }
            }
            clock.withLock { $0 += 60_000 }
        }) { try slow.backingUp(to: folder, keep: nil, versions: nil) }
        #expect(others.withLock { $0 } == [name(after: 30)])
        #expect("\(result.name)" == name(after: 60))
    }
}
