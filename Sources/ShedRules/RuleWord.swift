/// A word that names one rule or several: a name, a code, the beginning of codes, or `ALL`.
public struct RuleWord: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    /// - Returns: `nil` where the word means none of the rules.
    public init?(_ text: String, among rules: [RuleInfo]) {
        self.text = text
        guard rules.contains(where: { exactness(for: $0) != nil }) else { return nil }
    }

    /// The word for one rule.
    public init(_ rule: RuleInfo) { text = rule.name }

    /// How exactly the word means a rule: 0 for `ALL`, the length of the beginning of a code, more for the whole code or
    /// the name; `nil` where it does not mean it.
    public func exactness(for rule: RuleInfo) -> Int? {
        if text == rule.name || text == rule.code { return Int.max }
        if text == "ALL" { return 0 }
        return !text.isEmpty && rule.code.hasPrefix(text) ? text.utf8.count : nil
    }

    public var description: String { text }
}
