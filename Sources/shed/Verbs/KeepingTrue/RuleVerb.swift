import ArgumentParser
import ShedCommand
import ShedCheck
import ShedProject
import ShedModel
import ShedRules

struct RuleVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "rule",
        abstract: "Explain a rule of check: why, an example, the cure.",
        discussion: """
            Works anywhere. In a project it also knows the rules of your own that its settings have, by name, or all of \
            them as CUS. The beginning of codes lists their rules.

            Example: shed rule file-at-root
            """)

    @Argument(help: ArgumentHelp("A rule's name, such as file-at-root, its code, such as PLC001, or the beginning of codes, such as NAM.", valueName: "rule"), completion: .list(Installed.rules.infos.map(\.name)))
    var rules: [String] = []
    @Flag(help: "All rules.") var all = false
    @OptionGroup var global: GlobalOptions

    var onlyLooks: Bool { true }

    var requiresState: Bool { false }

    func validate() throws {
        if rules.isEmpty != all { throw ValidationError("Name a rule, or use --all.") }
    }

    func perform(_ session: Session) throws -> Ending {
        let custom = all || rules.allSatisfy { Installed.rules.page(named: $0) != nil } ? [] : try RuleVerb.custom(session)
        var (pages, isList) = ([RulePage](), false)
        if all {
            pages = Installed.rules.pages
        } else {
            for word in rules {
                let (found, isFamily) = try RuleVerb.pages(word, custom)
                pages += found
                isList = isList || isFamily
            }
        }
        if global.json {
            session.output.json(all || isList || pages.count > 1 ? .array(pages.map(\.json)) : pages[0].json)
        } else if isList, !global.zero {
            for page in pages { session.output.line(RuleText.line(page, session.style)) }
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

    /// The pages of the rules that a word means, and whether it means a family of them.
    private static func pages(_ text: String, _ custom: [RulePage]) throws(ShedError) -> (pages: [RulePage], isFamily: Bool) {
        let pages = Installed.rules.pages + custom
        if let page = pages.first(where: { RuleWord(text, among: [$0.info])?.exactness(for: $0.info) == Int.max && $0.info.code != CustomRule.code }) {
            return ([page], false)
        }
        if let page = custom.first(where: { $0.info.name == text.lowercased() }) { return ([page], false) }
        if let word = RuleWord(text, among: pages.map(\.info)) { return (pages.filter { word.exactness(for: $0.info) != nil }, true) }
        let shown = EscapedText.escape(RawArguments.bytes(of: text))
        if text.uppercased() == CustomRule.code {
            throw ShedError(.usage, "there is no rule of your own here", remedy: "“[[check.rule]]” in .shed/settings.toml makes one; run this in the project.")
        }
        let near = Nearest.of(text, among: pages.map(\.info.name))
        throw ShedError(
            .usage, "there is no rule “\(shown)”",
            remedy: near.map { "Did you mean “\($0)”?" } ?? "“shed rule --all” explains every rule; those of your own are known in their project.")
    }

    /// The rules of their own that people gave the project that the session is in; none outside of projects.
    private static func custom(_ session: Session) throws(ShedError) -> [RulePage] {
        let project: Project
        do throws(ShedError) {
            project = try Project.open(containing: session.base, surroundings: session.surroundings, purpose: .look)
        } catch {
            if error.kind == .usage { return [] }
            throw error
        }
        return try project.checkSettings().rules.map(RulePage.init)
    }
}
