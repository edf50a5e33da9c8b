import ShedProject

extension Search {
    /// What a search cannot look for.
    public struct NotSought: Error {}

    /// Looks for what a person would write to find texts.
    /// - Parameter change: what else is asked.
    public init(words text: String, _ change: (inout Search) -> Void = { _ in }) throws {
        self.init()
        guard addText(text, isExact: false) else { throw NotSought() }
        change(&self)
    }
}
