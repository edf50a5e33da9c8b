import Glibc
import ShedModel
import ShedRules
import Testing

/// The manual of the rules is what their doc comments and their examples say.
///
/// With `SHED_WRITE_RULES=1` (`make rules`) the manual is written anew instead of compared.
struct `The manual of the rules` {
    private static let package = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    private static let pages = package + "/Documentation/rules"
    private static let source = package + "/Sources/ShedRules/Manual/RuleManual.swift"
    static let isWriting = getenv("SHED_WRITE_RULES").map { String(cString: $0) } == "1"

    private static let infos = RuleBook.all.map { $0.info }.sorted { $0.code < $1.code }

    @Test(.enabled(if: !isWriting), arguments: infos.map(\.name))
    func `has a page of every rule that is true`(name: String) throws {
        let info = try #require(RuleBook.info(named: name))
        let entry = try RuleSource.entry(info)
        #expect(RuleManual.entry(name) == entry, "run “make rules”")
        let page = RuleScript.read("\(Self.pages)/\(name).md")
        #expect(page.map { String(decoding: $0, as: UTF8.self) } == RulePage(info, entry).markdown, "run “make rules”")
    }

    @Test(.enabled(if: !isWriting)) func `lists every rule, and has a page of nothing else`() throws {
        let index = RuleScript.read(Self.pages + "/README.md").map { String(decoding: $0, as: UTF8.self) }
        #expect(index == RulePage.index(Self.infos), "run “make rules”")
        #expect(try Self.names(in: Self.pages).sorted() == (Self.infos.map { $0.name + ".md" } + ["README.md"]).sorted())
        #expect(try Self.names(in: RuleScript.folder).sorted() == (Self.infos.map(\.name) + ["README.md"]).sorted())
    }

    @Test func `says why, and how to cure a finding, of every rule`() throws {
        for info in Self.infos {
            let entry = try RuleSource.entry(info)
            #expect(!entry.why.isEmpty && !entry.cure.isEmpty, "\(info.name)")
            #expect(!entry.says.isEmpty, "\(info.name)")
            #expect(!RuleEntry.parts(of: entry.fails).words.isEmpty && !RuleEntry.parts(of: entry.passes).words.isEmpty, "\(info.name)")
        }
    }

    @Test(.enabled(if: isWriting)) func `is written anew`() throws {
        var text = """
            // Made by “make rules” from the doc comments of the rules and from Fixtures/rules: not to be edited.

            /// What the manual says of each rule.
            public enum RuleManual {
                /// The entry of a rule; `nil` for a name that none has.
                public static func entry(_ rule: String) -> RuleEntry? {
                    switch rule {

            """
        for info in Self.infos {
            let entry = try RuleSource.entry(info)
            try Self.write(RulePage(info, entry).markdown, to: "\(Self.pages)/\(info.name).md")
            func list(_ texts: [String]) -> String { "[" + texts.map(Self.literal).joined(separator: ", ") + "]" }
            text += """
                        case \(Self.literal(info.name)):
                            RuleEntry(
                                why: \(list(entry.why)),
                                cure: \(Self.literal(entry.cure)),
                                fails: \(Self.literal(entry.fails)),
                                says: \(list(entry.says)),
                                passes: \(Self.literal(entry.passes)))

                """
        }
        text += "        default: nil\n        }\n    }\n}\n"
        try Self.write(text, to: Self.source)
        try Self.write(RulePage.index(Self.infos), to: Self.pages + "/README.md")
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

    private static func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(path, "w"), "cannot write \(path)")
        fwrite(text, 1, text.utf8.count, file)
        fclose(file)
    }

    private static func names(in folder: String) throws -> [String] {
        let directory = try #require(opendir(folder), "\(folder) is not there")
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}

/// A rule's entry in the manual, put together from its source.
enum RuleSource {
    private static let folder = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/Sources/ShedRules/Rules"

    static func entry(_ info: RuleInfo) throws -> RuleEntry {
        let paragraphs = try docComment(info).dropFirst()
        let mark = "To cure it: "
        let cure = paragraphs.first { $0.hasPrefix(mark) }.map { $0.dropFirst(mark.count) } ?? ""
        let (fails, passes) = (try RuleScript(of: info.name, "fails"), try RuleScript(of: info.name, "passes"))
        let bench = try RuleBench()
        let findings = try bench.findings(in: fails)
        let says = findings.prefix(5).map { finding in
            shown("\(finding.path)\(finding.line.map { ":\($0)" } ?? ""): \(finding.severity.rawValue): \(finding.message) [\(info.code) \(info.name)]", bench)
        }
        return RuleEntry(
            why: paragraphs.filter { !$0.hasPrefix(mark) }, cure: cure.prefix(1).uppercased() + cure.dropFirst(),
            fails: fails.text, says: says, passes: passes.text)
    }

    /// The paragraphs of the doc comment above the rule's type, without the lines that name the seeds.
    private static func docComment(_ info: RuleInfo) throws -> [String] {
        for file in try files() {
            let lines = String(decoding: RuleScript.read(file) ?? [], as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            guard lines.contains(where: { $0.hasPrefix("        \"\(info.name)\", \"\(info.code)\"") }),
                let type = lines.firstIndex(where: { $0.hasPrefix("public enum ") })
            else { continue }
            let comment = lines[..<type].reversed().prefix { $0.hasPrefix("///") }.reversed().map { $0.dropFirst(3).drop { $0 == " " } }
            return comment.split(separator: "").map { paragraph in
                paragraph.filter { !$0.hasPrefix("Source: seed") }.joined(separator: " ")
                    .split(separator: " Source: seed").first.map(String.init) ?? ""
            }
        }
        Issue.record("no source of \(info.name)")
        return []
    }

    private static func files() throws -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        try #require(glob(folder + "/*.swift", 0, nil, &found) == 0)
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
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
