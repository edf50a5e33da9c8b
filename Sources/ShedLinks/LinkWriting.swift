import ShedModel

/// How a destination is written, so that another is written likewise.
public struct LinkWriting: Hashable, Sendable {
    private let form: DocumentLink.Form
    /// Whether anything stands there as `%20`.
    private let hasPercents: Bool
    /// Whether any of that is no ASCII.
    private let hasForeignPercents: Bool
    private let hasLowerCase: Bool
    private let hasSpace: Bool
    private let beginsWithDot: Bool
    private let endsInSlash: Bool

    /// - Parameter written: the path as it stands in the document.
    public init(_ link: DocumentLink, _ written: ArraySlice<UInt8>) {
        form = link.form
        var escapes: [(UInt8, UInt8)] = []
        var position = written.startIndex
        while position + 2 < written.endIndex {
            if written[position] == UInt8(ascii: "%"), Hexadecimal.value(of: written[position + 1]) != nil, Hexadecimal.value(of: written[position + 2]) != nil {
                escapes.append((written[position + 1], written[position + 2]))
            }
            position += 1
        }
        hasPercents = !escapes.isEmpty
        hasForeignPercents = escapes.contains { Hexadecimal.value(of: $0.0) ?? 0 >= 8 }
        hasLowerCase = escapes.contains { $0.0 >= UInt8(ascii: "a") || $0.1 >= UInt8(ascii: "a") }
        hasSpace = written.contains(UInt8(ascii: " "))
        guard case .path(let path) = link.target else {
            (beginsWithDot, endsInSlash) = (false, false)
            return
        }
        (beginsWithDot, endsInSlash) = (path.beginsWithDot, written.last == UInt8(ascii: "/"))
    }

    /// The bytes that lead from a folder to a path.
    /// - Returns: `nil` where this form cannot say that.
    public func bytes(from folder: RelativePath, to target: RelativePath) -> [UInt8]? {
        let shared = zip(folder.names, target.names).prefix { $0 == $1 }.count
        let ups = folder.names.count - shared
        let names = target.names.dropFirst(shared)
        var parts = Array(repeating: Array("..".utf8), count: ups)
        for name in names {
            guard let part = part(name) else { return nil }
            parts.append(part)
        }
        if parts.isEmpty { parts = [Array(".".utf8)] }
        var bytes = Array(parts.joined(separator: [UInt8(ascii: "/")]))
        if ups == 0, beginsWithDot || form == .orgPath || LinkWriting.needsDot(names.first) { bytes = Array("./".utf8) + bytes }
        if form == .orgPath, bytes == Array("..".utf8) || bytes == Array("./.".utf8) { bytes += [UInt8(ascii: "/")] }
        if endsInSlash, bytes.last != UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
        return bytes
    }

    /// The name that a wiki link gives.
    public func bytes(naming name: ArraySlice<UInt8>) -> [UInt8]? {
        name.contains(where: { "[]|#^\\".utf8.contains($0) || $0 < 0x20 || $0 == 0x7f }) ? nil : Array(name)
    }

    /// Whether a name would be read as something else where it stands first.
    private static func needsDot(_ name: Name?) -> Bool {
        guard let name, let first = name.bytes.first else { return false }
        return first == UInt8(ascii: "~") || name.bytes.contains(UInt8(ascii: ":"))
    }

    private func part(_ name: Name) -> [UInt8]? {
        switch form {
        case .wiki: bytes(naming: name.bytes[...])
        case .orgFile, .orgPath: org(name)
        default: url(name)
        }
    }

    private func url(_ name: Name) -> [UInt8] {
        let isText = name.text != nil
        var result: [UInt8] = []
        let isBalanced = LinkWriting.isBalanced(name)
        for byte in name.bytes {
            switch byte {
            case 0...0x1f, 0x7f, UInt8(ascii: "%"), UInt8(ascii: "#"), UInt8(ascii: "?"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
                UInt8(ascii: "`"), UInt8(ascii: "|"):
                escape(byte, &result)
            case UInt8(ascii: " "):
                let isRaw = form == .angle ? !hasPercents : form != .bare && form != .unquoted && hasSpace
                if isRaw { result.append(byte) } else { escape(byte, &result) }
            case UInt8(ascii: "("), UInt8(ascii: ")"):
                if form == .bare, !isBalanced || hasPercents { escape(byte, &result) } else { result.append(byte) }
            case UInt8(ascii: "&"): result += form.isHTML ? Array("&amp;".utf8) : percent(byte)
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="):
                if form.isHTML, byte != UInt8(ascii: "=") || form == .unquoted { escape(byte, &result) } else { result.append(byte) }
            case 0x80...:
                if !isText || hasForeignPercents { escape(byte, &result) } else { result.append(byte) }
            default: result.append(byte)
            }
        }
        return result
    }

    /// - Returns: `nil` for what would end the path.
    private func org(_ name: Name) -> [UInt8]? {
        if zip(name.bytes, name.bytes.dropFirst()).contains(where: { $0 == UInt8(ascii: ":") && $1 == UInt8(ascii: ":") }) { return nil }
        guard !name.bytes.contains(where: { $0 < 0x20 || $0 == 0x7f }), name.bytes.last != UInt8(ascii: ":") else { return nil }
        var result: [UInt8] = []
        for (position, byte) in name.bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "%") where hasPercents: escape(byte, &result)
            // Some would decode that, and some not.
            case UInt8(ascii: "%") where LinkWriting.looksEscaped(name.bytes[position...]): return nil
            case UInt8(ascii: " ") where hasPercents: escape(byte, &result)
            case UInt8(ascii: "["), UInt8(ascii: "]"):
                // Those before it are doubled, or they would be taken for escapes.
                if hasPercents {
                    escape(byte, &result)
                } else {
                    result += Array(repeating: UInt8(ascii: "\\"), count: 1 + result.reversed().prefix { $0 == UInt8(ascii: "\\") }.count) + [byte]
                }
            default: result.append(byte)
            }
        }
        return result.last == UInt8(ascii: "\\") ? nil : result
    }

    private static func looksEscaped(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.dropFirst().prefix(2).count == 2 && bytes.dropFirst().prefix(2).allSatisfy { Hexadecimal.value(of: $0) != nil }
    }

    private static func isBalanced(_ name: Name) -> Bool {
        var depth = 0
        for byte in name.bytes {
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            if depth < 0 || depth > 8 { return false }
        }
        return depth == 0
    }

    private func escape(_ byte: UInt8, _ bytes: inout [UInt8]) { bytes += percent(byte) }

    private func percent(_ byte: UInt8) -> [UInt8] {
        let digits = Array((hasLowerCase ? "0123456789abcdef" : "0123456789ABCDEF").utf8)
        return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}
