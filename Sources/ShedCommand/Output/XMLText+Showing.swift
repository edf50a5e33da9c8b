import ShedModel

extension XMLText {
    /// Any text, fit for elements and attributes; what XML cannot hold at all, and what steers whoever shows the file as it is, is
    /// written `\u{…}`.
    package static func show(_ text: String) -> String {
        var held = ""
        for scalar in text.unicodeScalars {
            let isLayout = scalar == "\n" || scalar == "\r" || scalar == "\t"
            if isLayout || canHold(scalar) && !EscapedText.isUnsafe(scalar) { held.unicodeScalars.append(scalar) } else { held += "\\u{\(String(scalar.value, radix: 16))}" }
        }
        return escape(held, isAttribute: true)
    }
}
