import ArgumentParser
import ShedCommand
import ShedExchange
import ShedMessages
import ShedModel
import ShedProject

struct ImportVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make a project of an export or of another program's project; or read records from a file.",
        discussion: """
            All of it comes, or nothing: it is read and compared before anything is made. A new project is made where you are, or \
            with --in elsewhere; with --to it comes into a folder of the project that you are in, and “shed undo” takes it back. On a \
            terminal it is shown first what would come.

            What does not come over, or otherwise than it was, is told. Documentation/Export.md says more.

            In a records project a file of records is read into a collection: --into, --name and the options below them are for \
            that, and so is “-” for the standard input (Documentation/Exchange.md).

            Example: shed import poems.zip "Old Poems"
            Example: shed import poems.zip --to Draft --dry-run
            Example: shed import books.csv --into Books --match ISBN --dry-run
            """)

    @OptionGroup var other: OtherImport
    @Argument(help: "The name of the new project; else that of what is imported.") var newName: String?
    @Option(help: ArgumentHelp("The folder of this project to import into; “.” is its root.", valueName: "folder"), completion: .directory) var to: String?
    @Option(name: .customLong("in"), help: ArgumentHelp("The directory to make the project in.", valueName: "dir"), completion: .directory) var parent: String?
    @Option(help: "What sort of project to make; else what fits.", completion: .custom { _, _, _ in Installed.kindNames }) var kind: String?
    @Option(help: "The language of the folders' names of a new kind of project: en, fr, de, es or ja.", completion: .list(["en", "fr", "de", "es", "ja"])) var language: String?
    @Option(help: ArgumentHelp("What it is, where shed takes it for something else.", valueName: "source")) var from: String?
    @OptionGroup var bounds: ImportBounds
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    /// Whether anything is said that records do not know.
    private var isOfProject: Bool { newName != nil || to != nil || parent != nil || kind != nil || language != nil || from != nil }

    func validate() throws {
        try other.check()
        if other.isAskedFor, isOfProject { throw ValidationError(.importMixed) }
        if to != nil, newName != nil || parent != nil || kind != nil || language != nil { throw ValidationError(.importIntoOrNew) }
    }

    func perform(_ session: Session) throws -> Ending {
        if try isForOther(session) { return try other.takeIn(session, dryRun: change.dryRun, global) }
        let reading = try ImportReading(session.absolute(other.source), as: from, by: Installed.sources, limits: try bounds.limits())
        let page = ImportPage(session, global, reading)
        if let to { return try takeIn(reading, to, page, session) }
        return try make(of: reading, page, session)
    }

    /// Whether it is content of a collection, and no project.
    private func isForOther(_ session: Session) throws -> Bool {
        if other.isAskedFor || other.source == "-" { return true }
        guard !isOfProject else { return false }
        let path = try session.absolute(other.source)
        if ImportReading.isPlainFile(path), let project = try? session.openToLook(), other.isFor(project) { return true }
        // What nobody knows is told by who takes files, in a project that may; elsewhere nothing takes it.
        guard ImportReading.isPlainFile(path), !ImportReading.isKnown(path, by: Installed.sources) else { return false }
        return (try? Project.root(containing: session.base, surroundings: session.surroundings)) != nil
    }

    private func make(of reading: ImportReading, _ page: ImportPage, _ session: Session) throws -> Ending {
        let kind = try kind.map { word throws(ShedError) in try KindArgument.kind(word, session) }
        let language = try KindArgument.language(language, session.surroundings)
        let directory = try parent.map { text throws(ShedError) in try session.absolute(text) } ?? session.base
        let name = newName.map(session.name) ?? ImportReading.projectName(reading.project.name)
        func importing(dryRun: Bool) throws(ShedError) -> (project: Project?, result: ProjectImportResult) {
            let bar = ProgressBar(dryRun ? "reading" : "importing", global)
            defer { bar.finish() }
            return try Project.importing(
                reading, as: kind, language: language, named: name, in: directory, surroundings: session.surroundings, versions: Installed.versions,
                dryRun: dryRun) { bar.show($0, of: max(reading.fileCount, $0)) }
        }
        let path = session.shown(AbsolutePath.joined(try RealPath.of(directory), name.bytes), as: parent)
        let isAsked = session.canAsk && !session.isConfirmed && !change.dryRun
        if change.dryRun || isAsked { page.show(try importing(dryRun: true).result, at: path, dryRun: true, isLast: change.dryRun) }
        if change.dryRun { return .done }
        if isAsked { try session.confirm(.importingInto(path: path)) }
        let (project, result) = try importing(dryRun: false)
        if let project { session.showPaths(below: project.home.path) }
        page.show(result, at: path, dryRun: false, isTold: isAsked, project: project)
        if let project { session.warnOfRest(in: project) }
        return .done
    }

    private func takeIn(_ reading: ImportReading, _ word: String, _ page: ImportPage, _ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let folder = try session.path(word, in: project)
        func importing(dryRun: Bool) throws(ShedError) -> ProjectImportResult {
            let bar = ProgressBar(dryRun ? "reading" : "importing", global)
            defer { bar.finish() }
            return try project.importing(reading, to: folder, versions: Installed.versions, dryRun: dryRun) { bar.show($0, of: max(reading.fileCount, $0)) }
        }
        let isAsked = session.canAsk && !session.isConfirmed && !change.dryRun
        let shown = session.style.path(folder)
        if change.dryRun || isAsked { page.show(try importing(dryRun: true), at: shown, dryRun: true, isLast: change.dryRun) }
        if change.dryRun { return .done }
        if isAsked { try session.confirm(.importingInto(path: shown)) }
        page.show(try importing(dryRun: false), at: shown, dryRun: false, isTold: isAsked)
        session.warnOfRest(in: project)
        return .done
    }
}

/// How much of what is imported is read at most.
struct ImportBounds: ParsableArguments {
    @Option(help: ArgumentHelp("Of all files together, unpacked; 8G if not said.", valueName: "size")) var maxSize: String?
    @Option(help: ArgumentHelp("Files and folders; 1000000 if not said.", valueName: "number")) var maxFiles: Int?
    @Option(help: ArgumentHelp("Unpacked bytes for one of an archive that holds more than 1 GiB; 200 if not said.", valueName: "number")) var maxRatio: Int?

    func limits() throws(ShedError) -> ImportLimits {
        var limits = ImportLimits()
        if let maxSize { limits.size = try SizeArgument.bytes(maxSize, of: "--max-size") }
        if let maxFiles { limits.entries = max(0, maxFiles) }
        if let maxRatio { limits.ratio = Int64(max(0, maxRatio)) }
        return limits
    }
}
