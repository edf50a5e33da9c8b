/// A text that somebody else wrote, as a file of the project or of another device has it, and that is shown: the name of a rule or
/// of a kind that this shed need not know, the title of a section.
///
/// It may hold anything. Put into words, however that is done, it is escaped; as it is, it is had by ``raw`` alone, which is for
/// comparing, for looking up and for writing down (JSON, the sidecar, the index).
public struct ForeignText: Hashable, Sendable {
    /// What was written, for all but people.
    public let raw: String

    public init(_ raw: String) { self.raw = raw }

    /// Safe to show on one line: see ``EscapedText``.
    public var escaped: String { EscapedText.escape(raw.utf8) }
}

extension ShellWord {
    /// For a person who pastes it into a shell.
    public static func quote(_ text: ForeignText) -> String { quote(text.raw) }
}

extension ForeignText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable, ExpressibleByStringLiteral {
    public var description: String { escaped }
    public var debugDescription: String { "“\(escaped)”" }
    /// Nothing that prints its members gets to the text.
    public var customMirror: Mirror { Mirror(self, children: [("escaped", escaped)]) }

    /// For words of the program itself, and for tests.
    public init(stringLiteral value: String) { self.init(value) }
}
