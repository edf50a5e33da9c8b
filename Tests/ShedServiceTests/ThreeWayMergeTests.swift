import Glibc
import ShedDisk
import ShedModel
import ShedTestSchedule
import Testing

@testable import ShedService

@Suite(.waitsForPrograms) struct `Two versions of a text` {
    private static let environment = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
    private let base = "one\ntwo\nthree\nfour\nfive\n"

    private func merged(_ ours: String, _ theirs: String, _ environment: [String: String] = environment, in bench: Bench) throws -> ThreeWayMerge.Outcome {
        let merge = try #require(ThreeWayMerge(environment: environment))
        mkdir(bench.path + "/merge", 0o700)
        return try merge.merge(
            ours: Array(ours.utf8), base: Array(base.utf8), theirs: Array(theirs.utf8), labels: ("Ode.txt", "3", "-L copy"), in: DirectoryHandle(path: bench.path + "/merge"))
    }

    @Test(.enabled(if: ProgramPath.find("git", environment: [:]) != nil, "needs git"))
    func `are put together where they were changed at different places`() throws {
        let bench = try Bench()
        #expect(try merged("one\ntwo\nthree\nfour\nFIVE\n", "ONE\ntwo\nthree\nfour\nfive\n", in: bench) == .clean(Array("ONE\ntwo\nthree\nfour\nFIVE\n".utf8)))
    }

    @Test(.enabled(if: ProgramPath.find("git", environment: [:]) != nil, "needs git"))
    func `keep both, with marks, where they were changed at the same`() throws {
        let bench = try Bench()
        guard case .conflicts(1, let bytes) = try merged("1\ntwo\nthree\nfour\nfive\n", "ONE\ntwo\nthree\nfour\nfive\n", in: bench) else {
            Issue.record("no conflict")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self) == "<<<<<<< Ode.txt\n1\n||||||| 3\none\n=======\nONE\n>>>>>>> -L copy\ntwo\nthree\nfour\nfive\n")
    }

    /// The state directory may lie in somebody's repository, whose configuration says anything.
    @Test(.enabled(if: ProgramPath.find("git", environment: [:]) != nil, "needs git"))
    func `are put together whatever a repository around them says`() throws {
        let bench = try Bench()
        try bench.file(".git/config", "[core]\n\trepositoryformatversion = 99\n[merge]\n\tconflictStyle = nonsense\n")
        #expect(try merged("one\ntwo\nthree\nfour\nFIVE\n", base, in: bench) == .clean(Array("one\ntwo\nthree\nfour\nFIVE\n".utf8)))
    }

    @Test func `are not put together by a git that fails, nor without one`() throws {
        let bench = try Bench()
        try bench.program("git", "echo broken >&2; exit 255")
        #expect { try merged("a\n", "b\n", ["PATH": bench.programs, "SHED_TOOL_PATHS": bench.programs], in: bench) } throws: { ($0 as? ServiceError)?.message.contains("broken") == true }
        #expect(ThreeWayMerge(environment: ["PATH": "/nowhere"]) == nil)
    }
}
