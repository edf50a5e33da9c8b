import ShedModel

/// What stands in the brackets of a link or an image: `(path "title")`. It is found within a bounded number of bytes.
struct MarkdownTarget {
    /// The path with its angle brackets, where it has some.
    var path: Range<Int>
    /// Behind the closing bracket.
    var end: Int

    /// Longer ones are none.
    private static let longest = 2_000
    /// Brackets within a path nest no deeper, as CommonMark allows.
    private static let deepest = 32

    /// - Parameter start: behind the opening bracket.
    init?(_ text: [UInt8], from start: Int) {
        let limit = min(text.count, start + MarkdownTarget.longest)
        var position = MarkdownTarget.skipSpace(text, start, limit)
        guard let end = MarkdownTarget.pathEnd(text, position, limit) else { return nil }
        path = position..<end
        position = MarkdownTarget.skipSpace(text, end, limit)
        if position < limit, position > end, let closing = MarkdownTarget.closing(text[position]) {
            position += 1
            while position < limit, text[position] != closing { position += text[position] == UInt8(ascii: "\\") ? 2 : 1 }
            position = MarkdownTarget.skipSpace(text, position + 1, limit)
        }
        guard position < limit, text[position] == UInt8(ascii: ")") else { return nil }
        self.end = position + 1
    }

    /// What ends a title that begins with a sign; `nil`: none begins so.
    private static func closing(_ sign: UInt8) -> UInt8? {
        switch sign {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): sign
        case UInt8(ascii: "("): UInt8(ascii: ")")
        default: nil
        }
    }

    private static func skipSpace(_ text: [UInt8], _ start: Int, _ limit: Int) -> Int {
        var (position, lines) = (start, 0)
        while position < limit, !MarkdownLine.isText(text[position]) {
            if text[position] == 0x0a { lines += 1 }
            guard lines < 2 else { break }
            position += 1
        }
        return position
    }

    private static func pathEnd(_ text: [UInt8], _ start: Int, _ limit: Int) -> Int? {
        var (position, depth) = (start, 0)
        let isAngled = position < limit && text[position] == UInt8(ascii: "<")
        if isAngled { position += 1 }
        while position < limit {
            let byte = text[position]
            switch byte {
            case 0x0a: return isAngled ? nil : position
            case UInt8(ascii: "<") where isAngled: return nil
            case UInt8(ascii: ">") where isAngled: return position + 1
            case 0x20, 0x09: if !isAngled { return position }
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "(") where !isAngled:
                depth += 1
                guard depth <= deepest else { return nil }
            case UInt8(ascii: ")") where !isAngled:
                guard depth > 0 else { return position }
                depth -= 1
            default: break
            }
            position += 1
        }
        return nil
    }
}

/// The path of a link or an image as Markdown has it.
struct MarkdownPath {
    private let bytes: ArraySlice<UInt8>

    init(_ written: ArraySlice<UInt8>) {
        let isAngled = written.count >= 2 && written.first == UInt8(ascii: "<") && written.last == UInt8(ascii: ">")
        bytes = isAngled ? written.dropFirst().dropLast() : written
    }

    /// For messages.
    var shown: String { EscapedText.escape(Array(bytes.prefix(200))) }

    /// Whether it names a file beside the text: no other place (`https:`), no part of the text itself (`#`), no absolute path.
    var isLocal: Bool {
        guard let first = bytes.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "/"), first != UInt8(ascii: "?") else { return false }
        let scheme = bytes.prefix { $0 != UInt8(ascii: "/") }
        return !scheme.contains(UInt8(ascii: ":"))
    }

    /// What comes behind the path: `#part`, `?query`.
    private var parts: (path: ArraySlice<UInt8>, rest: ArraySlice<UInt8>) {
        let end = bytes.firstIndex { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "?") } ?? bytes.endIndex
        return (bytes[..<end], bytes[end...])
    }

    /// The file that it names, from the project's root; `nil` where it is no local one or leaves the project.
    /// - Parameter folder: that of the text.
    func place(in folder: RelativePath) -> RelativePath? {
        guard isLocal else { return nil }
        var names = folder.names
        for part in MarkdownPath.decoded(parts.path).split(separator: UInt8(ascii: "/")) {
            if part == [UInt8(ascii: ".")] { continue }
            if part == [UInt8(ascii: "."), UInt8(ascii: ".")] {
                guard names.popLast() != nil else { return nil }
                continue
            }
            let name = Name(bytes: Array(part))
            guard name.isPossible else { return nil }
            names.append(name)
        }
        let place = RelativePath(names)
        return place.isRoot || place.isTooDeep || names.contains(where: \.isHidden) ? nil : place
    }

    /// As it has to be written in what is made; `nil` where it stays as it is.
    func rewritten(_ treatment: MarkdownTreatment) -> [UInt8]? {
        guard let place = place(in: treatment.folder), let path = treatment.written(place) else { return nil }
        return path + parts.rest
    }

    static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var position = bytes.startIndex
        while position < bytes.endIndex {
            let byte = bytes[position]
            if byte == UInt8(ascii: "%"), position + 2 < bytes.endIndex, let high = hexValue(bytes[position + 1]), let low = hexValue(bytes[position + 2]) {
                result.append(high << 4 | low)
                position += 3
                continue
            }
            if byte == UInt8(ascii: "\\"), position + 1 < bytes.endIndex, !(bytes[position + 1] >= 0x30 && bytes[position + 1] <= 0x39) {
                position += 1
                result.append(bytes[position])
            } else {
                result.append(byte)
            }
            position += 1
        }
        return result
    }

    /// A name as it can stand in a link of Markdown and HTML.
    static func encoded(_ name: [UInt8]) -> [UInt8] {
        name.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: ","), UInt8(ascii: "'"), UInt8(ascii: "+"), 0xc0...:
                [byte]
            case 0x80..<0xc0: [byte]
            default: Array("%".utf8) + hex(byte)
            }
        }
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func hex(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}

extension MarkdownTreatment {
    /// The path of a file of the project as it is written in what is made; `nil` where paths stay as they are.
    package func written(_ place: RelativePath) -> [UInt8]? {
        guard let output else { return nil }
        let names = base.names + place.names
        let shared = zip(names, output.names).prefix { $0 == $1 }.count
        let ups = Array(repeating: Array("..".utf8), count: output.names.count - shared)
        let downs = names.dropFirst(shared).map { MarkdownPath.encoded($0.bytes) }
        return downs.isEmpty ? nil : Array((ups + downs).joined(separator: [UInt8(ascii: "/")]))
    }
}
