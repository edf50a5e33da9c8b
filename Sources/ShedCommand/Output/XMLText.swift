/// Text in XML 1.0.
package enum XMLText {
    /// Escapes markup, quotes and white space that attributes would lose; what XML cannot hold at all is written `\u{…}`.
    package static func escape(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\r", "\t": result += "&#\(scalar.value);"
            default:
                // XML 1.0, section 2.2; there are no surrogates among Swift's scalars.
                if scalar.value < 0x20 || scalar.value == 0xfffe || scalar.value == 0xffff {
                    result += "\\u{\(String(scalar.value, radix: 16))}"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }
}
