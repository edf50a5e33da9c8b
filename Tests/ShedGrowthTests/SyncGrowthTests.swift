import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedReconcile
import ShedSidecar
import ShedTestSupport
import Testing

/// What a walk meets that was done on the disk meanwhile.
extension GrowthTests {
    /// A project that has files.
    private func filled(_ count: Int, _ settings: String? = nil, _ content: (Int) -> String = { _ in "" }) throws -> (Bench, [RelativePath]) {
        let bench = try Bench("poetry", settings)
        let paths = bench.files(count, in: "Draft", ".txt", content)
        try bench.project.sync()
        return (bench, paths)
    }

    @Test func `a walk that meets new files`() throws {
        try Growth.expect(250) { count in
            let bench = try Bench("poetry")
            bench.files(count, in: "Draft")
            return { try #expect(bench.project.sync().changes.count == count) }
        }
    }

    @Test func `a walk that meets files in another folder`() throws {
        try Growth.expect(250) { count in
            let (bench, paths) = try filled(count)
            bench.move(paths, to: "Research")
            return { try #expect(bench.project.sync().changes.count == count) }
        }
    }

    @Test func `a walk that meets files that changed their names`() throws {
        try Growth.expect(200) { count in
            let (bench, paths) = try filled(count)
            for path in paths { bench.rename(path, to: path.parent.appending(Name("other \(path.names[1])"))) }
            return { try #expect(bench.project.sync().changes.count == count) }
        }
    }

    @Test func `a walk that meets files that were copied and deleted`() throws {
        try Growth.expect(150) { count in
            let (bench, paths) = try filled(count) { "content \($0)" }
            bench.delete(paths)
            bench.files(count, in: "Research", ".md") { "content \($0)" }
            return { try #expect(bench.project.sync().changes.count == count) }
        }
    }

    @Test func `a walk that meets a folder taken apart`() throws {
        try Growth.expect(125) { count in
            let bench = try Bench("poetry")
            bench.folders(count, in: "Collections/A")
            let paths = bench.files(count, in: "Collections/A") { "content \($0)" }
            try bench.project.walk(.adopt)
            for (path, folder) in zip(paths, bench.folders(count, in: "Collections", " B")) { bench.rename(path, to: folder.appending(Name("x.txt"))) }
            try bench.remove("Collections/A")
            return { try bench.project.refresh() }
        }
    }

    @Test func `a walk that meets that files are gone`() throws {
        try Growth.expect(250) { count in
            let (bench, paths) = try filled(count) { "content \($0)" }
            bench.delete(paths)
            return { try #expect(bench.project.sync().changes.count == count) }
        }
    }

    @Test func `a walk that meets renames which were seen`() throws {
        try Growth.expect(200) { count in
            let (bench, paths) = try filled(count) { "content \($0)" }
            bench.delete(paths)
            let witness = Witness()
            for (old, new) in zip(paths, bench.files(count, in: "Research", ".md") { "other \($0)" }) { witness.sightings.renamed[new] = [old] }
            bench.project.changeSource = witness
            return { try withExtendedLifetime(witness) { try #expect(bench.project.sync().changes.count == 2 * count) } }
        }
    }

    @Test func `a walk that refuses files`() throws {
        try Growth.expect(200) { count in
            let bench = try Bench("poetry", "bulk = 1000000\n")
            bench.files(count, in: "Collections")
            return { try #expect(bench.project.sync().moves.count == count) }
        }
    }

    @Test func `a walk that refuses files of one name`() throws {
        try Growth.expect(100) { count in
            let bench = try Bench("poetry", "bulk = 1000000\n")
            let folders = bench.folders(count, in: "Collections")
            try bench.project.sync()
            let state = try bench.project.load()
            try bench.project.commit(folders.compactMap { state.node(at: $0) }.map { Operation($0, [.accepts(.nothing)]) })
            for folder in folders { TestFile.write("x", to: "\(bench.root)/\(folder)/x.txt") }
            return { try #expect(bench.project.sync().moves.count == count) }
        }
    }

    @Test func `a walk that leaves refused files where they are`() throws {
        try Growth.expect(250) { count in
            let bench = try Bench("poetry", "bulk = 10\n")
            bench.files(count, in: "Collections")
            return { try #expect(bench.project.sync().reports.count == count + 1) }
        }
    }

    @Test func `a walk that sends known files home`() throws {
        try Growth.expect(125) { count in
            let (bench, paths) = try filled(count, "bulk = 1000000\n")
            bench.move(paths, to: "Collections")
            return { try #expect(bench.project.sync().moves.count == count) }
        }
    }

    @Test func `a walk through one folder that sends known files home`() throws {
        try Growth.expect(125) { count in
            let (bench, paths) = try filled(count, "bulk = 1000000\n")
            bench.move(paths, to: "Collections")
            return { try #expect(bench.project.reconcile(.daemonJudging(.init(in: ["Collections"], busy: []))).moves.count == count) }
        }
    }

    @Test func `a walk that meets new files, and others gone`() throws {
        try Growth.expect(125) { count in
            let (bench, paths) = try filled(count)
            bench.delete(paths)
            bench.files(count, in: "Ready") { "text \($0)" }
            return { try #expect(bench.project.sync().changes.count == 2 * count) }
        }
    }

    @Test func `a walk that meets what another device has moved`() throws {
        try Growth.expect(400) { count in
            let (bench, paths) = try filled(count)
            try writeMoves(of: paths, to: "Research", bench)
            bench.move(paths.prefix(count / 2), to: "Research")
            try bench.reopen()
            return { try bench.project.sync() }
        }
    }

    /// Says in a batch of another device that files are in another folder.
    private func writeMoves(of paths: [RelativePath], to folder: RelativePath, _ bench: Bench) throws {
        let state = try bench.project.load()
        let parent = try #require(state.node(at: folder))
        let moves = paths.compactMap { path in
            state.node(at: path).flatMap { id in path.last.map { Operation(id, [.place(Place(parent: parent, name: $0))]) } }
        }
        let stamp = Stamp(time: state.clock.last + 1, replica: ReplicaID(rawValue: 77))
        let header = Batch.Header(
            project: bench.project.home.id, replica: stamp.replica, sequence: 1, parents: state.meta.fold.heads.compactMap { BatchID(bytes: $0) })
        _ = try bench.project.home.sidecar.write(BatchEncoder.encode(header, moves.map { StampedOperation(stamp, $0) }))
    }

    @Test func `adopting a folder`() throws {
        try Growth.expect(250) { count in
            let bench = try Bench("poetry")
            try bench.remove(".shed")
            bench.files(count, in: "Draft")
            let (kind, surroundings) = (try bench.surroundings.kinds.kinds.kind(named: "poetry"), bench.surroundings)
            return { try Adoption(of: Array(bench.root.utf8), kind: kind, language: .english, surroundings: surroundings).perform() }
        }
    }
}

/// One who watched a project, and saw files renamed.
private final class Witness: StubChangeSource {
    var sightings = WatchSightings()
    var isSidecarQuiet = false

    func takeDirtyDirectories(isSecondLook: Bool) -> Set<RelativePath>? { nil }
}
