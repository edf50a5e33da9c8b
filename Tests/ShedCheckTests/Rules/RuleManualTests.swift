import Glibc
import ShedRuleExamples
import ShedRules
import ShedTestSupport
import Testing

/// The manual of the rules is what their doc comments and their examples say: what `make rules` would write.
struct `The manual of the rules` {
    private static let infos = ProgramKinds.rules.infos.sorted { $0.code < $1.code }

    @Test(arguments: infos.map(\.name)) func `has a page of every rule that is true`(name: String) async throws {
        let info = try #require(ProgramKinds.rules.info(named: name))
        let page = try await ManualWriter.page(of: info, saying: Demonstration.of(name, "fails").says)
        #expect(ProgramKinds.rules.manual(name) == page.entry, "run “make rules”")
        #expect(ProgramKinds.rules.page(named: name) == page, "run “make rules”")
        #expect(Self.text("\(ManualWriter.pages)/\(name).md") == page.markdown, "run “make rules”")
    }

    @Test func `lists every rule, and has a page of nothing else`() throws {
        #expect(Self.text(ManualWriter.pages + "/README.md") == RulePage.index(Self.infos), "run “make rules”")
        #expect(try Self.names(in: ManualWriter.pages).sorted() == (Self.infos.map { $0.name + ".md" } + ["README.md"]).sorted())
        #expect(try Self.names(in: RuleScript.folder).sorted() == (Self.infos.map(\.name) + ["README.md"]).sorted())
    }

    @Test func `says why, and how to cure a finding, of every rule`() async throws {
        for info in Self.infos {
            let entry = try await RuleSource.entry(info, saying: Demonstration.of(info.name, "fails").says)
            #expect(!entry.why.isEmpty && !entry.cure.isEmpty, "\(info.name)")
            #expect(!entry.says.isEmpty, "\(info.name)")
            #expect(!RuleEntry.parts(of: entry.fails).words.isEmpty && !RuleEntry.parts(of: entry.passes).words.isEmpty, "\(info.name)")
        }
    }

    @Test func `names its rules and their codes in one form, each once`() {
        #expect(Set(Self.infos.map(\.code)).count == Self.infos.count)
        #expect(Set(Self.infos.map(\.name)).count == Self.infos.count)
        for info in Self.infos {
            #expect(info.code.utf8.count == 6 && info.code.prefix(3).allSatisfy(\.isUppercase) && info.code.suffix(3).allSatisfy(\.isNumber), "\(info.code)")
            #expect(info.name.utf8.allSatisfy { ($0 > 96 && $0 < 123) || $0 == 45 || ($0 > 47 && $0 < 58) }, "\(info.name)")
            #expect(info.summary.hasSuffix(".") && info.cure.hasSuffix("."), "\(info.name)")
            #expect(ProgramKinds.rules.info(named: info.name) == info)
        }
    }

    @Test func `tells of every placement rule of the kinds`() {
        let all = Set(Self.infos)
        for kind in ProgramKinds.all {
            for rule in kind.rules.first + kind.rules.last { #expect(all.contains(rule.info)) }
        }
    }

    private static func text(_ path: String) -> String { String(decoding: TestFile.read(path), as: UTF8.self) }

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
