/// A word that names one rule or several: a name, a code, the beginning of codes, or `ALL`; in any case.
public struct RuleWord: Hashable, Sendable, CustomStringConvertible {
    /// As it was written.
    public let text: String
    /// As names are written.
    private let name: String
    /// As codes are written.
    private let code: String

    /// - Returns: `nil` where the word means none of the rules.
    public init?(_ text: String, among rules: [RuleInfo]) {
        self.init(text)
        guard rules.contains(where: { exactness(for: $0) != nil }) else { return nil }
    }

    /// The word for one rule.
    public init(_ rule: RuleInfo) { self.init(rule.name) }

    private init(_ text: String) {
        self.text = text
        name = text.lowercased()
        code = text.uppercased()
    }

    /// How exactly the word means a rule: 0 for `ALL`, the length of the beginning of a code, more for the whole code or
    /// the name; `nil` where it does not mean it.
    public func exactness(for rule: RuleInfo) -> Int? {
        if name == rule.name || code == rule.code { return Int.max }
        if code == "ALL" { return 0 }
        return !code.isEmpty && rule.code.hasPrefix(code) ? code.utf8.count : nil
    }

    public var description: String { text }
}
