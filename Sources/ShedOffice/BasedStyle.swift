/// A style of a document, which may be based on another one and says only in what it differs from it.
protocol BasedStyle {
    /// The name of the one that it is based on.
    var parent: String? { get }
}

extension Dictionary where Key == String, Value: BasedStyle {
    /// What a style, or the nearest one that it is based on, says. Looks at twenty at most: they may be based on each other.
    func said<Answer>(of name: String?, _ ask: (Value) -> Answer?) -> Answer? {
        var next = name
        for _ in 0..<20 {
            guard let current = next, let style = self[current] else { return nil }
            if let answer = ask(style) { return answer }
            next = style.parent
        }
        return nil
    }
}
