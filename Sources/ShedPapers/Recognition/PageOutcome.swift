/// What became of one page.
public enum PageOutcome: Hashable, Sendable {
    /// - Parameter confidence: of what was recognised, in percent; `nil` where it is not known.
    case text(String, TextSource, confidence: Int? = nil)
    /// The page could not be recognised. The others are none the worse for it.
    case failed(PapersError)

    /// `nil` where it could not be recognised.
    public var text: String? { if case .text(let text, _, _) = self { text } else { nil } }
}
