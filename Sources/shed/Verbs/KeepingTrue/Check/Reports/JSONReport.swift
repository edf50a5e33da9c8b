import ShedCommand
import ShedCheck
import ShedProject
import ShedModel
import ShedRules

/// The shape of Documentation/JSON.md.
enum JSONReport {
    static func write(_ report: CheckReport, to sink: ReportSink) throws(ShedError) {
        try sink.line("{\n  \"version\": 1,")
        try sink.bytes(Array("  \"findings\": ".utf8))
        try sink.array(report.parts.lazy.flatMap { part in part.items.lazy.map { json($0, part) } }, indent: 2, end: ",")
        try sink.bytes(Array("  \"summary\": ".utf8) + summary(report.count).compact + Array(",\n".utf8))
        try sink.bytes(Array("  \"projects\": ".utf8))
        try sink.array(report.parts.lazy.map(json), indent: 2, end: report.failures.isEmpty ? "" : ",")
        if !report.failures.isEmpty {
            try sink.bytes(Array("  \"failures\": ".utf8))
            try sink.array(report.failures.lazy.map(json), indent: 2, end: "")
        }
        try sink.line("}")
    }

    /// A finding with the project that it is of.
    static func json(_ item: CheckReport.Item, _ part: CheckReport.Part) -> JSONValue {
        var object = item.finding.builder
        object.add("project", bytes: part.place)
        return object.value
    }

    private static func summary(_ count: (Severity) -> Int) -> JSONValue {
        ["errors": .integer(Int64(count(.error))), "warnings": .integer(Int64(count(.warning))), "notes": .integer(Int64(count(.note)))]
    }

    private static func json(_ failure: CheckReport.Failure) -> JSONValue {
        var object = JSONBuilder()
        object.add("project", bytes: failure.place)
        object.add("message", .string(failure.reason))
        return object.value
    }

    private static func json(_ part: CheckReport.Part) -> JSONValue {
        var object = JSONBuilder()
        object.add("id", part.id)
        object.add("project", bytes: part.place)
        object.add("summary", summary(part.count))
        return object.value
    }
}
