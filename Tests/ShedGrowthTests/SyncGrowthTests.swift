import Glibc
import ShedModel
import ShedReconcile
import ShedSidecar
import ShedTestSupport
import Testing

@testable import ShedEngine

/// What a walk meets that was done on the disk meanwhile.
extension GrowthTests {
    @Test func `a walk that meets new files`() throws {
        try Growth.expect(250) { count in
            let bench = try Bench("poetry")
            bench.files(count, in: "Draft")
            return { try #expect(bench.sync().changes.count == count) }
        }
    }

    @Test func `a walk that meets files in another folder`() throws {
        try Growth.expect(250) { count in
            let bench = try Bench("poetry")
            let paths = bench.files(count, in: "Draft")
            try bench.sync()
            for path in paths { bench.rename(path, to: RelativePath(["Research"] + path.names.dropFirst())) }
            return { try #expect(bench.sync().changes.count == count) }
        }
    }

    @Test func `a walk that meets files that changed their names`() throws {
        try Growth.expect(200) { count in
            let bench = try Bench("poetry")
            let paths = bench.files(count, in: "Draft")
            try bench.sync()
            for path in paths { bench.rename(path, to: path.parent.appending(Name("other \(path.names[1])"))) }
            return { try #expect(bench.sync().changes.count == count) }
        }
    }

    @Test func `a walk that meets files that were copied over and deleted`() throws {
        try Growth.expect(150) { count in
            let bench = try Bench("poetry")
            let paths = bench.files(count, in: "Draft") { "content \($0)" }
            try bench.sync()
            for path in paths { unlink("\(bench.root)/\(path)") }
            bench.files(count, in: "Research", ".md") { "content \($0)" }
            return { try #expect(bench.sync().changes.count == count) }
        }
    }

    @Test func `a walk that meets a folder taken apart`() throws {
        try Growth.expect(200) { count in
            let bench = try Bench("poetry")
            mkdir("\(bench.root)/Collections/A", 0o755)
            for number in 0..<count {
                mkdir("\(bench.root)/Collections/A/\(number)", 0o755)
            }
            let paths = bench.files(count, in: "Collections/A") { "content \($0)" }
            try bench.sync { $0.judgement = .none }
            for (number, path) in paths.enumerated() {
                mkdir("\(bench.root)/Collections/B\(number)", 0o755)
                bench.rename(path, to: RelativePath(["Collections", Name("B\(number)"), "x.txt"]))
            }
            try bench.remove("Collections/A")
            return { try bench.sync { $0.judgement = .later } }
        }
    }

    @Test func `a walk that meets that files are gone`() throws {
        try Growth.expect(250) { count in
            let bench = try Bench("poetry")
            let paths = bench.files(count, in: "Draft") { "content \($0)" }
            try bench.sync()
            for path in paths { unlink("\(bench.root)/\(path)") }
            return { try #expect(bench.sync().changes.count == count) }
        }
    }

    @Test func `a walk that meets renames which were seen`() throws {
        try Growth.expect(200) { count in
            let bench = try Bench("poetry")
            let paths = bench.files(count, in: "Draft") { "content \($0)" }
            try bench.sync()
            for path in paths { unlink("\(bench.root)/\(path)") }
            let new = bench.files(count, in: "Research", ".md") { "other \($0)" }
            return {
                try bench.sync { errand in
                    for (old, now) in zip(paths, new) { errand.renamed[now] = [old] }
                }
            }
        }
    }

    @Test func `a walk that refuses files`() throws {
        try Growth.expect(125) { count in
            let bench = try Bench("poetry", "bulk = 1000000\n")
            bench.files(count, in: "Collections")
            return { try #expect(bench.sync().moves.count == count) }
        }
    }

    @Test func `a walk that refuses files of one name`() throws {
        try Growth.expect(125) { count in
            let bench = try Bench("poetry", "bulk = 1000000\n")
            for number in 0..<count { mkdir("\(bench.root)/Collections/\(number)", 0o755) }
            try bench.sync()
            try bench.project.commit(bench.project.load().model.nodes.values.filter { $0.place?.name != "Collections" && $0.type == .folder && $0.role == nil }.map { Operation($0.id, [.accepts(.nothing)]) })
            for number in 0..<count { TestFile.write("x", to: "\(bench.root)/Collections/\(number)/x.txt") }
            return { try #expect(bench.sync().moves.count == count) }
        }
    }

    @Test func `a walk that leaves refused files where they are`() throws {
        try Growth.expect(250) { count in
            let bench = try Bench("poetry", "bulk = 10\n")
            bench.files(count, in: "Collections")
            return { try #expect(bench.sync().reports.count == count + 1) }
        }
    }

    @Test func `a walk that sends known files home`() throws {
        try Growth.expect(200) { count in
            let bench = try Bench("poetry", "bulk = 1000000\n")
            let paths = bench.files(count, in: "Draft")
            try bench.sync()
            for path in paths { bench.rename(path, to: RelativePath(["Collections"] + path.names.dropFirst())) }
            return { try #expect(bench.sync().moves.count == count) }
        }
    }

    @Test func `a walk through one folder that sends known files home`() throws {
        try Growth.expect(125) { count in
            let bench = try Bench("poetry", "bulk = 1000000\n")
            let paths = bench.files(count, in: "Draft")
            try bench.sync()
            for path in paths { bench.rename(path, to: RelativePath(["Collections"] + path.names.dropFirst())) }
            return { try #expect(bench.sync { $0.dirty = ["Collections"] }.moves.count == count) }
        }
    }

    @Test func `a walk that meets files nobody saw come, and others gone`() throws {
        try Growth.expect(125) { count in
            let bench = try Bench("poetry", "bulk = 1000000\n")
            let paths = bench.files(count, in: "Draft")
            try bench.sync()
            for path in paths { unlink("\(bench.root)/\(path)") }
            bench.files(count, in: "Ready") { "text \($0)" }
            return { try #expect(bench.sync().changes.count == 2 * count) }
        }
    }

    @Test func `a walk that meets what another device has moved`() throws {
        try Growth.expect(300) { count in
            let bench = try Bench("poetry")
            let paths = bench.files(count, in: "Draft")
            try bench.sync()
            let state = try bench.project.load()
            let research = try #require(bench.project.node(at: "Research", state))
            let draft = try #require(bench.project.node(at: "Draft", state))
            let moves = state.model.children(of: draft).compactMap { id in
                state.model.nodes[id]?.place.map { Operation(id, [.place(Place(parent: research, name: $0.name))]) }
            }
            let stamp = Stamp(time: state.clock.last + 1, replica: ReplicaID(rawValue: 77))
            let header = Batch.Header(
                project: bench.project.id, replica: stamp.replica, sequence: 1, parents: state.meta.heads.compactMap { BatchID(bytes: $0) })
            try bench.project.sidecar.write(BatchEncoder.encode(header, moves.map { StampedOperation(stamp, $0) }))
            for path in paths.prefix(count / 2) { bench.rename(path, to: RelativePath(["Research"] + path.names.dropFirst())) }
            try bench.reopen()
            return { try bench.sync() }
        }
    }

    @Test func `adopting a folder`() throws {
        try Growth.expect(500) { count in
            let bench = try Bench("poetry")
            try bench.remove(".shed")
            bench.files(count, in: "Draft")
            let project = bench.project
            return { try Adoption(of: Array(bench.root.utf8), kind: kind("poetry"), language: .english, surroundings: project.surroundings).perform() }
        }
    }
}
