/// What became of one page.
public enum PageOutcome: Hashable, Sendable {
    case text(String, TextSource)
    /// The page could not be recognised. The others are none the worse for it.
    case failed(PapersError)
}
