import Glibc
import ShedMessages
import ShedModel
import ShedService

/// One run of a program.
struct ToolJob {
    var tool: Tool
    var arguments: [String]
    /// What it reads, as descriptors 3, 4, …: ``path(_:)``.
    var files: [PDFFile]
    var limits: ToolLimits
    /// Where its stdout goes; `nil` keeps it.
    var output: Int32?
    /// What it works on, for messages.
    var subject: Message

    init(_ tool: Tool, _ arguments: [String], files: [PDFFile], limits: ToolLimits, output: Int32? = nil, subject: Message? = nil) {
        self.tool = tool
        self.arguments = arguments
        self.files = files
        self.limits = limits
        self.output = output
        self.subject = subject ?? .verbatim(files.first?.label ?? tool.rawValue)
    }

    /// How the program names the file at a position of ``files``.
    static func path(_ position: Int) -> String { "/proc/self/fd/\(3 + position)" }

    /// What became of it.
    /// - Throws: where a limit ended it or it fell. An exit code is not an error here.
    func result(of ending: ChildProcess.Ending) throws(PapersError) -> ToolResult {
        let said = ToolWords.text(ending.errors)
        if ending.code == 128 + SIGXCPU || (ending.code == 128 + SIGKILL && ending.processorTime >= Int64(limits.processorSeconds) * 1_000_000) {
            throw PapersError(
                .tooMuchWork, .toolOverworked(tool: tool.rawValue, seconds: Int(limits.processorSeconds), subject: subject), cure: .pdfSaveAnew)
        }
        if ending.isOutOfTime {
            throw PapersError(
                .outOfTime, .toolOutOfTime(tool: tool.rawValue, subject: subject), cure: .pdfTryLater)
        }
        if ending.code == 128 + SIGXFSZ {
            throw PapersError(.tooLarge, .toolMakesTooMuch(tool: tool.rawValue, subject: subject), cure: .pdfUseSmaller)
        }
        if ending.errors.containsText("No space left on device") {
            throw PapersError(.disk(.noSpace), .noSpaceForWork(subject: subject), cure: .freeSpaceThenTry)
        }
        if ending.code > 128 || ending.errors.containsText("std::bad_alloc") || ending.errors.containsText("Out of memory") {
            // Where no memory is left, some say so and fall (abort(3)).
            let isFault = ending.code > 128 && ending.code != 128 + SIGKILL && !ending.errors.containsText("std::bad_alloc")
            throw PapersError(
                isFault ? .failed : .hindered,
                .toolFell(tool: tool.rawValue, signal: max(0, Int(ending.code) - 128), subject: subject, said: ToolJob.behind(said)),
                cure: .pdfSaveAnewOrMemory)
        }
        guard ending.output.count <= limits.output else {
            throw PapersError(.tooLarge, .toolSaysTooMuch(tool: tool.rawValue, subject: subject), cure: .pdfUseSmaller)
        }
        return ToolResult(code: ending.code, output: ending.output, errors: ending.errors)
    }

    /// The error where the exit code says that it did not succeed.
    func failure(_ result: ToolResult, _ kind: PapersError.Kind = .failed) -> PapersError {
        let said = ToolWords.text(result.errors)
        return PapersError(
            kind,
            .toolFailed(tool: tool.rawValue, subject: subject, said: said.isEmpty ? .toolExit(code: Int(result.code)) : ToolJob.behind(said)),
            cure: .pdfPrintAnew)
    }

    /// What a program said, behind what is said of it.
    static func behind(_ said: String) -> Message { said.isEmpty ? .nothing : .explained(by: .verbatim(said)) }
}

/// How a program that was not ended by a limit ended.
struct ToolResult {
    var code: Int32
    var output: [UInt8]
    var errors: [UInt8]
}

extension [UInt8] {
    /// Whether the text occurs in the bytes.
    func containsText(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard let first = wanted.first, count >= wanted.count else { return false }
        return (0...(count - wanted.count)).contains { self[$0] == first && self[$0..<($0 + wanted.count)].elementsEqual(wanted) }
    }

    /// The lines, without their ends.
    var textLines: [Substring] { String(decoding: self, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: true) }
}
