import Glibc
import ShedTestSchedule
import Testing

@testable import ShedService

@Suite(.waitsForPrograms) struct `Child processes` {
    private func shell(_ script: String, milliseconds: Int64 = 60_000, keeping limit: Int = 1024) throws -> ChildProcess.Ending {
        try ChildProcess.run("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin", "WORD": "a=b"], milliseconds: milliseconds, keeping: limit)
    }

    @Test func `code, output and environment come through`() throws {
        let ending = try shell("echo one; echo two >&2; printf '%s' \"$WORD\"; exit 3")
        #expect(ending == ChildProcess.Ending(code: 3, output: Array("one\ntwo\na=b".utf8), isOutOfTime: false))
        #expect(ending.text == "one; two; a=b")
        #expect(try shell("kill -KILL $$").code == 128 + SIGKILL)
        #expect(try shell("cat; env | grep -c HOME").output == Array("0\n".utf8))
    }

    @Test func `what it writes on stderr can be left out`() throws {
        let script = "echo one; echo two >&2; echo three"
        let child = try ChildProcess.start("/bin/sh", ["-c", script], environment: [:], keepsErrors: false)
        #expect(child.finish(milliseconds: 60_000).output == Array("one\nthree\n".utf8))
    }

    @Test func `at the end of its time it is killed with its children, and reaped`() throws {
        let bench = try Bench()
        try bench.program("tool", "sleep 1000 & echo $!; echo > $bench/ready; wait")
        let child = try ChildProcess.start(bench.programs + "/tool", [], environment: [:])
        try bench.wait("it stands", until: { bench.exists("ready") })
        let ending = child.finish(milliseconds: 1)
        #expect(ending.isOutOfTime)
        #expect(ending.code == 128 + SIGKILL)
        let grandchild = try #require(pid_t(ending.text))
        try bench.wait("it is gone", until: { !Self.runs(grandchild) })
    }

    @Test func `a grandchild that keeps the output open does not hold us up`() throws {
        let child = try ChildProcess.start("/bin/sh", ["-c", "sleep 1000 & echo $!; exit 7"], environment: ["PATH": "/usr/bin:/bin"])
        let ending = child.finish(milliseconds: 300_000)
        #expect(ending.code == 7)
        #expect(!ending.isOutOfTime)
        let grandchild = try #require(pid_t(ending.text))
        #expect(Self.runs(grandchild))
        kill(grandchild, SIGKILL)
        var status: Int32 = 0
        #expect(waitpid(child.id, &status, WNOHANG) == -1, "it was reaped")
    }

    @Test func `endless output is cut and does not outlast the time`() throws {
        let ending = try shell("exec yes", milliseconds: 300, keeping: 100)
        #expect(ending.isOutOfTime)
        #expect(ending.output.count <= 100)
        let cut = try shell("head -c 1000000 /dev/zero", keeping: 100)
        #expect(cut == ChildProcess.Ending(code: 0, output: [UInt8](repeating: 0, count: 100), isOutOfTime: false))
    }

    @Test func `more than one buffer of output is whole`() throws {
        let ending = try shell("head -c 1000000 /dev/zero", keeping: 2_000_000)
        #expect(ending.code == 0)
        #expect(ending.output.count == 1_000_000)
    }

    @Test func `signals that this process blocks are open in a child`() throws {
        var (blocked, before) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let ending = try shell("kill -TERM $$; echo alive")
        #expect(ending == ChildProcess.Ending(code: 128 + SIGTERM, output: [], isOutOfTime: false))
    }

    @Test func `a program that is not there is an error that names it`() {
        let error = #expect(throws: ServiceError.self) {
            try ChildProcess.run("/nonexistent/program", [], environment: [:], milliseconds: 1_000)
        }
        #expect(error?.message.contains("/nonexistent/program: No such file") == true)
    }

    @Test func `programs are found only in absolute directories, and only where they may be run`() throws {
        let bench = try Bench()
        try bench.program("tool", "exit 0")
        try bench.file("bin/plain", "text")
        #expect(ProgramPath.find("tool", environment: ["PATH": ".:relative::\(bench.programs)"]) == bench.programs + "/tool")
        #expect(ProgramPath.find("plain", environment: ["PATH": bench.programs]) == nil)
        #expect(ProgramPath.find("bin", environment: ["PATH": bench.path]) == nil)
        #expect(ProgramPath.find("sh", environment: ["PATH": ""]) == nil)
    }

    @Test func `may read and run programs of directories besides that are absolute`() {
        #expect(ProgramPath.runnable(in: ["SHED_TOOL_PATHS": "/opt/a:relative::/opt/b:."]) == ["/opt/a", "/opt/b"])
        #expect(ProgramPath.runnable(in: ["PATH": "/bin"]).isEmpty)
    }

    /// Whether a process runs: not gone, and no zombie that init has not met yet.
    private static func runs(_ process: pid_t) -> Bool {
        guard let file = fopen("/proc/\(process)/stat", "re") else { return false }
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = fread(&buffer, 1, buffer.count, file)
        return !String(decoding: buffer[..<count], as: UTF8.self).contains(") Z ")
    }
}
