import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedService

/// The text of documents that hold more than text, by pandoc, where it is installed: in a cell, since a document may be anybody's.
struct DocumentText {
    /// Sorts of documents, as pandoc calls them and as their names end.
    enum Format: String, CaseIterable {
        case docx
        case odt

        init?(_ name: Name) {
            guard let format = Format.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) else { return nil }
            self = format
        }
    }

    private let program: String
    private let environment: [String: String]
    private let runnable: [String]

    /// Of a document, in bytes.
    static let largest = 64 << 20

    /// - Parameter environment: ours; only `PATH` and `SHED_TOOL_PATHS` count: directories that programs may read and run besides.
    /// - Returns: `nil` where pandoc is not installed.
    init?(environment: [String: String]) {
        guard let program = ProgramPath.find("pandoc", environment: environment) else { return nil }
        self.program = program
        self.environment = environment.filter { $0.key == "PATH" }.merging(["LC_ALL": "C.UTF-8", "HOME": "/proc/self/cwd", "TMPDIR": "/proc/self/cwd"]) { $1 }
        runnable = environment["SHED_TOOL_PATHS", default: ""].split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
    }

    /// The text of a document: Markdown without line breaks within paragraphs.
    /// - Throws: ``ShedError`` where pandoc cannot read it.
    func text(of file: ReadableFile, _ format: Format, shown path: String) throws(ShedError) -> [UInt8] {
        let limits = Cell.Limits(memory: 4 << 30, processorSeconds: 30, fileSize: 1 << 20)
        let cell = Cell(limits, runnable: runnable, mayStartProcesses: Cell.isScript(program))
        let ending: ChildProcess.Ending
        do throws(ServiceError) {
            let streams = ChildStreams(input: file.descriptor, keepsErrorsApart: true)
            let child = try ChildProcess.start(
                program, ["--sandbox", "--from=\(format.rawValue)", "--to=markdown", "--wrap=none"], environment: environment, streams: streams, in: cell)
            ending = withExtendedLifetime(file) { child.finish(milliseconds: 60_000, keeping: WordDiffLimit.text + 1) }
        } catch { throw ShedError(.environment, .pandocFailed(path: path, reason: error.message)) }
        guard ending.code == 0, !ending.isOutOfTime, ending.output.count <= WordDiffLimit.text else {
            let reason = ending.isOutOfTime ? "it took more than a minute" : ending.code == 0 ? "it holds too much" : ChildProcess.line(ending.errors)
            throw ShedError(.environment, .pandocFailed(path: path, reason: reason.isEmpty ? "exit \(ending.code)" : reason))
        }
        return ending.output
    }
}
