import Glibc
import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedPapers

/// A temporary directory with PDFs in `in`, results in `out`, and work directories in `work`; gone with the last
/// reference.
final class Bench: Sendable {
    let path: String
    let directory: DirectoryHandle
    let input: DirectoryHandle
    let output: DirectoryHandle
    let work: DirectoryHandle
    /// A directory of programs that come before the machine's own.
    let programs: DirectoryHandle
    private let isOurs: Bool

    init() throws {
        path = try TestFile.temporaryDirectory("shed-papers", in: TestFile.quickWithPrograms)
        directory = try DirectoryHandle(path: path)
        input = try directory.openDirectory("in", create: true)
        output = try directory.openDirectory("out", create: true)
        work = try directory.openDirectory("work", create: true)
        programs = try directory.openDirectory("bin", create: true)
        isOurs = true
    }

    /// One that another process made and will remove.
    init(at directory: DirectoryHandle, path: String) throws {
        self.path = path
        self.directory = directory
        input = try directory.openDirectory("in")
        output = try directory.openDirectory("out")
        work = try directory.openDirectory("work")
        programs = try directory.openDirectory("bin")
        isOurs = false
    }

    deinit {
        guard isOurs, let parent = try? DirectoryHandle(path: "/tmp") else { return }
        try? parent.removeTree(Name(path.split(separator: "/").last.map(String.init) ?? ""))
    }

    /// The programs of the machine, after those of ``program(_:_:)``, which may write anywhere in this directory.
    var tools: Tools { tools(PDFLimits()) }

    func tools(_ limits: PDFLimits) -> Tools {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        var tools = Tools(scratch: work, environment: ["PATH": "\(self.path)/bin:\(path)", "SECRET": "1", "SHED_TOOL_PATHS": self.path], limits: limits)
        tools.writable = [self.path]
        return tools
    }

    /// A script of /bin/sh that is found by its name. `$bench` in it is this bench's path.
    func program(_ name: String, _ script: String) throws {
        try TestFile.writeProgram("bench='\(path)'; PATH=/usr/bin:/bin\n\(script)", to: "\(path)/bin/\(name)")
    }

    /// Writes a file among the input and opens it as a PDF.
    @discardableResult
    func pdf(_ bytes: [UInt8], _ name: Name = "a.pdf") throws -> PDFFile {
        try input.write(name, bytes, replacing: true)
        return try PDFFile(name, in: input, limits: PDFLimits())
    }

    @discardableResult
    func pdf(_ pdf: TestPDF, _ name: Name = "a.pdf") throws -> PDFFile { try self.pdf(pdf.bytes, name) }

    func made(_ name: Name) throws -> [UInt8] { try output.read(name, atMost: 64 << 20) }

    func place(_ name: Name) -> Destination { Destination(output, name) }

    /// The names in a directory, sorted.
    func names(_ directory: DirectoryHandle) throws -> [String] { try directory.list(atMost: 100_000).map(\.name.description).sorted() }

    /// Runs a program of the machine to its end.
    @discardableResult
    func run(_ program: String, _ arguments: String...) throws -> RunResult { try run(program, arguments) }

    func run(_ program: String, _ arguments: [String]) throws -> RunResult {
        let run = try Run(
            program, arguments.map { Array($0.utf8) }, environment: ["PATH=/usr/bin:/bin"], in: path, output: path + "/stdout",
            errors: path + "/stderr")
        return run.wait()
    }

    /// Waits until something holds; two minutes at most.
    func wait(_ what: Comment, until isSo: () -> Bool) throws {
        let came = waits(until: isSo)
        try #require(came, what)
    }

    func exists(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }
}

extension Bench {
    /// Whether a process has ended and nobody has asked how.
    func isZombie(_ process: pid_t) -> Bool {
        String(decoding: TestFile.read("/proc/\(process)/stat"), as: UTF8.self).contains(") Z ")
    }
}

/// The kind of error that something throws, or `nil`.
func kind(_ body: () throws -> Void) -> PapersError.Kind? {
    do {
        try body()
        return nil
    } catch {
        return (error as? PapersError)?.kind
    }
}

/// Whether the slow cases are wanted, too.
let isTorture = getenv("SHED_TORTURE").map { String(cString: $0) } == "1"
