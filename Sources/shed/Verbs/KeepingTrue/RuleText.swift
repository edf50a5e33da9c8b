import ShedCommand
import ShedProject
import ShedModel
import ShedRules

/// A page of the manual for people.
enum RuleText {
    /// One line, for a list.
    static func line(_ page: RulePage, _ style: Style) -> String {
        "\(page.info.code)  \(page.info.name) (\(severity(page.info, style))): \(page.info.summary)"
    }

    static func lines(_ page: RulePage, _ style: Style) -> [String] {
        var lines = [style.heading("\(page.info.name) (\(page.info.code), \(severity(page.info, style)))"), page.info.summary, ""]
        for paragraph in page.entry.why { lines += [paragraph, ""] }
        lines += [style.heading("What shed does"), plain(page.conduct).prefix(1).uppercased() + plain(page.conduct).dropFirst() + ".", ""]
        if page.entry.fails.isEmpty { return lines + [style.heading("Cure"), page.info.cure] }
        lines += [style.heading("Example")] + example(page.entry.fails, style)
        lines += page.entry.says.map { "  → " + $0 } + [""]
        lines += [style.heading("Nothing is found here")] + example(page.entry.passes, style) + [""]
        lines += [style.heading("Cure"), page.info.cure]
        if !page.entry.cure.isEmpty { lines.append(page.entry.cure) }
        return lines
    }

    private static func example(_ text: String, _ style: Style) -> [String] {
        let (words, steps) = RuleEntry.parts(of: text)
        return (words.isEmpty ? [] : [words]) + steps.map { style.faint("  " + $0) }
    }

    private static func severity(_ info: RuleInfo, _ style: Style) -> String {
        switch info.severity {
        case .error: style.bad("error")
        case .warning: style.warning("warning")
        case .note: "note"
        }
    }

    private static func plain(_ text: String) -> String { text.split(separator: "`", omittingEmptySubsequences: false).joined() }
}

extension RulePage {
    /// The shape of `rule --json`.
    var json: JSONValue {
        var object = JSONBuilder()
        object.add("rule", .string(info.name))
        object.add("code", .string(info.code))
        object.add("severity", .string(info.severity.rawValue))
        object.add("summary", .string(info.summary))
        object.add("why", .string(entry.why.joined(separator: "\n\n")))
        object.add("conduct", .string(conduct))
        object.add("fails", .string(entry.fails))
        object.add("says", .array(entry.says.map { .string($0) }))
        object.add("passes", .string(entry.passes))
        object.add("help", .string(info.cure))
        object.add("cure", .string(entry.cure))
        return object.value
    }
}
