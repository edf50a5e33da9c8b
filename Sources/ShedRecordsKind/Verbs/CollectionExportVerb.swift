import ArgumentParser
import Glibc
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedRecords

struct CollectionExportVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a collection with all its records to one file.",
        discussion: """
            Writes NAME-export.json where you are, or beside the project if you are in it. --output names another file; \
            “-” is the standard output. --all writes every collection into a folder, with schemas, tags and variables. \
            Documentation/Exchange.md describes the formats.

            Example: shed collection export Books --format csv --output -
            Example: shed export --all ../library-backup
            """)

    @Argument(help: "The collection: its name or ID.") var collection: String?
    @OptionGroup var options: CollectionExportOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { try options.check(collection) }

    func perform(_ session: Session) throws -> Ending { try options.export(collection, session, global) }
}

/// What is asked of an export of collections.
package struct CollectionExportOptions: ParsableArguments {
    @Option(name: [.long, .customShort("o")], help: ArgumentHelp("The file to write; “-” for the standard output.", valueName: "file"), completion: .file()) var output: String?
    @Flag(help: "Replace the file if it is there.") var force = false
    @Option(help: ArgumentHelp("Write all collections into this folder, which is new or empty.", valueName: "folder"), completion: .directory) var all: String?
    @Flag(help: "Begin CSV with a byte order mark, so that spreadsheets read it as UTF-8.") var bom = false
    @OptionGroup var exchange: ExchangeArguments

    package init() {}

    var isAskedFor: Bool { output != nil || force || all != nil || bom || exchange.isAskedFor }

    func check(_ collection: String?) throws {
        if collection == nil, all == nil {
            throw ValidationError("Say where to: --zip and a file, --tree and a folder, or --backup and a folder. Or name a collection of records, or say --all and a folder.")
        }
        if collection != nil, all != nil { throw ValidationError("Name a collection, or say --all and a folder.") }
        if all != nil, output != nil || force { throw ValidationError("--all writes into a folder; --output and --force are for one file.") }
    }

    func export(_ collection: String?, _ session: Session, _ global: GlobalOptions) throws -> Ending {
        let project = try session.openToShow()
        let reading = try project.refresh()
        if let all { return try writeAll(to: all, reading, session, global) }
        guard let collection else { return .done }
        let found = try reading.collection(RawArguments.bytes(of: collection))
        let format = try ExchangeFormat.format(of: output, chosen: exchange.format, standard: .json)
        let target = try OutputFile(path(of: found, format, project, session), of: "--output", force: force, project)
        let options = try options(format, for: output.map { Name(bytes: RawArguments.bytes(of: $0)) })
        let bar = ProgressBar("exporting", global)
        defer { bar.finish() }
        let report = try target.fill(session) { write throws(ShedError) in
            try reading.export(found, as: format, options, progress: { bar.show($0, of: $1) }, to: write)
        }
        bar.finish()
        session.sayWritten(
            target, "\(Style.count(report.written, "record")) of \(found.name)",
            [
                ("format", .string(format.rawValue)), ("records", .integer(Int64(report.written))),
                ("left", .array(report.left.map { .string("\($0.path)") })),
            ])
        return ending(report.left, session)
    }

    private func options(_ format: ExchangeFormat, for name: Name?) throws(ShedError) -> ExchangeOptions {
        guard !bom || format == .csv else { throw ShedError(.usage, .bomIsForCSV(format: format.rawValue), remedy: .leaveOutOrCSV) }
        var options = exchange.options(for: name)
        options.writesMark = bom
        return options
    }

    private func writeAll(to argument: String, _ reading: Reading, _ session: Session, _ global: GlobalOptions) throws -> Ending {
        try reading.requireCollections()
        let format = exchange.format ?? .json
        let options = try options(format, for: nil)
        let folder = try ExportFolder(session.absolute(argument), of: "--all", reading.project)
        let bar = ProgressBar("exporting", global)
        defer { bar.finish() }
        let parts: [WholeExport.Part]
        do {
            parts = try WholeExport(reading: reading, format: format, options: options).write(to: folder, bar)
            try folder.finish()
        } catch {
            folder.discard()
            throw error
        }
        bar.finish()
        if global.json {
            var object = JSONBuilder()
            object.add("path", bytes: folder.path)
            object.add("format", .string(format.rawValue))
            object.add("collections", .array(parts.map(\.json)))
            session.output.json(object.value)
        } else if global.zero {
            session.output.path(folder.path)
        }
        let count = parts.reduce(0) { $0 + $1.report.written }
        session.say("wrote \(Style.count(count, "record")) of \(Style.count(parts.count, "collection")) to \(EscapedText.escape(folder.path))")
        return ending(parts.flatMap(\.report.left), session)
    }

    /// What is no record now is not written, which is said.
    private func ending(_ all: [NoRecord], _ session: Session) -> Ending {
        let most = 10
        for left in all.prefix(most) { session.output.note("shed: \(session.style.path(left.path)) is no record now and was left out: \(left.reason)") }
        if all.count > most { session.output.note("shed: and \(all.count - most) more; “shed check” lists them.") }
        return all.isEmpty ? .done : .findings
    }

    /// Where it is written: `nil` is the standard output.
    private func path(of found: RecordCollection, _ format: ExchangeFormat, _ project: Project, _ session: Session) throws(ShedError) -> [UInt8]? {
        if let output { return try output == "-" ? nil : session.absolute(output) }
        let isInside = session.base.starts(with: project.home.path + [UInt8(ascii: "/")]) || session.base == project.home.path
        let directory = isInside ? AbsolutePath.parent(of: project.home.path) ?? session.base : session.base
        return AbsolutePath.joined(directory, found.name.bytes + Array("-export.\(format.fileExtensions[0])".utf8))
    }
}

/// `shed export COLLECTION` is `shed collection export COLLECTION`.
package struct CollectionExportChoice: ExportChoice {
    @Argument(help: "What to export: files and folders, or one collection of a records project; else all of the project.", completion: .file()) package var words: [String] = []
    @OptionGroup var options: CollectionExportOptions

    package init() {}

    package var isAskedFor: Bool { options.isAskedFor }
    package var replaces: Bool { options.force }

    package func check() throws {
        if words.count > 1 { throw ValidationError("Name one collection; several things go into a --zip or a --tree.") }
        try options.check(words.first)
    }

    package func export(_ session: Session, _ global: GlobalOptions) throws -> Ending { try options.export(words.first, session, global) }
}
