import Glibc
import ShedTestSchedule
import Testing

@testable import ShedService

@Suite(.waitsForPrograms) struct `Streams of child processes` {
    private func shell(_ script: String, _ streams: ChildStreams) throws -> ChildProcess.Ending {
        try ChildProcess.start("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], streams: streams)
            .finish(milliseconds: 60_000)
    }

    @Test func `input, output and errors go where they are sent`() throws {
        let bench = try Bench()
        try bench.file("input", "from a file")
        let input = open(bench.path + "/input", O_RDONLY | O_CLOEXEC)
        let output = open(bench.path + "/output", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer {
            close(input)
            close(output)
        }
        let ending = try shell("cat; echo wrong >&2", ChildStreams(input: input, output: output, keepsErrorsApart: true))
        #expect(ending.output.isEmpty)
        #expect(ending.errors == Array("wrong\n".utf8))
        #expect(bench.text("output") == "from a file")
    }

    @Test func `further descriptors come in their order, even where their numbers are crossed`() throws {
        let bench = try Bench()
        for name in ["one", "two"] { try bench.file(name, name) }
        let files = ["two", "one"].map { open("\(bench.path)/\($0)", O_RDONLY | O_CLOEXEC) }
        // Numbers that the child gets them as, the other way round.
        var crossed = files
        if files[0] < files[1] { crossed = files.reversed() }
        defer { for file in files { close(file) } }
        let wanted = crossed == files ? "twoone" : "onetwo"
        let ending = try shell("cat /proc/self/fd/3 /proc/self/fd/4", ChildStreams(further: crossed))
        #expect(String(decoding: ending.output, as: UTF8.self) == wanted)
    }

    @Test func `a descriptor of ours that is open to children is closed all the same`() throws {
        let leak = fcntl(STDERR_FILENO, F_DUPFD, 200)
        defer { close(leak) }
        let ending = try shell("for f in /proc/$$/fd/*; do echo ${f##*/}; done", ChildStreams(further: [leak]))
        let numbers = ending.text.split(separator: "; ").compactMap { Int($0) }
        #expect(numbers.contains(3))
        #expect(!numbers.contains { $0 >= 200 })
    }

    @Test func `it works in the directory that it is given`() throws {
        let bench = try Bench()
        let directory = open(bench.programs, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(directory) }
        #expect(try shell("pwd", ChildStreams(directory: directory)).text == bench.programs)
    }

    @Test func `it is ended where it is no longer wanted`() throws {
        let bench = try Bench()
        try bench.program("tool", "echo > $bench/ready; sleep 1000 & wait")
        let child = try ChildProcess.start(bench.programs + "/tool", [], environment: [:])
        let ending = child.finish(milliseconds: 300_000) { bench.exists("ready") }
        #expect(ending.code == 128 + SIGKILL)
        #expect(!ending.isOutOfTime)
    }
}
