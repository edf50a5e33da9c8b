import ArgumentParser
import Glibc
import ShedEngine
import ShedModel
import ShedRecords

extension ExchangeFormat: ExpressibleByArgument {}
extension CSVSeparator: ExpressibleByArgument {}
extension ConflictPolicy: ExpressibleByArgument {}

/// What export and import have in common.
struct ExchangeArguments: ParsableArguments {
    @Option(help: "json (Folk's DB's own), json-lines, csv, xml, recfile, or markdown (export only). Else the file's name says.")
    var format: ExchangeFormat?
    @Option(help: ArgumentHelp("The column or field that holds the ID; “id” in CSV, “Id” in recfiles.", valueName: "name")) var idColumn: String?
    @Flag(help: "Without IDs.") var noIds = false
    @Option(help: "Between the fields of CSV: comma, semicolon or tab; else tab for .tsv, comma for others.") var separator: CSVSeparator?

    func options(for name: Name?) -> ExchangeOptions {
        ExchangeOptions(
            idColumn: idColumn, hasIDs: !noIds, separator: separator ?? (name?.hasSuffix(".tsv") == true ? .tab : .comma),
            isSeparatorChosen: separator != nil)
    }
}

struct CollectionExportVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a collection with all its records to one file.",
        discussion: """
            Writes NAME-export.json where you are, or beside the project if you are in it. --output names another file; \
            “-” is the standard output. Documentation/Exchange.md describes the formats.

            Example: shed collection export Books --format csv --output -
            """)

    @Argument(help: "The collection: its name or ID.") var collection: String
    @Option(name: [.long, .customShort("o")], help: ArgumentHelp("The file to write; “-” for the standard output.", valueName: "file"), completion: .file()) var output: String?
    @Flag(help: "Replace the file if it is there.") var force = false
    @OptionGroup var exchange: ExchangeArguments
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        try project.takeIn()
        let found = try project.collection(RawArguments.bytes(of: collection))
        let format = try format()
        let outputName = output.map { Name(bytes: RawArguments.bytes(of: $0)) }
        let bar = ProgressBar("exporting", global)
        defer { bar.finish() }
        if output == "-" {
            let report = try project.export(found, as: format, exchange.options(for: outputName), progress: { bar.show($0, of: $1) }) { bytes throws(ShedError) in
                session.output.bytes(bytes)
                try session.output.flush()
            }
            return ending(report, session)
        }
        let path = try path(of: found, format, project, session)
        let file = try ExportFile(path, of: "--output", force: force)
        do {
            let report = try project.export(found, as: format, exchange.options(for: outputName), progress: { bar.show($0, of: $1) }, to: file.write)
            try file.finish()
            bar.finish()
            if global.json {
                var object = JSONBuilder()
                object.add("path", bytes: path)
                object.add("format", .string(format.rawValue))
                object.add("records", .integer(Int64(report.written)))
                object.add("left", .array(report.left.map { .string("\($0.path)") }))
                session.output.json(object.value)
            } else if global.zero {
                session.output.path(path)
            }
            session.say("wrote \(Style.count(report.written, "record")) of \(found.name) to \(EscapedText.escape(path))")
            return ending(report, session)
        } catch {
            file.discard()
            throw error
        }
    }

    /// The format that is asked for; of the standard output and a file that is not named JSON.
    private func format() throws(ShedError) -> ExchangeFormat {
        if let format = exchange.format { return format }
        guard let output, output != "-" else { return .json }
        let name = Name(bytes: RawArguments.bytes(of: output).split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? [])
        guard let format = ExchangeFormat(fileName: name) else {
            let known = ExchangeFormat.extensions.map { ".\($0)" }
            throw ShedError(.usage, "“\(name)” says no format", remedy: "End the name in \(known.dropLast().joined(separator: ", ")) or \(known.last ?? ""), or say which with --format.")
        }
        return format
    }

    /// What is no record now is not written, which is said.
    private func ending(_ report: ExportReport, _ session: Session) -> Ending {
        for record in report.left.prefix(10) { session.output.note("shed: \(record.path) is no record now and was left out: \(record.problem?.sentence ?? "")") }
        if report.left.count > 10 { session.output.note("shed: and \(report.left.count - 10) more; “shed check” lists them.") }
        return report.left.isEmpty ? .done : .findings
    }

    private func path(of found: RecordCollection, _ format: ExchangeFormat, _ project: Project, _ session: Session) throws(ShedError) -> [UInt8] {
        if let output { return session.absolute(output) }
        let isInside = session.base.starts(with: project.rootPath + [UInt8(ascii: "/")]) || session.base == project.rootPath
        let directory = isInside ? Array(project.rootPath[..<(project.rootPath.lastIndex(of: UInt8(ascii: "/")) ?? 0)]) : session.base
        return directory + [UInt8(ascii: "/")] + found.name.bytes + Array("-export.\(format.fileExtension)".utf8)
    }
}

/// The file that an export is written to: whole or not at all.
final class ExportFile {
    private let path: [UInt8]
    private let temporary: [CChar]
    private let descriptor: Int32
    private let option: String
    private let force: Bool

    /// - Parameter option: what the file was named with, for messages.
    init(_ path: [UInt8], of option: String, force: Bool) throws(ShedError) {
        self.path = path
        self.option = option
        self.force = force
        if !force, access(ExportFile.c(path), F_OK) == 0 {
            throw ShedError(.usage, "\(EscapedText.escape(path)) is there already", remedy: "Name another file with \(option), or replace it with --force.")
        }
        var name = ExportFile.c(path + Array(".XXXXXX".utf8))
        descriptor = mkstemp(&name)
        temporary = name
        guard descriptor >= 0 else { throw ExportFile.failure(path, option) }
        let mask = umask(0)
        umask(mask)
        fchmod(descriptor, 0o666 & ~mask)
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) throws(ShedError) {
        guard Output.write(bytes, to: descriptor) else { throw ExportFile.failure(path, option) }
    }

    func finish() throws(ShedError) {
        guard fsync(descriptor) == 0 else { throw ExportFile.failure(path, option) }
        // Without --force nothing is replaced, whatever came meanwhile.
        let result = force ? rename(temporary, ExportFile.c(path)) : link(temporary, ExportFile.c(path))
        guard result == 0 else { throw ExportFile.failure(path, option) }
        if !force { unlink(temporary) }
    }

    func discard() { unlink(temporary) }

    private static func c(_ bytes: [UInt8]) -> [CChar] { (bytes + [0]).map { CChar(bitPattern: $0) } }

    private static func failure(_ path: [UInt8], _ option: String) -> ShedError {
        ShedError(.environment, "cannot write \(EscapedText.escape(path)): \(String(cString: strerror(errno)))", remedy: "Name another file with \(option).")
    }
}

struct CollectionImportVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Read records from a file: all of them, or none if one is at fault.",
        discussion: """
            Into a new collection, or the one whose ID the file names, or --into. Records whose ID is known are updated; \
            --on-conflict says otherwise. “-” is the standard input.

            Example: shed collection import books.csv --into Books --dry-run
            """)

    @Argument(help: "The file; “-” for the standard input.", completion: .file()) var file: String
    @Option(help: ArgumentHelp("The collection to import into.", valueName: "collection")) var into: String?
    @Option(help: ArgumentHelp("The name of a new collection.", valueName: "name")) var name: String?
    @Option(help: "Of a record whose ID is known: skip, update, duplicate (a new record), or fail.") var onConflict = ConflictPolicy.update
    @OptionGroup var exchange: ExchangeArguments
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if into != nil, name != nil { throw ValidationError("Give either --into or --name.") }
    }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        try project.takeIn()
        let fileName = Name(bytes: file == "-" ? [] : RawArguments.bytes(of: file).split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? [])
        guard let format = exchange.format ?? ExchangeFormat(fileName: fileName) else {
            let known = ExchangeFormat.extensions.filter { $0 != ExchangeFormat.markdown.fileExtension }.map { ".\($0)" }
            throw ShedError(.usage, "the name of the file says no format", remedy: "Say which with --format: json, json-lines, csv, xml or recfile; \(known.joined(separator: ", ")) say it themselves.")
        }
        var stem = String(decoding: fileName.parts.stem, as: UTF8.self)
        if stem.hasSuffix("-export") { stem.removeLast("-export".count) }
        var order = ImportOrder(format: format, exchange: exchange.options(for: fileName), fallbackName: stem.isEmpty ? "Imported" : stem)
        order.policy = onConflict
        order.into = try into.map { word throws(ShedError) in try project.collection(RawArguments.bytes(of: word)) }
        order.name = try name.map { text throws(ShedError) in try session.text(text, of: "--name") }
        let input = try NamedInput(file == "-" ? nil : session.absolute(file))
        let bar = ProgressBar("importing", global)
        defer { bar.finish() }
        let report = try project.importRecords(order, from: input.source, dryRun: change.dryRun) { bar.show($0, of: $1) }
        bar.finish()
        print(report, session)
        session.warnOfRest(in: project)
        return .done
    }

    private func print(_ report: ImportReport, _ session: Session) {
        for note in report.notes.prefix(20) { session.output.note("shed: \(note)") }
        if report.notes.count > 20 { session.output.note("shed: and \(report.notes.count - 20) more like these") }
        if global.json {
            var object = JSONBuilder()
            object.add("collection", report.collection)
            object.add("name", bytes: report.name.bytes)
            object.add("new", .bool(report.isNewCollection))
            for (key, count) in [("created", report.created), ("updated", report.updated), ("unchanged", report.unchanged), ("skipped", report.skipped)] {
                object.add(key, .integer(Int64(count)))
            }
            object.add("notes", .array(report.notes.map { ["line": $0.line.map { .integer(Int64($0)) } ?? .null, "message": .string($0.message)] }))
            return session.output.json(object.value)
        }
        if global.zero { return session.output.path(report.name.bytes) }
        let parts = [("made", report.created), ("changed", report.updated), ("left as they were", report.unchanged), ("skipped", report.skipped)]
            .filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
        let what = parts.isEmpty ? "no records" : "records: " + parts.joined(separator: ", ")
        session.say("\(session.done("imported", change.dryRun)) into \(report.isNewCollection ? "the new collection " : "")\(report.name): \(what)")
    }
}

/// `shed import` is `shed collection import`.
typealias ImportVerb = CollectionImportVerb
/// `shed export` is `shed collection export`.
typealias ExportVerb = CollectionExportVerb
