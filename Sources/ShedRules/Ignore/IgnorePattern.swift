import ShedModel

/// One pattern of a `.shedignore` (gitignore(5)).
struct IgnorePattern: Sendable {
    /// What stands between the slashes of a pattern.
    enum Part: Sendable {
        /// `**`: any number of directories, none included.
        case anyDepth
        case glob(Glob)
    }

    enum Line {
        /// Empty, a comment, or malformed so that it can match nothing.
        case nothing
        case tooLong
        case pattern(IgnorePattern)
    }

    /// The longest pattern that is read, in bytes: no path is longer (PATH_MAX).
    static let longest = 4096

    let isNegated: Bool
    /// It ended in `/`: it is for directories only.
    let isForDirectories: Bool
    /// It has a slash within: it is for paths from the root, not for names wherever they are.
    let isAnchored: Bool
    /// One glob if not anchored.
    let parts: [Part]
}

extension IgnorePattern {
    /// Reads one line, without its line feed.
    static func read(line: ArraySlice<UInt8>) -> Line {
        guard line.first != UInt8(ascii: "#") else { return .nothing }
        var line = line
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        // git reads lines as C strings.
        if let end = line.firstIndex(of: 0) { line = line[..<end] }
        line = withoutTrailingSpaces(line)
        let isNegated = line.first == UInt8(ascii: "!")
        if isNegated { line.removeFirst() }
        let isForDirectories = line.last == UInt8(ascii: "/")
        if isForDirectories { line.removeLast() }
        guard !line.isEmpty else { return .nothing }
        guard line.count <= longest else { return .tooLong }
        let isAnchored = line.contains(UInt8(ascii: "/"))
        if line.first == UInt8(ascii: "/") { line.removeFirst() }
        guard let globs = GlobParser.parse(line), let parts = parts(of: globs) else { return .nothing }
        if isAnchored, let name = nameAtAnyDepth(parts) {
            return .pattern(IgnorePattern(
                isNegated: isNegated, isForDirectories: isForDirectories, isAnchored: false, parts: [name]))
        }
        return .pattern(IgnorePattern(
            isNegated: isNegated, isForDirectories: isForDirectories, isAnchored: isAnchored,
            parts: isAnchored ? parts : globs.map { .glob($0) }))
    }

    /// `nil` if a part is empty: no path has an empty name.
    private static func parts(of globs: [Glob]) -> [Part]? {
        var parts: [Part] = []
        for (position, glob) in globs.enumerated() {
            if glob.tokens.isEmpty { return nil }
            guard glob.isDoubleStar else {
                parts.append(.glob(glob))
                continue
            }
            if case .anyDepth = parts.last {} else { parts.append(.anyDepth) }
            // At the end, `**` stands for what is in the directory, not for the directory itself.
            if position == globs.count - 1 { parts.append(.glob(Glob(tokens: [.star], isDoubleStar: false))) }
        }
        return parts
    }

    /// `**/name` says the same as `name`, and needs no path.
    private static func nameAtAnyDepth(_ parts: [Part]) -> Part? {
        guard parts.count == 2, case .anyDepth = parts[0] else { return nil }
        return parts[1]
    }

    private static func withoutTrailingSpaces(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var end = line.startIndex
        var position = line.startIndex
        while position < line.endIndex {
            switch line[position] {
            case UInt8(ascii: " "): position += 1
            case UInt8(ascii: "\\"):
                position += 2
                // git leaves a line alone that ends in a backslash.
                if position > line.endIndex { return line }
                end = position
            default:
                position += 1
                end = position
            }
        }
        return line[..<end]
    }
}
