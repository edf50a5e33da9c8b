import Glibc
import ShedRules

/// A rule's entry in the manual, put together from its source.
package enum RuleSource {
    /// Where the rules are written down.
    private static let folders = ["ShedRules", "ShedWritingKind", "ShedPapersKind", "ShedRecords"].map { "\(RuleScript.package)/Sources/\($0)/Rules" }

    /// - Parameter says: what is found in the example that fails.
    package static func entry(_ info: RuleInfo, saying says: [String]) throws -> RuleEntry {
        let paragraphs = try docComment(info).dropFirst()
        let mark = "To cure it: "
        let cure = paragraphs.first { $0.hasPrefix(mark) }.map { $0.dropFirst(mark.count) } ?? ""
        let (fails, passes) = (try RuleScript(of: info.name, "fails"), try RuleScript(of: info.name, "passes"))
        return RuleEntry(
            why: paragraphs.filter { !$0.hasPrefix(mark) }, cure: cure.prefix(1).uppercased() + cure.dropFirst(),
            fails: fails.text, says: says, passes: passes.text)
    }

    /// What is found in the example of a rule that fails, which is carried out.
    static func says(_ info: RuleInfo) throws -> [String] {
        let bench = try RuleBench()
        return says(try bench.findings(in: RuleScript(of: info.name, "fails")), in: bench)
    }

    /// What is found, as a page shows it.
    package static func says(_ findings: [Finding], in bench: RuleBench) -> [String] {
        findings.prefix(5).map { finding in
            let code = ProgramKinds.rules.info(named: finding.rule)?.code ?? "?"
            return shown("\(finding.path)\(finding.line.map { ":\($0)" } ?? ""): \(finding.severity.rawValue): \(finding.message) [\(code) \(finding.rule)]", bench)
        }
    }

    /// The paragraphs of the doc comment above the rule's type, without the lines that name the seeds.
    private static func docComment(_ info: RuleInfo) throws -> [String] {
        for lines in try sources.get() {
            guard lines.contains(where: { $0.hasPrefix("        \"\(info.name)\", \"\(info.code)\"") }),
                let type = lines.firstIndex(where: { $0.hasPrefix("public enum ") })
            else { continue }
            let comment = lines[..<type].reversed().prefix { $0.hasPrefix("///") }.reversed().map { $0.dropFirst(3).drop { $0 == " " } }
            return comment.split(separator: "").map { paragraph in
                paragraph.filter { !$0.hasPrefix("Source: seed") }.joined(separator: " ")
                    .split(separator: " Source: seed").first.map(String.init) ?? ""
            }
        }
        throw ExampleFault("no source of \(info.name)")
    }

    /// The lines of each file in which rules are written down.
    private static let sources = Result<[[Substring]], any Error> {
        try files().map { file in
            String(decoding: RuleScript.read(file) ?? [], as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        }
    }

    private static func files() throws -> [String] {
        try folders.flatMap { folder in
            var found = glob_t()
            defer { globfree(&found) }
            guard glob(folder + "/*.swift", 0, nil, &found) == 0 else { throw ExampleFault("no rules in \(folder)") }
            return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
        }
    }

    /// A line with what differs from run to run, and what is too long to read, left out.
    private static func shown(_ line: String, _ bench: RuleBench) -> String {
        var result = ""
        var word = ""
        func end() {
            let isRandom = word.count >= 16 && word.contains(where: \.isNumber)
            let isRepeated = word.count > 20 && Set(word).count == 1
            result += isRandom ? "…" : isRepeated ? word.prefix(3) + "…" : word
            word = ""
        }
        let place = bench.shelf.path
        let text = line.split(separator: place, omittingEmptySubsequences: false).joined(separator: "/home/ann")
        for character in text {
            let isOne = ("0"..."9").contains(character) || ("a"..."f").contains(character) || character == "-" || character == word.last
            if !isOne, !word.isEmpty { end() }
            if isOne || character == "あ" { word.append(character) } else { result.append(character) }
        }
        end()
        return result
    }
}
