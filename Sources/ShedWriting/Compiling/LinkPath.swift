import ShedModel

/// Where links may lead that are made of what others wrote.
enum LinkPath {
    /// Whether it leads to the web or is an address for mail.
    static func isWeb(_ path: [UInt8]) -> Bool {
        let start = String(decoding: path.prefix(8), as: UTF8.self).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://") || start.hasPrefix("mailto:")
    }

    /// Whether a link may lead there: to the web, or to something that lies beside it. No scheme runs anything.
    static func isHarmless(_ path: [UInt8]) -> Bool { isWeb(path) || isLocal(path) }

    /// Whether it names a file beside what it stands in, or a part of that: nothing is loaded from elsewhere.
    static func isLocal(_ path: [UInt8]) -> Bool {
        guard let first = path.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "\\") else { return false }
        return !path.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "#") }.contains(UInt8(ascii: ":")) && path.allSatisfy { $0 > 0x20 || $0 == 0x20 }
    }
}
