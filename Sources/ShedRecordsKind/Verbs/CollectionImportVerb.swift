import ArgumentParser
import Glibc
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedRecords

extension ConflictPolicy: ExpressibleByArgument {}

extension TextEncoding: ExpressibleByArgument {}

struct CollectionImportVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Read records from a file: all of them, or none if one is at fault.",
        discussion: """
            Into a new collection, or the one whose ID the file names, or --into. Records whose ID is known are updated; \
            --on-conflict says otherwise. “-” is the standard input. What the name of the file does not say, its beginning \
            may, but for CSV. What “record find” and “record list” print as JSON is taken too.

            Example: shed collection import books.csv --into Books --match ISBN --dry-run
            Example: shed record find Books 'year < 1950' --format json-lines | shed import - --name Old
            """)

    @Argument(help: "The file; “-” for the standard input.", completion: .file()) var file: String
    @OptionGroup var options: CollectionImportOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { try options.check() }

    func perform(_ session: Session) throws -> Ending { try options.takeIn(file, session, dryRun: change.dryRun, global) }
}

/// What is asked of an import of records.
package struct CollectionImportOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The collection to import records into.", valueName: "collection")) var into: String?
    @Option(help: ArgumentHelp("The name of a new collection of records.", valueName: "name")) var name: String?
    @Option(help: "Of a record whose ID is known: skip, update (else), duplicate (a new record), or fail.") var onConflict: ConflictPolicy?
    @Option(help: ArgumentHelp("A key whose value tells which record is meant, where an ID does not.", valueName: "key")) var match: String?
    @Option(help: "How the text is written: utf-8, utf-16, utf-16le, utf-16be or windows-1252; else its byte order mark says, else UTF-8.") var encoding: TextEncoding?
    @Flag(help: "Take numbers and booleans of JSON as text, as they are written, and null as no value.") var asText = false
    @OptionGroup var exchange: ExchangeArguments

    package init() {}

    var isAskedFor: Bool {
        into != nil || name != nil || onConflict != nil || match != nil || encoding != nil || asText || exchange.isAskedFor
    }

    func check() throws {
        if into != nil, name != nil { throw ValidationError(.giveEither(first: "--into", second: "--name")) }
        if match != nil, onConflict == .duplicate { throw ValidationError("--match finds the records that are there; with --on-conflict duplicate all are new.") }
    }

    func takeIn(_ file: String, _ session: Session, dryRun: Bool, _ global: GlobalOptions) throws -> Ending {
        let project = try session.openToChange(dryRun: dryRun)
        let reading = try project.refresh()
        let fileName = Name(bytes: file == "-" ? [] : RawArguments.bytes(of: file).split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? [])
        let input = try NamedInput(file == "-" ? nil : session.absolute(file))
        guard let format = try exchange.format ?? ExchangeFormat(fileName: fileName) ?? shownFormat(of: input) else {
            let known = ExchangeFormat.allCases.filter(\.isReadable).flatMap(\.fileExtensions).map { ".\($0)" }
            throw ShedError(.usage, .formatIsUnknown, remedy: .sayFormat(endings: known.joined(separator: ", ")))
        }
        var stem = String(decoding: fileName.parts.stem, as: UTF8.self)
        if stem.hasSuffix("-export") { stem.removeLast("-export".count) }
        var order = ImportOrder(format: format, exchange: exchange.options(for: fileName), fallbackName: stem.isEmpty ? "Imported" : stem)
        order.exchange.encoding = encoding
        order.exchange.readsValuesAsText = asText
        order.policy = onConflict ?? .update
        order.match = try match.map { text throws(ShedError) in try session.text(text, of: "--match") }
        order.into = try into.map { word throws(ShedError) in try reading.collection(RawArguments.bytes(of: word), isToBeFilled: true) }
        order.name = try name.map { text throws(ShedError) in try session.text(text, of: "--name") }
        let bar = ProgressBar("importing", global)
        defer { bar.finish() }
        let report = try project.importRecords(order, from: input.source, dryRun: dryRun) { bar.show($0, of: $1) }
        bar.finish()
        print(report, session, dryRun, global)
        session.warnOfRest(in: project)
        return .done
    }

    /// The format that the beginning of the input shows.
    private func shownFormat(of input: NamedInput) throws(ShedError) -> ExchangeFormat? {
        let source = try input.source()
        do throws(RecordsError) { return ExchangeFormat(beginning: try ExchangeFormat.beginning(of: source, as: encoding)) } catch { throw ShedError.input(error) }
    }

    private func print(_ report: ImportReport, _ session: Session, _ dryRun: Bool, _ global: GlobalOptions) {
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
        if global.zero { return session.output.path(session.style.place(RelativePath([report.name]))) }
        let parts = [("made", report.created), ("changed", report.updated), ("left as they were", report.unchanged), ("skipped", report.skipped)]
            .filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
        let what = parts.isEmpty ? "no records" : "records: " + parts.joined(separator: ", ")
        session.say("\(session.done("imported", dryRun)) into \(report.isNewCollection ? "the new collection " : "")\(report.name): \(what)")
    }
}

/// `shed import FILE` of records is `shed collection import FILE`.
package struct CollectionImportChoice: ImportChoice {
    @Argument(help: "What to import: an export of shed, a project of another program, or a file of records; “-” for the standard input.", completion: .file()) package var source: String
    @OptionGroup var options: CollectionImportOptions

    package init() {}

    package var isAskedFor: Bool { options.isAskedFor }

    package func isFor(_ project: Project) -> Bool { project.home.module?.name == RecordsKind().name }

    package func check() throws { try options.check() }

    package func takeIn(_ session: Session, dryRun: Bool, _ global: GlobalOptions) throws -> Ending {
        try options.takeIn(source, session, dryRun: dryRun, global)
    }
}
