import Glibc
import ShedDisk
import ShedMessages
import ShedModel
import ShedService
import ShedTestSupport
import ShedThreads
import Testing

@testable import ShedPapers

/// Programs that are none: scripts in their place.
@Suite("Running programs")
struct ToolsTests {
    private func run(_ bench: Bench, _ limits: ToolLimits = ToolLimits(), _ cancellation: Cancellation? = nil) throws -> ToolResult {
        let job = ToolJob(.pdfinfo, ["a b", "$(c)"], files: [], limits: limits, subject: .verbatim("x"))
        return try bench.tools.run(job, in: try bench.tools.work(), cancellation)
    }

    @Test func `a program that is not installed is named with its package`() throws {
        let bench = try Bench()
        let tools = Tools(scratch: bench.work, environment: ["PATH": bench.path + "/bin"])
        for tool in Tool.allCases {
            let error = #expect(throws: PapersError.self) { try tools.path(of: tool) }
            #expect(error?.kind == .programMissing(tool.rawValue))
            #expect(error?.remedy == "install it: apt install \(tool.package)")
        }
        #expect(tools.missing() == Tool.allCases)
        #expect(bench.tools.missing().isEmpty)
    }

    @Test func `arguments, output, errors and the exit code come through, and no shell reads them`() throws {
        let bench = try Bench()
        try bench.program("pdfinfo", "echo \"$1|$2\"; echo wrong >&2; exit 3")
        let result = try run(bench)
        #expect(String(decoding: result.output, as: UTF8.self) == "a b|$(c)\n")
        #expect(String(decoding: result.errors, as: UTF8.self) == "wrong\n")
        #expect(result.code == 3)
    }

    @Test func `it has its limits, and of our environment only what it needs`() throws {
        let bench = try Bench()
        try bench.program("pdfinfo", "ulimit -v; ulimit -t; ulimit -f; ulimit -c; pwd; env | sed -n 's/=.*//p' | sort | tr '\\n' ' '")
        let result = try run(bench, ToolLimits(processorSeconds: 7, memory: 512 << 20, fileSize: 1 << 20))
        let lines = result.output.textLines.map(String.init)
        #expect(lines.prefix(4) == ["524288", "7", "2048", "0"], "KiB, seconds, blocks of 512 bytes, none")
        #expect(lines.dropFirst(4).first?.hasPrefix(bench.path + "/work/shed-work-") == true)
        #expect(lines.last?.split(separator: " ").filter { !["PWD", "OLDPWD", "SHLVL", "_"].contains($0) } == ["HOME", "LC_ALL", "OMP_THREAD_LIMIT", "PATH", "TMPDIR"])
    }

    @Test func `what takes too long is ended with all that it started`() throws {
        let bench = try Bench()
        try bench.program("pdfinfo", "sleep 1000 & echo $! >$bench/new; mv $bench/new $bench/child; wait")
        // On a busy machine its time may be over before it started anything; then it is tried again.
        for _ in 0..<60 where !bench.exists("child") { #expect(kind { _ = try run(bench, ToolLimits(milliseconds: 2_000)) } == .outOfTime) }
        let child = try #require(pid_t(String(decoding: bench.directory.read("child", atMost: 20), as: UTF8.self).dropLast()))
        try bench.wait("it is gone") { kill(child, 0) != 0 || bench.isZombie(child) }
    }

    @Test func `what uses a processor too long is ended by the kernel`() throws {
        let bench = try Bench()
        try bench.program("pdfinfo", "while :; do :; done")
        #expect(kind { _ = try run(bench, ToolLimits(processorSeconds: 1)) } == .tooMuchWork)
    }

    @Test func `what writes too much is ended, and what it wrote is gone`() throws {
        let bench = try Bench()
        try bench.program("pdfinfo", "exec head -c 9000000 /dev/zero >big")
        #expect(kind { _ = try run(bench, ToolLimits(fileSize: 1 << 20)) } == .tooLarge)
        try bench.program("pdfinfo", "exec head -c 9000 /dev/zero")
        #expect(kind { _ = try run(bench, ToolLimits(output: 8_999)) } == .tooLarge)
        #expect(try run(bench, ToolLimits(output: 9_000)).output.count == 9_000)
        #expect(try bench.names(bench.work).isEmpty)
    }

    @Test func `what falls is said to have fallen`() throws {
        let bench = try Bench()
        try bench.program("pdfinfo", "kill -SEGV $$")
        let error = #expect(throws: PapersError.self) { try run(bench) }
        #expect(error?.message == "pdfinfo was ended by signal 11 while it worked on x")
        #expect(error?.kind == .failed)
    }

    @Test func `what the machine has ended, or cannot start, is told from what fell`() throws {
        let bench = try Bench()
        for script in ["kill -KILL $$", "echo std::bad_alloc >&2; kill -ABRT $$", "echo Out of memory >&2; exit 1"] {
            try bench.program("pdfinfo", script)
            #expect(kind { _ = try run(bench) } == .hindered, "\(script)")
        }
        TestFile.write("#!/nonexistent/interpreter\n", to: bench.path + "/bin/pdfinfo")
        #expect(kind { _ = try run(bench) } == .hindered)
    }

    @Test(.enabled(if: CellCapability.here.landlock != nil, "the kernel has no Landlock"))
    func `where programs lie they may be read and run, and not changed`() throws {
        let bench = try Bench()
        try bench.program("pdfinfo", "exec 2>/dev/null; cat $bench/bin/data; $bench/bin/other; echo changed >$bench/bin/other; rm $bench/bin/data; echo >$bench/bin/new; true")
        try bench.program("other", "echo ran")
        TestFile.write("read\n", to: bench.path + "/bin/data")
        var tools = bench.tools
        tools.writable = []
        let result = try tools.run(ToolJob(.pdfinfo, [], files: [], limits: ToolLimits(), subject: .verbatim("x")), in: try tools.work())
        #expect(String(decoding: result.output, as: UTF8.self) == "read\nran\n")
        #expect(bench.exists("bin/data") && !bench.exists("bin/new"))
        #expect(!String(decoding: TestFile.read(bench.path + "/bin/other"), as: UTF8.self).contains("changed"))
    }

    @Test func `work that is cancelled ends at once`() throws {
        let bench = try Bench()
        try bench.program("pdfinfo", "echo >$bench/ready; sleep 1000")
        let cancellation = Cancellation()
        Parallel.run(2, threads: 2) { part in
            if part == 0 {
                #expect(kind { _ = try run(bench, ToolLimits(milliseconds: 300_000), cancellation) } == .cancelled)
            } else {
                try? bench.wait("it stands") { bench.exists("ready") }
                cancellation.cancel()
            }
        }
        #expect(kind { _ = try run(bench, ToolLimits(), cancellation) } == .cancelled)
    }

    @Test func `work directories that a killed run left are swept, those in use are not`() throws {
        let bench = try Bench()
        let used = try bench.tools.work()
        try used.handle.write("a", [], replacing: false)
        let left = try bench.work.openDirectory("shed-work-left", create: true)
        try left.write("a", [], replacing: false)
        try bench.work.openDirectory("other", create: true).write("a", [], replacing: false)
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let now = Int64(time.tv_sec) * 1_000_000_000
        bench.tools.sweep(now: now)
        #expect(try bench.names(bench.work).count == 3, "none is old enough")
        bench.tools.sweep(now: now + 2 * WorkDirectory.patience)
        let names = try bench.names(bench.work)
        #expect(names.count == 2)
        #expect(!names.contains("shed-work-left"))
        #expect(try used.handle.list(atMost: 9).count == 1)
    }

    @Test func `a program ends when we are killed`() async throws {
        let bench = try Bench()
        try bench.program("pdfinfo", "echo $$ >$bench/new; mv $bench/new $bench/ready; exec sleep 1000")
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = bench.path as String] in
            let bench = try Bench(at: DirectoryHandle(path: path), path: path)
            Parallel.run(2, threads: 2) { part in
                if part == 0 {
                    let job = ToolJob(.pdfinfo, [], files: [], limits: ToolLimits(), subject: .verbatim("x"))
                    _ = try? bench.tools.run(job, in: try bench.tools.work())
                } else {
                    try? bench.wait("it stands") { bench.exists("ready") }
                    kill(getpid(), SIGKILL)
                }
            }
        }
        let child = try #require(pid_t(String(decoding: bench.directory.read("ready", atMost: 20), as: UTF8.self).dropLast()))
        try bench.wait("it is gone") { kill(child, 0) != 0 || bench.isZombie(child) }
    }
}
