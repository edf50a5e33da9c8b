import ArgumentParser
import ShedProject

/// The options of a verb that makes a file.
package struct OutputOptions: ParsableArguments {
    @Option(name: [.long, .customShort("o")], help: ArgumentHelp("The file to write; “-” for the standard output.", valueName: "file"), completion: .file())
    package var output: String
    @Flag(help: "Replace the file if it is there.") package var force = false

    package init() {}

    /// Looks at the place before the work begins.
    package func target(_ session: Session, _ project: Project) throws -> OutputFile {
        try OutputFile(output, of: "--output", force: force, session, project)
    }
}
