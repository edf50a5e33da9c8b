import ShedModel
import ShedRules
import Testing

@Suite struct `Rule selections` {
    private static let rules = [
        RuleInfo("ode", "NAM001", .error, summary: "", cure: ""), RuleInfo("song", "NAM002", .error, summary: "", cure: ""),
        RuleInfo("NAM", "PLC001", .error, summary: "", cure: ""),
    ]

    private func words(_ texts: String...) -> [RuleWord] { texts.compactMap { RuleWord($0, among: Self.rules) } }

    private func names(_ selected: [RuleWord]?, _ ignored: [RuleWord] = []) -> [String] {
        Self.rules.filter { RuleSelection(selected: selected, ignored: ignored).contains($0) }.map(\.name)
    }

    @Test func `all is all`() {
        #expect(Self.rules.allSatisfy(RuleSelection.all.contains))
        #expect(names(words("ALL")) == ["ode", "song", "NAM"])
        #expect(names([]) == [])
    }

    @Test func `words are names, codes and beginnings of codes, in any case`() {
        #expect(names(words("ode")) == ["ode"])
        #expect(names(words("NAM002")) == ["song"])
        #expect(names(words("NAM00")) == ["ode", "song"])
        #expect(names(words("P")) == ["NAM"])
        #expect(RuleWord("od", among: Self.rules) == nil)
        #expect(RuleWord("", among: Self.rules) == nil)
        #expect(RuleWord("NAM0011", among: Self.rules) == nil)
        #expect(names(words("nam001")) == ["ode"])
        #expect(names(words("Ode")) == ["ode"])
    }

    @Test func `the more exact word wins, of equals the one that leaves out`() {
        #expect(names(nil, words("NAM0")) == ["NAM"])
        #expect(names(words("NAM0"), words("NAM002")) == ["ode"])
        #expect(names(words("NAM0", "song"), words("NAM00")) == ["song"])
        #expect(names(words("song"), words("song")) == [])
        #expect(names(words("NAM0"), words("NAM0")) == [])
        #expect(names(words("ALL"), words("N")) == ["NAM"])
        #expect(names(words("ode"), words("ALL")) == ["ode"])
    }
}
