import ShedModel

@testable import ShedRules

extension FuzzTarget {
    /// A `.shedignore`, and after a NUL the paths that it is asked about: held against a reading that tries everything.
    static let ignore = FuzzTarget("ignore", words: ["*.txt\n", "!", "/a/", "**/", "/**", "a/**/b", "[a-z]", "[!a]", "[[:alpha:]]", "\\", "#", "\0a/b.txt\0", "?*?*?*"], texts: [
        "*.txt\n!a.txt\n/b/\nc/**/d\n**/e\n[a-c]?\n\\#x\n# y\n\0a.txt\0b/c\0c/x/y/d\0f/e\0#x", "a/**\n!a/b\n\0a/b\0a/c/d", "***/a*b*c*\0x/aXbYc", "[[:digit:]-]x\n[]a]\n[!]a]\0]\0b\0-x",
    ], executions: 400) { input throws(BrokenInvariant) in
        let parts = input.split(separator: 0, omittingEmptySubsequences: false)
        let content = Array(parts.first ?? [])
        let rules = IgnoreRules(shedignore: content)
        let patterns = NaivePattern.patterns(of: content)
        for part in parts.dropFirst().prefix(8) {
            guard let path = RelativePath(bytes: part), !path.isRoot, path.names.count < 8, part.count < 80 else { continue }
            for kind in [EntryKind.file, .directory] {
                let expected = NaivePattern.ignores(path, kind, patterns)
                try require(rules.ignores(path: path, kind: kind) == expected, "“\(path)” is \(expected ? "not " : "")ignored")
            }
        }
    }
}

/// Matches by trying each way that stars can take.
private struct NaivePattern {
    var pattern: IgnorePattern

    static func patterns(of content: [UInt8]) -> [NaivePattern] {
        var content = content[...]
        if content.starts(with: [0xef, 0xbb, 0xbf]) { content = content.dropFirst(3) }
        return content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).compactMap { line in
            if case .pattern(let pattern) = IgnorePattern.read(line: line) { NaivePattern(pattern: pattern) } else { nil }
        }
    }

    static func ignores(_ path: RelativePath, _ kind: EntryKind, _ patterns: [NaivePattern]) -> Bool {
        (1...path.names.count).contains { depth in
            let names = Array(path.names.prefix(depth))
            let kind = depth == path.names.count ? kind : .directory
            if names[depth - 1].bytes.withUnsafeBufferPointer({ PassingFiles.contains($0, kind: kind) }) { return true }
            let last = patterns.last { (kind == .directory || !$0.pattern.isForDirectories) && $0.matches(names) }
            return last.map { !$0.pattern.isNegated } ?? false
        }
    }

    private func matches(_ names: [Name]) -> Bool {
        let names = pattern.isAnchored ? names[...] : names.suffix(1)
        return NaivePattern.matches(pattern.parts[...], names)
    }

    /// Row by row, from the end: whether the parts from one on match the names from one on.
    private static func matches(_ parts: ArraySlice<IgnorePattern.Part>, _ names: ArraySlice<Name>) -> Bool {
        var row = Array(repeating: false, count: names.count) + [true]
        for part in parts.reversed() {
            switch part {
            case .anyDepth: for place in stride(from: names.count - 1, through: 0, by: -1) { row[place] = row[place] || row[place + 1] }
            case .glob(let glob):
                let next = row
                for place in 0..<names.count { row[place] = next[place + 1] && matches(glob.tokens, names[names.startIndex + place].bytes) }
                row[names.count] = false
            }
        }
        return row[0]
    }

    private static func matches(_ tokens: [Glob.Token], _ name: [UInt8]) -> Bool {
        var row = Array(repeating: false, count: name.count) + [true]
        for token in tokens.reversed() {
            let next = row
            if token == .star {
                for place in stride(from: name.count - 1, through: 0, by: -1) { row[place] = row[place] || row[place + 1] }
                continue
            }
            row[name.count] = false
            for place in name.indices {
                let isTaken = switch token {
                case .literal(let byte): byte == name[place]
                case .one: true
                case .set(let set): set.contains(name[place])
                case .star: false
                }
                row[place] = isTaken && next[place + 1]
            }
        }
        return row[0]
    }
}
