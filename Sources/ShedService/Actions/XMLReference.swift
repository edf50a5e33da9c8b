/// Characters of XML 1.0, and what stands for them.
enum XMLReference {
    private static let named: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

    /// What stands between `&` and `;`.
    static func scalar(_ text: String) -> Unicode.Scalar? {
        if let scalar = named[text] { return scalar }
        guard text.hasPrefix("#") else { return nil }
        let isHexadecimal = text.hasPrefix("#x")
        let digits = text.dropFirst(isHexadecimal ? 2 : 1)
        guard !digits.hasPrefix("+"), !digits.hasPrefix("-"), let number = UInt32(digits, radix: isHexadecimal ? 16 : 10) else { return nil }
        return Unicode.Scalar(number).flatMap { isAllowed($0) ? $0 : nil }
    }

    /// Section 2.2.
    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0a, 0x0d: true
        case 0..<0x20, 0xfffe, 0xffff: false
        default: true
        }
    }

    /// Plain text as the content of an element.
    static func escape(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// The plain text that a content stands for; `nil` if it is more than text.
    static func text(_ content: ArraySlice<UInt8>) -> String? {
        guard !content.contains(UInt8(ascii: "<")) else { return nil }
        let pieces = String(decoding: content, as: UTF8.self).split(separator: "&", omittingEmptySubsequences: false)
        var result = String(pieces.first ?? "")
        for piece in pieces.dropFirst() {
            guard let end = piece.firstIndex(of: ";"), let scalar = scalar(String(piece[..<end])) else { return nil }
            result.unicodeScalars.append(scalar)
            result += piece[piece.index(after: end)...]
        }
        return result
    }
}
