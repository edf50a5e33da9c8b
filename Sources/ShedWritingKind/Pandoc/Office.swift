import Glibc
import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedService

/// LibreOffice, where it is installed, run in a cell without a screen: it sees what it is given, what the system has installed and its own
/// settings, which are made anew in its work directory each time; nothing of a person's, and no network. A document may be anybody's.
struct Office {
    private let program: String
    private let environment: [String: String]
    /// Directories that it may read, and run programs of.
    private let runnable: [String]
    /// Whether it is to be ended.
    private var isStopped: @Sendable () -> Bool = { false }

    /// - Parameter environment: ours; only `PATH` and `SHED_TOOL_PATHS` count: directories that programs may read and run besides.
    /// - Returns: `nil` where it is not installed.
    init?(_ environment: [String: String]) {
        guard let found = ["soffice", "libreoffice"].lazy.compactMap({ ProgramPath.find($0, environment: environment) }).first else { return nil }
        program = Office.itself(found)
        let own = [
            "LC_ALL": "C.UTF-8", "HOME": "/proc/self/cwd", "TMPDIR": "/proc/self/cwd",
            // No program for windows is loaded; and the zone stands in what it says of the time.
            "SAL_USE_VCLPLUGIN": "svp", "TZ": "UTC",
        ]
        self.environment = environment.filter { $0.key == "PATH" }.merging(own) { $1 }
        runnable = ProgramPath.runnable(in: environment)
    }

    /// What it calls the way in which it writes docx.
    static let docx = "Office Open XML Text"
    /// The package that has what is needed of it.
    static let package = "libreoffice-writer"

    /// As one that ends when this process was asked to end.
    init?(_ surroundings: Surroundings) {
        self.init(surroundings.environment)
        isStopped = surroundings.isStopping
    }

    /// That something can only be read with it, and it is not installed.
    static func missing(for path: RelativePath) -> ShedError {
        ShedError(.environment, .officeIsMissing(path: "\(path)"), remedy: .installPackage(package: package))
    }

    /// What is called `soffice` starts another program, which starts another one. The last, beside the first, does the work, and needs no
    /// processes for it.
    private static func itself(_ found: String) -> String {
        guard let path = realpath(found, nil) else { return found }
        defer { free(path) }
        let last = String(cString: path).split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/soffice.bin"
        return ProgramPath.isProgram(last) ? last : found
    }

    /// What one run may take. It takes much address space for what it uses little of. A novel of 300,000 words takes it some 20 seconds.
    private static let limits = Cell.Limits(memory: 6 << 30, processorSeconds: 300, fileSize: 512 << 20)
    /// How long one run may take on the clock, in milliseconds.
    var milliseconds: Int64 = 600_000
    /// More than so many bytes in its work directory end it: a small document may unpack to many large files.
    var mostWritten: Int64 = 1 << 30
    /// So often that is measured.
    private static let pause = Duration.milliseconds(100)
    /// What of the system it reads besides: its settings, and which parts of it are installed.
    private static let readable = ["/etc/libreoffice", "/var/lib/libreoffice", "/var/spool/libreoffice"]
    /// It ends with this where it wants to be started again: once, when it has made its settings.
    private static let again: Int32 = 81

    /// Makes another file of one.
    /// - Parameters:
    ///   - input: its name in the work directory, which must hold nothing of that name with the ending of the result.
    ///   - ending: of the result, without a dot.
    ///   - filter: by which it is written, as LibreOffice names it.
    ///   - subject: what it works on, for errors.
    /// - Returns: the result.
    func convert(
        _ input: String, to ending: String, by filter: String, in work: DirectoryHandle, on subject: RelativePath
    ) throws(ShedError) -> [UInt8] {
        let arguments = [
            "-env:UserInstallation=file:///proc/self/cwd/settings", "--headless", "--norestore", "--nolockcheck", "--nodefault", "--nologo",
            "--convert-to", "\(ending):\(filter)", input,
        ]
        var end = try run(arguments, in: work, on: subject)
        if end.code == Office.again { end = try run(arguments, in: work, on: subject) }
        // It ends with 0 too where it could not write.
        let name = Name(bytes: Array(Name(input).parts.stem) + Array(".\(ending)".utf8))
        guard end.code == 0, (try? work.kind(of: name)) == .file else {
            let reason = end.text.isEmpty || end.code != 0 ? "exit \(end.code)" + (end.text.isEmpty ? "" : ", \(end.text)") : end.text
            throw ShedError(.environment, .officeFailed(path: "\(subject)", reason: reason), remedy: .leaveOutOrMend)
        }
        do throws(DiskError) { return try work.read(name, atMost: CompileWork.largest) } catch {
            throw ShedError(.environment, .officeFailed(path: "\(subject)", reason: "\(error)"), remedy: .compileParts)
        }
    }

    private func run(_ arguments: [String], in work: DirectoryHandle, on subject: RelativePath) throws(ShedError) -> ChildProcess.Ending {
        // It does not begin without a socket on which others may ask it to open something.
        let cell = Cell(
            Office.limits, readable: Office.readable, runnable: runnable, mayStartProcesses: Cell.isScript(program), hasIdleSockets: true)
        let ending: ChildProcess.Ending
        var hasTooMuch = false
        var last = ContinuousClock.now
        do throws(ServiceError) {
            let child = try ChildProcess.start(program, arguments, environment: environment, streams: ChildStreams(directory: work.descriptor), in: cell)
            ending = child.finish(milliseconds: milliseconds) {
                if isStopped() { return true }
                guard ContinuousClock.now - last >= Office.pause else { return false }
                hasTooMuch = work.holdsMore(than: mostWritten)
                last = .now
                return hasTooMuch
            }
        } catch { throw ShedError(.environment, error.message, remedy: error.remedy) }
        guard !hasTooMuch else {
            let reason = "it wrote more than \(mostWritten >> 20) MiB"
            throw ShedError(.environment, .officeFailed(path: "\(subject)", reason: reason), remedy: .leaveOutOrMend)
        }
        guard !ending.isOutOfTime, ending.code != 128 + SIGXCPU else {
            throw ShedError(.environment, .officeTookTooLong(path: "\(subject)"), remedy: .compileParts)
        }
        return ending
    }
}
