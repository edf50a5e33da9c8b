import Glibc
import ShedDisk
import ShedExchange
import ShedMessages
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import ShedThreads
import Synchronization
import Testing

@testable import ShedProject

/// An export tells of one moment, and keeps nobody from the project while files are copied.
@Suite struct `An export beside others who work` {
    /// - Parameter ahead: by how much shed's clock is ahead of the one that stamps files, in milliseconds: 0 says that all was written just now.
    private func project(ahead: Int64 = 3_600_000) throws -> (shelf: Shelf, project: Project) {
        let shelf = try Shelf(now: { Surroundings.clock() + ahead })
        let project = try shelf.project("blank")
        try shelf.shell("""
            cd 'My Poems'; mkdir One Three Two
            printf 'Rain\\n' > One/a.txt; printf 'Snow\\n' > One/b.txt; printf 'Hail\\n' > Three/d.txt; printf 'Sleet\\n' > Two/c.txt
            """)
        try project.sync()
        return (shelf, project)
    }

    private func held(_ shelf: Shelf, _ folder: String) throws -> String {
        try shelf.shell("cd '\(folder)'; find . -name .shed -prune -o -type f -print | sort | xargs -r -d '\\n' sha256sum")
    }

    private func ids(_ project: Project) throws -> [String: NodeID] {
        let state = try project.refresh().load()
        var ids: [String: NodeID] = [:]
        for id in state.model.nodes.keys where id != project.home.id && state.stands(id) { if let path = state.model.path(of: id) { ids["\(path)"] = id } }
        return ids
    }

    /// How many parts an archive has in it, and of how many its list tells.
    private func parts(_ shelf: Shelf) throws -> [String] {
        try ["\\003\\004", "\\001\\002"].map { try shelf.shell("LC_ALL=C grep -aoF \"$(printf 'PK\($0)')\" out | wc -l").filter(\.isNumber) }
    }

    /// Nobody of shed changes the project then; a person may.
    @Test(arguments: [ExportForm.archive, .folder])
    func `what a person renames while it is told of is in it`(form: ExportForm) throws {
        let (shelf, project) = try project(ahead: -3_600_000)
        let pieces = Lock(0)
        let work = "\(shelf.path)/My Poems"
        let moves = [("Two/c.txt", "Two/z.txt"), ("One/b.txt", "Three/b.txt")]
        let known = try ids(project)
        let result = try Interruption.$visitor.withValue({ point in
            // All four were copied before, and had changed just then.
            guard point == "export-piece", pieces.withLock({ $0 += 1; return $0 }) == 5 else { return }
            for (from, to) in moves { rename("\(work)/\(from)", "\(work)/\(to)") }
        }) { try project.exporting(ExportOrder(), as: form, to: Array("\(shelf.path)/out".utf8)) }
        #expect(TestFile.read("\(work)/Two/z.txt") == Array("Sleet\n".utf8))
        #expect(result.left.isEmpty && result.files == 4, "\(result.left)")
        let reading = try ImportReading(Array("\(shelf.path)/out".utf8), by: [ShedExport()], limits: ImportLimits())
        let made = try Project.importing(
            reading, as: nil, language: .english, named: "Again", in: Array(shelf.path.utf8), surroundings: shelf.surroundings)
        #expect(try ids(try #require(made.project)) == known)
        #expect(try shelf.shell("cd Again; cat One/*.txt Two/*.txt Three/*.txt") == "Rain\nSnow\nSleet\nHail\n")
    }

    @Test(arguments: [ExportForm.archive, .folder])
    func `what is written, moved, removed and made while it is copied is in it as it is at the end`(form: ExportForm) throws {
        let (shelf, project) = try project()
        var (calls, isFree, failure): (Int, Bool, (any Error)?) = (0, false, nil)
        let result = try project.exporting(ExportOrder(), as: form, to: Array("\(shelf.path)/out".utf8)) { done in
            calls += 1
            guard done == 3 else { return }
            isFree = !project.isBeingChanged
            do {
                try shelf.shell("""
                    cd 'My Poems'; printf 'Rain again\\n' > One/a.txt; rm One/b.txt; mv Two/c.txt One/c.txt; printf 'New\\n' > Two/n.txt; mv Three Four
                    """)
                // Somebody else takes it in, and so writes.
                try shelf.reopen(project).sync()
            } catch { failure = error }
        }
        #expect(failure == nil)
        #expect(calls >= 3 && isFree)
        #expect(result.left.isEmpty && result.files == 4)
        let reading = try ImportReading(Array("\(shelf.path)/out".utf8), by: [ShedExport()], limits: ImportLimits())
        let made = try Project.importing(
            reading, as: nil, language: .english, named: "Again", in: Array(shelf.path.utf8), surroundings: shelf.surroundings)
        // Nothing stands in it that it does not tell of.
        #expect(reading.project.notes.isEmpty)
        #expect(try held(shelf, "Again") == held(shelf, "My Poems"))
        #expect(try held(shelf, "Again").contains("One/c.txt"))
        #expect(try ids(try #require(made.project)) == ids(project))
    }

    /// Two backups that are to leave one, of which the later one comes while the earlier has not looked yet which are to go.
    @Test(arguments: ["backup-verified", "export-placed"]) func `of two backups at a time the later one stays`(point: String) throws {
        let (shelf, project) = try project()
        try shelf.shell("mkdir backups")
        let folder = Array("\(shelf.path)/backups".utf8)
        var later = shelf.surroundings
        let now = shelf.surroundings.now
        later.now = { now() + 60_000 }
        let failures = Lock<[String]>([])
        let (root, elsewhere) = (project.home.path, later)
        let first = try Interruption.$visitor.withValue({ reached in
            guard reached == point else { return }
            Interruption.$visitor.withValue(nil) {
                do {
                    let other = try Project.open(containing: root, surroundings: elsewhere, purpose: .change)
                    _ = try other.backingUp(to: folder, keep: 1, versions: nil)
                } catch { failures.withLock { $0.append("\(error)") } }
            }
        }) { try project.backingUp(to: folder, keep: 1, versions: nil) }
        #expect(failures.withLock { $0 }.isEmpty)
        #expect(first.removed.isEmpty)
        let left = try shelf.shell("ls backups").split(separator: "\n").map(String.init)
        #expect(left.contains { $0 > "\(first.name)" }, "\(left)")
        // The next one puts it in order.
        later.now = { now() + 120_000 }
        let last = try Project.open(containing: root, surroundings: later, purpose: .change).backingUp(to: folder, keep: 1, versions: nil)
        #expect(try shelf.shell("ls backups") == "\(last.name)\n")
    }

    /// Another backup, begun in the same second, is done first.
    @Test func `a backup whose name something got meanwhile is called by a later second`() throws {
        let (shelf, project) = try project()
        try shelf.shell("mkdir backups")
        var surroundings = shelf.surroundings
        let time = surroundings.now()
        surroundings.now = { time }
        let fixed = try Project.open(containing: project.home.path, surroundings: surroundings, purpose: .change)
        let names = (Int64(0)...2).map { "\(Backup.name(fixed.home.name, at: time + $0 * 1_000))" }
        let folder = "\(shelf.path)/backups"
        let result = try Interruption.$visitor.withValue({ point in
            guard point == "backup-verified" else { return }
            for name in names.prefix(2) { TestFile.write("mine\n", to: "\(folder)/\(name)") }
        }) { try fixed.backingUp(to: Array(folder.utf8), keep: 7, versions: nil) }
        #expect("\(result.name)" == names[2])
        #expect(try shelf.shell("ls -A backups") == names.map { "\($0)\n" }.joined())
        #expect(TestFile.read("\(folder)/\(names[0])") == Array("mine\n".utf8))
        let reading = try ImportReading(Array("\(folder)/\(names[2])".utf8), by: [ShedExport()], limits: ImportLimits())
        #expect(reading.project.notes.isEmpty)
    }

    @Test func `a file that nobody touched is copied once, while nobody waits`() throws {
        let (shelf, project) = try project()
        var free: [Bool] = []
        _ = try project.exporting(ExportOrder(), as: .archive, to: Array("\(shelf.path)/out".utf8)) { _ in free.append(!project.isBeingChanged) }
        #expect(free == [true, true, true, true])
        let parts = try parts(shelf)
        #expect(parts[0] == parts[1])
    }

    /// Papers keep whole PDFs there.
    @Test(arguments: [ExportForm.archive, .folder], ["stays", "changes", "goes"])
    func `what goes with the project beside its files is copied while nobody waits, and again where it changed`(form: ExportForm, then: String) throws {
        let (shelf, project) = try project()
        try shelf.shell("cd 'My Poems'; printf '# a\\n' > .shedignore; printf '# b\\n' > .shed/settings.toml")
        try project.sync()
        let ignore = "\(shelf.path)/My Poems/.shedignore"
        let points = Lock<[String]>([])
        let result = try Interruption.$visitor.withValue({ point in
            guard point == "export-piece" || point == "export-copied" else { return }
            points.withLock { $0.append(point) }
            guard point == "export-copied" else { return }
            if then == "changes" { TestFile.write("# changed\n", to: ignore) }
            if then == "goes" { unlink(ignore) }
        }) { try project.exporting(ExportOrder(), as: form, to: Array("\(shelf.path)/out".utf8)) }
        #expect(result.left.isEmpty)
        let pieces = points.withLock { $0 }.split(separator: "export-copied", omittingEmptySubsequences: false).map(\.count)
        #expect(pieces == [6, then == "changes" ? 1 : 0])
        let reading = try ImportReading(Array("\(shelf.path)/out".utf8), by: [ShedExport()], limits: ImportLimits())
        // Nothing stands in it that it does not tell of.
        #expect(reading.project.notes.isEmpty)
        _ = try Project.importing(reading, as: nil, language: .english, named: "Again", in: Array(shelf.path.utf8), surroundings: shelf.surroundings)
        #expect(try shelf.shell("cat Again/.shed/settings.toml") == "# b\n")
        #expect(TestFile.read("\(shelf.path)/Again/.shedignore") == Array(["stays": "# a\n", "changes": "# changed\n"][then, default: ""].utf8))
    }

    @Test func `one that was written just before is copied again, since its times would not tell`() throws {
        let (shelf, project) = try project(ahead: -3_600_000)
        _ = try project.exporting(ExportOrder(), as: .archive, to: Array("\(shelf.path)/out".utf8))
        let parts = try parts(shelf).compactMap { Int($0) }
        #expect(parts.count == 2 && parts[0] == parts[1] + 4)
        let reading = try ImportReading(Array("\(shelf.path)/out".utf8), by: [ShedExport()], limits: ImportLimits())
        _ = try Project.importing(reading, as: nil, language: .english, named: "Again", in: Array(shelf.path.utf8), surroundings: shelf.surroundings)
        #expect(try held(shelf, "Again") == held(shelf, "My Poems"))
    }

    @Test func `what is named and goes meanwhile ends it, and leaves nothing`() throws {
        let (shelf, project) = try project()
        let order = ExportOrder(paths: ["One/a.txt", "Three"])
        #expect(throws: ShedError.self) {
            try project.exporting(order, as: .folder, to: Array("\(shelf.path)/out".utf8)) { _ in
                _ = try? shelf.shell("cd 'My Poems'; if [ -e Three ]; then mv Three Four; fi")
                _ = try? shelf.reopen(project).sync()
            }
        }
        #expect(try shelf.shell("ls -A | grep -e out -e shed-export || true").isEmpty)
    }

    /// What is kept of one file; who asks for it the first time gets something else, as where somebody writes it anew just then.
    private final class WaveringVersions: VersionKeeper {
        let (folder, node): (String, NodeID)
        let isFirst = Atomic(true)

        init(_ folder: String, _ node: NodeID) { (self.folder, self.node) = (folder, node) }

        func versions(of ids: Set<NodeID>, _ reader: some ProjectReader) -> (versions: [NodeID: [KeptVersion]], lost: [Message]) {
            ([node: [KeptVersion(hash: ContentHash(of: Array("Fog\n".utf8)), size: 4, time: 1_700_000_000_000, name: "first")]], [])
        }

        func content(of version: KeptVersion, _ reader: some ProjectReader) throws(ShedError) -> ReadableFile {
            let name: Name = isFirst.exchange(false, ordering: .relaxed) ? "wrong" : "right"
            do throws(DiskError) { return try DirectoryHandle(path: folder).file(name) } catch { throw ShedError(error) }
        }

        func keep(_ versions: [ImportedKeeping], _ reader: some ProjectReader, write: (ImportedVersion, NewFile) throws(ShedError) -> Void) -> [Int] { [] }

        func forget(_ numbers: [Int], _ reader: some ProjectReader) {}
    }

    @Test(arguments: [ExportForm.archive, .folder]) func `a version that somebody else writes anew while it is copied is copied again`(form: ExportForm) throws {
        let (shelf, project) = try project()
        try shelf.shell("printf 'Fog\n' > right; printf 'Mud\n' > wrong")
        let node = try #require(try project.id("One/a.txt"))
        let result = try project.exporting(ExportOrder(versions: WaveringVersions(shelf.path, node)), as: form, to: Array("\(shelf.path)/out".utf8))
        #expect(result.left.isEmpty && result.versions == 1)
        let reading = try ImportReading(Array("\(shelf.path)/out".utf8), by: [ShedExport()], limits: ImportLimits())
        _ = try Project.importing(reading, as: nil, language: .english, named: "Again", in: Array(shelf.path.utf8), surroundings: shelf.surroundings)
        #expect(reading.project.notes.isEmpty)
    }
}
