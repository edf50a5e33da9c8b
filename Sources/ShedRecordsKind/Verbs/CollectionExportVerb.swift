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
        let format = try format()
        let outputName = output.map { Name(bytes: RawArguments.bytes(of: $0)) }
        let bar = ProgressBar("exporting", global)
        defer { bar.finish() }
        if output == "-" {
            let report = try reading.export(found, as: format, exchange.options(for: outputName), progress: { bar.show($0, of: $1) }) { bytes throws(ShedError) in
                session.output.bytes(bytes)
                try session.output.flush()
            }
            return ending(report, session)
        }
        let path = try path(of: found, format, project, session)
        let file = try ExportFile(path, of: "--output", force: force)
        do {
            let report = try reading.export(found, as: format, exchange.options(for: outputName), progress: { bar.show($0, of: $1) }, to: file.write)
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
        let isInside = session.base.starts(with: project.home.path + [UInt8(ascii: "/")]) || session.base == project.home.path
        let directory = isInside ? Array(project.home.path[..<(project.home.path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]) : session.base
        return directory + [UInt8(ascii: "/")] + found.name.bytes + Array("-export.\(format.fileExtension)".utf8)
    }
}

/// `shed export` is `shed collection export`.
typealias ExportVerb = CollectionExportVerb
