import ShedModel
import ShedRules

/// The attributes that git gives to one path, by the texts that give some (gitattributes(5)).
package struct PathAttributes {
    /// What is said of one attribute.
    package enum State: Equatable {
        case set
        case unset
        case value(String)
    }

    /// What is specified; what no line speaks of is not here.
    package private(set) var states: [String: State] = [:]

    /// A path of which nothing was said yet.
    package init() {}

    private static let mostLines = 10_000

    /// Takes over what a file says of the path. The last line that matches counts, and a file more than those before it.
    /// - Parameter path: from the directory of the file.
    package mutating func take(_ text: [UInt8], of path: RelativePath) {
        guard let name = path.last else { return }
        for line in text.prefix(IgnoreRules.longestFile).split(separator: UInt8(ascii: "\n")).prefix(PathAttributes.mostLines) {
            let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
            // Patterns in quotes and definitions of macros are not read; a pattern is never negated.
            guard let pattern = words.first, let first = pattern.first, !"#\"[!".utf8.contains(first) else { continue }
            let rules = IgnoreRules(shedignore: Array(pattern))
            guard name.bytes.withUnsafeBufferPointer({ rules.ignores(name: $0, kind: .file, directory: { path.parent }) }) else { continue }
            for word in words.dropFirst() { take(String(decoding: word, as: UTF8.self)) }
        }
    }

    private mutating func take(_ word: String) {
        switch word.first {
        case "-": states[String(word.dropFirst())] = .unset
        case "!": states[String(word.dropFirst())] = nil
        default:
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            states[parts[0]] = parts.count == 2 ? .value(parts[1]) : .set
            // The one macro that git has by itself.
            if word == "binary" { for name in ["diff", "merge", "text"] { states[name] = .unset } }
        }
    }

    /// Whether git may change line ends at the path.
    /// - Parameter byDefault: whether it does where no attribute says anything (`core.autocrlf`).
    package func changesLineEnds(byDefault: Bool) -> Bool {
        switch states["text"] ?? states["crlf"] {
        case .unset: false
        case .set: true
        case .value(let value): value == "auto" || value == "input" || byDefault
        case nil: byDefault || states["eol"] != nil && states["eol"] != .unset
        }
    }

    /// Another attribute by which what is checked out may not be what was put in; `nil` if there is none.
    package var otherChange: String? {
        ["filter", "ident", "working-tree-encoding"].first { name in states[name].map { $0 != .unset } == true }
    }
}
