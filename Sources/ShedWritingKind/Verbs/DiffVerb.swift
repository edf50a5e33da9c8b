import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

struct DiffVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what has changed in a file, word by word.",
        discussion: """
            With one version: from that to what the file holds now; with two: from the first to the second; with none: from the \
            newest snapshot in which it held something else. A version is a number, a name or a commit of “shed versions”. Documents \
            (.docx, .odt) are compared by their text, where pandoc is installed; of other files sizes and hashes are shown.

            What went stands as [-so-], what came as {+so+}, or in red and green. Exit code 0, whether they differ or not.

            Example: shed diff Draft/Ode.txt 12
            """)

    @Argument(help: "The file.", completion: .file()) var path: String
    @Argument(help: "The versions: none, one or two.") var versions: [String] = []
    @Option(help: ArgumentHelp("Show so many words around each change.", valueName: "n")) var context = 12
    @OptionGroup var global: GlobalOptions

    /// It may take a while.
    var delegation: Delegation { .never }
    var onlyLooks: Bool { true }

    private static let mostContext = 1_000_000

    func validate() throws {
        guard versions.count <= 2 else { throw ValidationError(.twoVersionsAtMost) }
        guard (0...DiffVerb.mostContext).contains(context) else { throw ValidationError(.contextIsWords(most: DiffVerb.mostContext)) }
    }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let reading = try project.refresh()
        let file = try reading.versionedFile(try session.path(path, in: project))
        let old = try versions.first.map { word throws(ShedError) in try reading.versionContent(word, of: file) } ?? before(file, reading)
        let new = versions.count > 1 ? try reading.versionContent(versions[1], of: file) : try reading.presentContent(of: file)
        let comparison = try reading.compare(old, new)
        let page = DiffPage(session, context: context)
        if global.json {
            session.output.json(page.json(comparison))
        } else if global.zero {
            if case .none = comparison.difference {} else { session.output.path(session.style.place(file.path)) }
        } else {
            page.show(comparison)
        }
        return .done
    }

    /// The newest version that holds something else than the file does now; else the newest.
    private func before(_ file: VersionedFile, _ reading: Reading) throws -> VersionContent {
        let versions = try reading.versions(of: file)
        let present = try? reading.presentContent(of: file).hash()
        guard let version = versions.first(where: { $0.file.hash != present }) ?? versions.first else {
            throw ShedError(.usage, .nothingKeptYet(path: "\(file.path)"), remedy: .versionsLists)
        }
        return try reading.opened(version)
    }
}
