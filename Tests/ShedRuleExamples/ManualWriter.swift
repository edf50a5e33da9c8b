import Glibc
import ShedPapersKind
import ShedProject
import ShedRecordsKind
import ShedRules
import ShedWritingKind

/// Writes the manual of the rules: `Documentation/rules`, and what the program holds of it.
package enum ManualWriter {
    /// The folder of the pages.
    package static let pages = RuleScript.package + "/Documentation/rules"

    /// The page of a rule, made from its doc comment and its examples.
    /// - Parameter says: what is found in the example that fails.
    package static func page(of info: RuleInfo, saying says: [String]) throws -> RulePage {
        RulePage(info, try RuleSource.entry(info, saying: says), isRefusing: ProgramKinds.rules.refuses(info))
    }

    /// Makes all of it anew.
    /// - Throws: where an example cannot be carried out, or a file not be written.
    package static func write() throws {
        let infos = ProgramKinds.rules.infos
        let pages = Dictionary(uniqueKeysWithValues: try infos.map { ($0.name, try page(of: $0, saying: RuleSource.says($0))) })
        for page in pages.values { try write(page.markdown, to: "\(self.pages)/\(page.info.name).md") }
        try write(RulePage.index(infos), to: self.pages + "/README.md")
        func inOrder(_ infos: [RuleInfo]) -> [RulePage] { infos.sorted { $0.code < $1.code }.compactMap { pages[$0.name] } }
        func pagesOf(_ kind: some KindModule) -> [RulePage] { inOrder(kind.rules.all.map { $0.info }) }
        try writeSource("ShedRules/Manual/RuleManual", of: inOrder(RuleBook().infos), isPublic: true)
        try writeSource("ShedWritingKind/Rules/WritingRuleManual", of: pagesOf(WritingKind()))
        try writeSource("ShedPapersKind/Rules/PapersRuleManual", of: pagesOf(PapersKind()))
        try writeSource("ShedRecords/Rules/RecordsRuleManual", of: pagesOf(RecordsKind()))
    }

    /// Writes what the program holds of the manual: a type named as its file.
    /// - Parameters:
    ///   - path: of the file, below `Sources`, without its suffix.
    ///   - isPublic: whether it stands in the room of general rules.
    private static func writeSource(_ path: String, of pages: [RulePage], isPublic: Bool = false) throws {
        let access = isPublic ? "public " : ""
        let text = """
            // Made by “make rules” from the doc comments of the rules and from Fixtures/rules: not to be edited.
            \(isPublic ? "" : "\nimport ShedRules\n")
            /// What the manual says of each rule.
            \(access)enum \(path.split(separator: "/").last ?? "") {
                /// The entry of a rule; `nil` for a name that none has.
                \(access)static func entry(_ rule: String) -> RuleEntry? { entries[rule] }

                private static let entries = [
            \(pages.map { "        \(literal($0.info.name)): \(constant($0.info)),\n" }.joined())    ]

            \(pages.map(declaration(of:)).joined(separator: "\n"))}

            """
        try write(text, to: "\(RuleScript.package)/Sources/\(path).swift")
    }

    /// The declaration of what the program holds of a rule.
    private static func declaration(of page: RulePage) -> String {
        let entry = page.entry
        func list(_ texts: [String]) -> String { "[" + texts.map(literal).joined(separator: ", ") + "]" }
        return """
                private static let \(constant(page.info)) = RuleEntry(
                    why: \(list(entry.why)),
                    cure: \(literal(entry.cure)),
                    fails: \(literal(entry.fails)),
                    says: \(list(entry.says)),
                    passes: \(literal(entry.passes)))

            """
    }

    /// A rule's name as Swift names constants.
    private static func constant(_ info: RuleInfo) -> String {
        let words = info.name.split(separator: "-")
        return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func write(_ text: String, to path: String) throws(ExampleFault) {
        let file = try need(fopen(path, "we"), "cannot write \(path)")
        let written = fwrite(text, 1, text.utf8.count, file)
        guard fclose(file) == 0, written == text.utf8.count else { throw ExampleFault("cannot write \(path)") }
    }
}
