/// What became of one page.
public enum PageOutcome: Hashable, Sendable {
    case text(String, TextSource)
    /// The page could not be recognised. The others are none the worse for it.
    case failed(PapersError)

    /// `nil` where it could not be recognised.
    public var text: String? { if case .text(let text, _) = self { text } else { nil } }
}
