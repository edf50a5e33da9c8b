import ArgumentParser
import ShedProject
import ShedModel

/// The options of a verb that makes a file.
package struct OutputOptions: ParsableArguments {
    @Option(name: [.long, .customShort("o")], help: ArgumentHelp("The file to write; “-” for the standard output.", valueName: "file"), completion: .file())
    package var output: String
    @Flag(help: "Replace the file if it is there.") package var force = false

    package init() {}

    /// Bytes only.
    package var isStandardOutput: Bool { output == "-" }

    /// How the file's name ends, without the point, in lower case; empty on standard output.
    package var suffix: String {
        isStandardOutput ? "" : String(decoding: Name(bytes: RawArguments.bytes(of: output)).parts.suffix.dropFirst(), as: UTF8.self).lowercased()
    }

    /// Looks at the place before the work begins.
    package func target(_ session: Session, _ project: Project) throws -> OutputFile {
        try OutputFile(output, of: "--output", force: force, session, project)
    }
}
