import Glibc
import ShedDisk
import ShedService

/// The programs that read and make PDFs, where they are found, what they may take and where they may write.
///
/// They are started as ``ChildProcess`` does it (posix_spawn(3), never a shell), not by swift-subprocess, which is
/// asynchronous only: rules, verbs and the daemon's threads are not, and there was a wrapper already. Limits are set by
/// prlimit(1), which execs the program; setpriv(1) has the kernel end it when shed is killed. A program gets PDFs as
/// open descriptors (`/proc/self/fd/3`), so no path of a person's is ever parsed or looked up a second time, and works
/// in an empty directory of its own, which is its `HOME` and `TMPDIR` too.
public struct Tools: Sendable {
    /// Where work directories are made. On the file system of the project, results need not be copied twice.
    public let scratch: DirectoryHandle
    public var limits: PDFLimits
    /// What programs find in their environment, besides what is set for each.
    private let environment: [String: String]

    /// - Parameter environment: ours; only `PATH` and `TESSDATA_PREFIX` of it count.
    public init(scratch: DirectoryHandle, environment: [String: String], limits: PDFLimits = PDFLimits()) {
        self.scratch = scratch
        self.limits = limits
        self.environment = environment.filter { $0.key == "PATH" || $0.key == "TESSDATA_PREFIX" }
    }

    /// Where a program is.
    /// - Throws: `programMissing`, with the package to install.
    public func path(of tool: Tool) throws(PapersError) -> String {
        guard let path = ProgramPath.find(tool.rawValue, environment: environment) else { throw tool.missing }
        return path
    }

    /// The programs of these that are not installed.
    public func missing(of tools: [Tool] = Tool.allCases) -> [Tool] {
        tools.filter { ProgramPath.find($0.rawValue, environment: environment) == nil }
    }

    /// Removes the work directories that a killed shed left in ``scratch``.
    /// - Parameter now: in nanoseconds since 1970; only those untouched for a minute are removed.
    public func sweep(now: Int64) throws(PapersError) {
        try PapersError.onDisk { () throws(DiskError) in try WorkDirectory.sweep(scratch, now: now) }
    }

    func work() throws(PapersError) -> WorkDirectory {
        try PapersError.onDisk { () throws(DiskError) in try WorkDirectory(in: scratch) }
    }

    /// Runs a program to its end.
    func run(_ job: ToolJob, in work: WorkDirectory, _ cancellation: Cancellation? = nil) throws(PapersError) -> ToolResult {
        try cancellation?.check()
        let limits = job.limits
        let program = try path(of: job.tool)
        let first = try path(of: .setpriv)
        // At the first number of seconds the kernel sends SIGXCPU, by which it can be told, at the second SIGKILL.
        let before =
            ["--no-new-privs", "--pdeathsig", "KILL", "--", try path(of: .prlimit), "--core=0", "--as=\(limits.memory)"]
            + ["--cpu=\(limits.processorSeconds):\(limits.processorSeconds + 5)", "--fsize=\(limits.fileSize)", "--", program]
        var variables = environment
        variables["LC_ALL"] = "C.UTF-8"
        variables["OMP_THREAD_LIMIT"] = "1"
        // Of each process its own directory, whatever its path is.
        for name in ["HOME", "TMPDIR"] { variables[name] = "/proc/self/cwd" }
        let streams = ChildStreams(
            output: job.output, keepsErrorsApart: true, further: job.files.map(\.descriptor), directory: work.handle.descriptor)
        let ending: ChildProcess.Ending
        do throws(ServiceError) {
            let child = try ChildProcess.start(first, before + job.arguments, environment: variables, streams: streams)
            ending = withExtendedLifetime(job) {
                // One byte more than allowed, so that more can be told from just so much.
                child.finish(milliseconds: limits.milliseconds, keeping: limits.output + 1) { cancellation?.isCancelled == true }
            }
        } catch {
            throw PapersError(.failed, error.message, remedy: error.remedy)
        }
        try cancellation?.check()
        return try job.result(of: ending)
    }
}
