import Glibc
import ShedDisk
import ShedMessages
import ShedService

/// The programs that read and make PDFs, where they are found, what they may take and where they may write.
///
/// They are started as ``ChildProcess`` does it (execve(2), never a shell), not by swift-subprocess, which is
/// asynchronous only: rules, verbs and the daemon's threads are not, and there was a wrapper already. Each runs in a ``Cell``,
/// so that a PDF that takes one over has got nothing but itself. A program gets PDFs as open descriptors (`/proc/self/fd/3`),
/// so no path of a person's is ever parsed or looked up a second time, and works in an empty directory of its own, which is
/// its `HOME` and `TMPDIR` too.
public struct Tools: Sendable {
    /// Where work directories are made. On the file system of the project, results need not be copied twice.
    public let scratch: DirectoryHandle
    public var limits: PDFLimits
    /// What the time that they use is counted to; `nil`: a person asked for what they do.
    public var allowance: ToolAllowance?
    /// What programs find in their environment, besides what is set for each.
    private let environment: [String: String]
    /// Directories that programs may read, and run programs of.
    private let runnable: [String]
    /// Absolute paths of directories in which programs may write, besides their work directory. No environment and no settings name any.
    var writable: [String] = []

    /// - Parameter environment: ours; only `PATH`, `TESSDATA_PREFIX` and `SHED_TOOL_PATHS` of it count. The last are absolute paths
    ///   of directories, with `:` between them, which programs may read and run: for those that lie where none usually do.
    public init(scratch: DirectoryHandle, environment: [String: String], limits: PDFLimits = PDFLimits()) {
        self.scratch = scratch
        self.limits = limits
        self.environment = environment.filter { $0.key == "PATH" || $0.key == "TESSDATA_PREFIX" }
        runnable = ProgramPath.runnable(in: environment)
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

    /// Removes the work directories that a killed shed left in ``scratch``. What cannot be removed stays.
    /// - Parameter now: in nanoseconds since 1970; only those untouched for a minute are removed.
    public func sweep(now: Int64) { WorkDirectory.sweep(scratch, now: now) }

    func work() throws(PapersError) -> WorkDirectory {
        try PapersError.onDisk { () throws(DiskError) in try WorkDirectory(in: scratch) }
    }

    /// Runs a program to its end.
    func run(_ job: ToolJob, in work: WorkDirectory, _ cancellation: Cancellation? = nil) throws(PapersError) -> ToolResult {
        try cancellation?.check()
        let limits = job.limits
        let program = try path(of: job.tool)
        var variables = environment
        variables["LC_ALL"] = "C.UTF-8"
        variables["OMP_THREAD_LIMIT"] = "1"
        // Of each process its own directory, whatever its path is.
        for name in ["HOME", "TMPDIR"] { variables[name] = "/proc/self/cwd" }
        let streams = ChildStreams(
            output: job.output, keepsErrorsApart: true, further: job.files.map(\.descriptor), directory: work.handle.descriptor)
        let ending: ChildProcess.Ending
        do throws(ServiceError) {
            let child = try ChildProcess.start(program, job.arguments, environment: variables, streams: streams, in: cell(program, limits, inputs: job.files.count))
            ending = withExtendedLifetime(job) {
                // One byte more than allowed, so that more can be told from just so much.
                child.finish(milliseconds: limits.milliseconds, keeping: limits.output + 1) { cancellation?.isCancelled == true }
            }
        } catch {
            throw PapersError(.hindered, .verbatim(error.message), cure: .verbatim(error.remedy))
        }
        allowance?.use(ending.processorTime)
        try cancellation?.check()
        return try job.result(of: ending)
    }

    /// - Parameter inputs: how many files it is given; it opens each a second time, by its descriptor's name.
    private func cell(_ program: String, _ limits: ToolLimits, inputs: Int) -> Cell {
        let most = Cell.Limits(
            memory: limits.memory, processorSeconds: limits.processorSeconds, fileSize: limits.fileSize, openFiles: 256 + 2 * inputs)
        // None of these programs starts another. A script of somebody's around one does.
        return Cell(
            most, readable: environment["TESSDATA_PREFIX"].map { [$0] } ?? [], runnable: runnable, writable: writable,
            mayStartProcesses: Cell.isScript(program))
    }
}
