import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

struct ExportVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a project, or parts of it, as an archive, a folder or a backup; or a collection of records to one file.",
        discussion: """
            --zip and --tree write the files as they stand, and manifest.json with all that is known of them: IDs, order, tags, \
            variables, versions. “shed import” makes a project of it again. --backup does so into a file with the date in its name, \
            reads it back, compares every hash, and only then lets it count; --keep N then removes older backups of this project. \
            Nothing that is there is ever replaced.

            What is left out is named, and the exit code is 1. Symbolic links and special files, which no export has, are named, and \
            hidden and ignored files counted; that alone is no fault. Documentation/Export.md says what is in it.

            Without these, a collection of a records project is written to NAME-export.json where you are, or beside the project if \
            you are in it; Documentation/Exchange.md describes the formats.

            --dry-run reads all of it, says what would come and what would be left out, and writes nothing.

            Example: shed export --zip ../poems.zip
            Example: shed export --backup ~/Backups --keep 7
            Example: shed export Books --format csv --output -
            """)

    @Option(help: ArgumentHelp("Write a ZIP archive.", valueName: "file"), completion: .file()) var zip: String?
    @Option(help: ArgumentHelp("Write a folder.", valueName: "folder"), completion: .directory) var tree: String?
    @Option(help: ArgumentHelp("Write a backup of all of the project into this folder.", valueName: "folder"), completion: .directory) var backup: String?
    @Option(help: ArgumentHelp("So many backups of the project stay in the folder, this one among them.", valueName: "number")) var keep: Int?
    @OptionGroup var other: OtherExport
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    /// Where an export of the project goes, and by which option that was said.
    private var places: [(option: String, path: String)] {
        [("--zip", zip), ("--tree", tree), ("--backup", backup)].compactMap { option, path in path.map { (option, $0) } }
    }

    func validate() throws {
        if keep != nil, backup == nil { throw ValidationError(.keepIsForBackups) }
        if let keep, keep < 1 { throw ValidationError(.keepAtLeastOne) }
        guard let first = places.first else {
            if change.dryRun { throw ValidationError(.exportDryRunOfWhat) }
            return try other.check()
        }
        if places.count > 1 { throw ValidationError(.giveEither(first: first.option, second: places[1].option)) }
        if other.replaces { throw ValidationError(.exportNeverReplaces(option: first.option)) }
        if other.isAskedFor { throw ValidationError(.exportMixed(option: first.option)) }
        if backup != nil, !other.words.isEmpty { throw ValidationError(.backupIsWhole) }
    }

    func perform(_ session: Session) throws -> Ending {
        guard let place = places.first else { return try other.export(session, global) }
        let project = try change.dryRun ? session.openToLook() : session.openToShow()
        let bar = ProgressBar(change.dryRun ? "reading" : "exporting", global)
        defer { bar.finish() }
        let page = ExportPage(session, global, isDryRun: change.dryRun)
        let total = try project.refresh().fileCount()
        let show = { (done: Int) in bar.show(done, of: max(total, done)) }
        if backup != nil {
            let folder = try RealPath.of(session.absolute(place.path))
            let result = try project.backingUp(to: folder, keep: keep, versions: Installed.versions, dryRun: change.dryRun, progress: show)
            bar.finish()
            return page.show(result, in: folder, as: place.path, keeps: keep != nil)
        }
        let paths = try session.paths(other.words, in: project)
        let target = Session.plain(try session.absolute(place.path))
        let result = try project.exporting(
            ExportOrder(paths: paths.contains(.root) ? [] : paths, versions: Installed.versions), as: zip == nil ? .folder : .archive, to: target,
            dryRun: change.dryRun, progress: show)
        bar.finish()
        return page.show(result, at: target, as: place.path)
    }
}
