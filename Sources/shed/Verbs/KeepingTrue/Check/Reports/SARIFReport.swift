import ShedCommand
import ShedCheck
import ShedProject
import ShedModel
import ShedRules

/// SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), as code scanning services read it.
///
/// A rule's `id` is its name, since all custom rules have one code. Paths are relative to `%SRCROOT%`, the directory that
/// the program was started in, or else whole `file:` URIs.
enum SARIFReport {
    private static let root = "%SRCROOT%"

    static func write(_ report: CheckReport, to sink: ReportSink) throws(ShedError) {
        var rules: [RuleInfo] = []
        var positions: [String: Int] = [:]
        let all = report.parts.lazy.flatMap { part in [part.items.map { ($0, nil) }, part.suppressed.map { ($0.item, Optional($0.reason)) }].joined() }
        for (item, _) in all where positions[item.rule.name] == nil {
            positions[item.rule.name] = rules.count
            rules.append(item.rule)
        }
        try sink.line("{")
        try sink.line("  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",")
        try sink.line("  \"version\": \"2.1.0\",")
        try sink.line("  \"runs\": [{")
        try sink.bytes(Array("    \"tool\": {\"driver\": {\"name\": \"shed\", \"version\": \"\(Shed.version)\", \"rules\": ".utf8))
        try sink.array(rules.lazy.map(json), indent: 4, end: "}},")
        try sink.bytes(Array("    \"invocations\": ".utf8))
        try sink.json(invocations(report))
        try sink.line(",")
        try sink.line("    \"originalUriBaseIds\": {\"\(root)\": {\"description\": {\"text\": \"The directory that shed was started in.\"}}},")
        try sink.line("    \"columnKind\": \"utf16CodeUnits\",")
        try sink.bytes(Array("    \"results\": ".utf8))
        try sink.array(all.map { json($0, suppressedFor: $1, rule: positions[$0.rule.name, default: 0]) }, indent: 4, end: "")
        try sink.line("  }]")
        try sink.line("}")
    }

    private static func json(_ rule: RuleInfo) -> JSONValue {
        [
            "id": .string(rule.name), "shortDescription": ["text": .string(rule.summary)], "help": ["text": .string(rule.cure)],
            "defaultConfiguration": ["level": .string(rule.severity.rawValue)], "properties": ["code": .string(rule.code)],
        ]
    }

    /// - Parameter reason: why it is left out; `nil` for one that counts.
    private static func json(_ item: CheckReport.Item, suppressedFor reason: String?, rule: Int) -> JSONValue {
        let isAbsolute = item.place.first == UInt8(ascii: "/")
        var artifact: JSONObject = ["uri": .string((isAbsolute ? "file://" : "") + URIText.encode(item.place))]
        if !isAbsolute { artifact["uriBaseId"] = .string(root) }
        var region: JSONObject = ["startLine": .integer(Int64(item.line))]
        if let column = item.utf16Column { region["startColumn"] = .integer(Int64(column)) }
        // Where some results have the list, all must (SARIF 2.1.0, 3.27.23).
        let suppressions: [JSONValue] = reason.map { [["kind": "external", "status": "accepted", "justification": .string($0)]] } ?? []
        return [
            "ruleId": .string(item.rule.name), "ruleIndex": .integer(Int64(rule)), "level": .string(item.finding.severity.rawValue),
            "message": ["text": .string(item.text)],
            "locations": [
                [
                    "physicalLocation": [
                        "artifactLocation": .object(artifact),
                        "region": .object(region),
                    ]
                ]
            ],
            "partialFingerprints": ["shed/v1": .string(item.fingerprint)],
            "suppressions": .array(suppressions),
        ]
    }

    private static func invocations(_ report: CheckReport) -> JSONValue {
        var invocation: JSONObject = ["executionSuccessful": .bool(report.failures.isEmpty), "exitCode": .integer(Int64(report.exitCode))]
        if !report.failures.isEmpty {
            invocation["toolExecutionNotifications"] = .array(report.failures.map { ["level": "error", "message": ["text": .string($0.text)]] })
        }
        return [.object(invocation)]
    }
}
