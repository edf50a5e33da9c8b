import ArgumentParser
import ShedEngine
import ShedModel
import ShedRules

struct RuleVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "rule",
        abstract: "Explain a rule of check: why, an example, the cure.",
        discussion: """
            Works anywhere, in a project or not.

            Example: shed rule file-at-root
            """)

    @Argument(help: ArgumentHelp("A rule's name, such as file-at-root, or its code, such as PLC001.", valueName: "rule"), completion: .list(RuleBook.all.map { $0.info.name }))
    var rules: [String] = []
    @Flag(help: "All rules.") var all = false
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if rules.isEmpty != all { throw ValidationError("Name a rule, or use --all.") }
    }

    func perform(_ session: Session) throws -> Ending {
        let pages = try all ? RuleBook.all.map { $0.info }.sorted { $0.code < $1.code }.map { try page($0.name) } : rules.map(page)
        if global.json {
            session.output.json(all || pages.count > 1 ? .array(pages.map(\.json)) : pages[0].json)
        } else if global.zero {
            for page in pages { session.output.path(Array(page.info.name.utf8)) }
        } else {
            for (number, page) in pages.enumerated() {
                if number > 0 { session.output.line() }
                for line in RuleText.lines(page, session.style) { session.output.line(line) }
            }
        }
        return .done
    }

    private func page(_ name: String) throws(ShedError) -> RulePage {
        if let page = RulePage(named: name) { return page }
        let near = Nearest.of(name, among: RuleBook.all.map { $0.info.name })
        throw ShedError(
            .usage, "there is no rule “\(EscapedText.escape(RawArguments.bytes(of: name)))”",
            remedy: near.map { "Did you mean “\($0)”?" } ?? "“shed rule --all” explains every rule.")
    }
}

/// A page of the manual for people.
enum RuleText {
    static func lines(_ page: RulePage, _ style: Style) -> [String] {
        var lines = [style.heading("\(page.info.name) (\(page.info.code), \(severity(page.info, style)))"), page.info.summary, ""]
        for paragraph in page.entry.why { lines += [paragraph, ""] }
        lines += [style.heading("What shed does"), plain(page.conduct).prefix(1).uppercased() + plain(page.conduct).dropFirst() + ".", ""]
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
