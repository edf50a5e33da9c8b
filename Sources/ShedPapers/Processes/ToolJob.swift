import Glibc
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
    var subject: String

    init(_ tool: Tool, _ arguments: [String], files: [PDFFile], limits: ToolLimits, output: Int32? = nil, subject: String? = nil) {
        self.tool = tool
        self.arguments = arguments
        self.files = files
        self.limits = limits
        self.output = output
        self.subject = subject ?? files.first?.label ?? tool.rawValue
    }

    /// How the program names the file at a position of ``files``.
    static func path(_ position: Int) -> String { "/proc/self/fd/\(3 + position)" }

    /// What became of it.
    /// - Throws: where a limit ended it or it fell. An exit code is not an error here.
    func result(of ending: ChildProcess.Ending) throws(PapersError) -> ToolResult {
        let said = ToolWords.text(ending.errors)
        if ending.code == 128 + SIGXCPU || (ending.code == 128 + SIGKILL && ending.processorTime >= Int64(limits.processorSeconds) * 1_000_000) {
            throw PapersError(
                .tooMuchWork, "\(tool.rawValue) was ended after \(limits.processorSeconds) seconds of work on \(subject), which is more than such a file needs",
                remedy: "save the file anew with another program")
        }
        if ending.isOutOfTime {
            throw PapersError(
                .outOfTime, "\(tool.rawValue) took too long over \(subject) and was ended",
                remedy: "try again when the machine is less busy, or save the file anew with another program")
        }
        if ending.code == 128 + SIGXFSZ {
            throw PapersError(.tooLarge, "what \(tool.rawValue) makes of \(subject) is larger than allowed", remedy: "use a smaller file")
        }
        if ending.errors.containsText("No space left on device") {
            throw PapersError(.disk(.noSpace), "there is no space for the work on \(subject)", remedy: "free some space, then try again")
        }
        if ending.code > 128 || ending.errors.containsText("std::bad_alloc") || ending.errors.containsText("Out of memory") {
            let reason = ending.code > 128 ? "was ended by signal \(ending.code - 128)" : "had not enough memory"
            // Where no memory is left, some say so and fall (abort(3)).
            let isFault = ending.code > 128 && ending.code != 128 + SIGKILL && !ending.errors.containsText("std::bad_alloc")
            throw PapersError(
                isFault ? .failed : .hindered, "\(tool.rawValue) \(reason) while it worked on \(subject)" + (said.isEmpty ? "" : ": \(said)"),
                remedy: "save the file anew with another program, or free some memory, then try again")
        }
        guard ending.output.count <= limits.output else {
            throw PapersError(.tooLarge, "\(tool.rawValue) says more about \(subject) than allowed", remedy: "use a smaller file")
        }
        return ToolResult(code: ending.code, output: ending.output, errors: ending.errors)
    }

    /// The error where the exit code says that it did not succeed.
    func failure(_ result: ToolResult, _ kind: PapersError.Kind = .failed) -> PapersError {
        let said = ToolWords.text(result.errors)
        return PapersError(
            kind, "\(tool.rawValue) could not work on \(subject)" + (said.isEmpty ? " (exit \(result.code))" : ": \(said)"),
            remedy: "open it in a viewer; if it looks right there, print or save it as a new PDF and use that")
    }
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
