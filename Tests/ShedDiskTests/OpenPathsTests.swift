import Glibc
import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

/// Who has what open, as real processes do.
@Suite("What processes use") struct OpenPathsTests {
    /// A directory with a file, and a pipe that holds up whoever reads it until it is let go.
    private struct Desk {
        let shop: Workshop
        var pipe: String { shop.path + "/pipe" }

        init() throws {
            shop = try Workshop()
            try shop.file("Folder/a.txt", "a")
            try #require(mkfifo(pipe, 0o600) == 0)
        }

        /// Starts a shell in which `$1` is the directory.
        func run(_ script: String) throws -> Run {
            try Run(
                "/bin/sh", ["-c", script, "sh", shop.path].map { Array($0.utf8) }, environment: ["PATH=/usr/bin:/bin"], in: "/",
                output: shop.path + ".output", errors: shop.path + ".errors")
        }

        /// Who reads may not have come to it yet: closed before, the pipe would hold them up for good.
        func letGo() {
            _ = waits {
                let writer = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
                return writer >= 0 && close(writer) == 0
            }
        }

        var hasUser: Bool { OpenPaths(below: Array(shop.path.utf8), of: ["Folder/a.txt"]).user(of: "Folder/a.txt") != nil }
    }

    @Test(arguments: ["exec 3< \"$1/Folder/a.txt\"; echo open; cat \"$1/pipe\"", "sh -c '(exec 3< \"$1/Folder/a.txt\"; echo open; cat \"$1/pipe\") & wait' sh \"$1\" & wait"])
    func `what this process has started does not count, at whatever remove`(script: String) throws {
        let desk = try Desk()
        let run = try desk.run(script)
        defer {
            desk.letGo()
            _ = run.wait()
        }
        #expect(waits { run.said.contains("open\n") })
        #expect(!desk.hasUser)
    }

    @Test(arguments: [("<", false), (">>", true), ("<>", true)]) func `who reads alone is no writer`(mode: String, isWriter: Bool) throws {
        let desk = try Desk()
        let run = try desk.run("exec 3\(mode) \"$1/Folder/a.txt\"; cd \"$1/Folder\"; setsid sh -c 'cat \"$1/pipe\" &' sh \"$1\"")
        defer { desk.letGo() }
        #expect(run.wait().code == 0)
        #expect(desk.hasUser)
        let writers = OpenPaths(below: Array(desk.shop.path.utf8), of: ["Folder/a.txt", "Folder"], onlyWriters: true)
        #expect((writers.user(of: "Folder/a.txt") != nil) == isWriter && (writers.user(of: "Folder") != nil) == isWriter)
    }

    @Test func `a process that nobody here has started counts`() throws {
        let desk = try Desk()
        let run = try desk.run("exec 3< \"$1/Folder/a.txt\"; setsid sh -c 'cat \"$1/pipe\" &' sh \"$1\"")
        defer { desk.letGo() }
        #expect(run.wait().code == 0)
        #expect(desk.hasUser)
    }
}
