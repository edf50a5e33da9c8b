import ShedTestSupport

/// A Swift file of the package.
struct SourceFile {
    /// Below the package.
    let path: String
    let lines: [String]

    init(_ path: String) { self.init(path, text: String(decoding: TestFile.read("\(House.path)/\(path)"), as: UTF8.self)) }

    init(_ path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// A line by its number from 0, for messages.
    func place(_ position: Int) -> String { "\(path):\(position + 1): \(lines[position].trimmed)" }

    /// The modules that it imports. Imports stand at the beginning of their lines; what is indented is in a text.
    var imports: Set<String> {
        Set(lines.compactMap { line in
            let words = line.split(separator: " ")
            guard let position = words.firstIndex(of: "import"), position + 1 < words.count, !line.hasPrefix(" "),
                words[..<position].allSatisfy({ $0.hasPrefix("@") || $0 == "public" || $0 == "package" })
            else { return nil }
            return String(words[words.endIndex - 1].prefix { $0 != "." })
        })
    }

    /// The functions that are longer than some lines, by the position of their first line: those whose closing brace is as far
    /// from the margin as their beginning.
    func functions(longerThan limit: Int) -> [Int] {
        lines.indices.filter { start in
            guard SourceFile.beginsFunction(lines[start]) else { return false }
            let margin = String(lines[start].prefix { $0 == " " })
            let end = lines[start...].dropFirst().firstIndex { $0.hasPrefix(margin) && !$0.dropFirst(margin.count).hasPrefix(" ") && !$0.isEmpty && $0 != margin + ") {" }
            // A signature of several lines ends at the margin too.
            guard var end else { return false }
            if lines[end].hasPrefix(margin + ")") { end = lines[end...].firstIndex(of: margin + "}") ?? end }
            return end - start + 1 > limit
        }
    }

    private static func beginsFunction(_ line: String) -> Bool {
        let words = line.prefix { $0 != "(" && $0 != "<" }.split(separator: " ")
        let isNamed = words.contains("func") || words.contains("subscript") || words.last.map { $0 == "init" || $0 == "init?" } == true
        return isNamed && !line.trimmed.hasPrefix("//") && !line.hasSuffix("}")
    }
}

extension String {
    var trimmed: String { String(drop { $0 == " " }) }
}
