/// Sentences of other rooms, put behind “shed: ”.
package enum Sentence {
    /// Without the full stop at the end, and with a small first letter.
    package static func uncapped(_ text: String) -> String {
        let text = text.hasSuffix(".") ? String(text.dropLast()) : text
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
