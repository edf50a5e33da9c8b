import ArgumentParser
import Glibc
import ShedCommand
import ShedProject
import ShedModel
import ShedRecords

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
        let reading = try project.refresh()
        let found = try reading.collection(RawArguments.bytes(of: collection))
        let format = try ExchangeFormat.format(of: output, chosen: exchange.format, standard: .json)
        let target = try OutputFile(path(of: found, format, project, session), of: "--output", force: force, project)
        let options = exchange.options(for: output.map { Name(bytes: RawArguments.bytes(of: $0)) })
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
        return ending(report, session)
    }

    /// What is no record now is not written, which is said.
    private func ending(_ report: ExportReport, _ session: Session) -> Ending {
        let most = 10
        for left in report.left.prefix(most) { session.output.note("shed: \(session.style.path(left.path)) is no record now and was left out: \(left.reason)") }
        if report.left.count > most { session.output.note("shed: and \(report.left.count - most) more; “shed check” lists them.") }
        return report.left.isEmpty ? .done : .findings
    }

    /// Where it is written: `nil` is the standard output.
    private func path(of found: RecordCollection, _ format: ExchangeFormat, _ project: Project, _ session: Session) throws(ShedError) -> [UInt8]? {
        if let output { return output == "-" ? nil : session.absolute(output) }
        let isInside = session.base.starts(with: project.home.path + [UInt8(ascii: "/")]) || session.base == project.home.path
        let directory = isInside ? Array(project.home.path[..<(project.home.path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]) : session.base
        return directory + [UInt8(ascii: "/")] + found.name.bytes + Array("-export.\(format.fileExtensions[0])".utf8)
    }
}

/// `shed export` is `shed collection export`.
typealias ExportVerb = CollectionExportVerb
