import ShedEngine
import ShedModel
import ShedRules

/// The shape of Documentation/JSON.md.
enum JSONReport {
    static func write(_ report: CheckReport, to sink: ReportSink) throws(ShedError) {
        try sink.line("{\n  \"version\": 1,")
        try sink.bytes(Array("  \"findings\": ".utf8))
        try sink.array(report.parts.lazy.flatMap { part in part.items.lazy.map { json($0, part, report) } }, indent: 2, end: ",")
        let end = report.isMany ? "," : ""
        try sink.bytes(Array("  \"summary\": ".utf8) + report.summary.compact + Array("\(end)\n".utf8))
        if report.isMany {
            try sink.bytes(Array("  \"projects\": ".utf8))
            try sink.array(report.parts.lazy.map(json), indent: 2, end: "")
        }
        try sink.line("}")
    }

    /// A finding; where several projects were asked for, with the project that it is of.
    static func json(_ item: CheckReport.Item, _ part: CheckReport.Part, _ report: CheckReport) -> JSONValue {
        var object = item.finding.builder
        if report.isMany { object.add("project", bytes: part.place) }
        return object.value
    }

    private static func json(_ part: CheckReport.Part) -> JSONValue {
        var object = JSONBuilder()
        object.add("id", part.id)
        object.add("project", bytes: part.place)
        object.add("summary", part.summary)
        return object.value
    }
}
