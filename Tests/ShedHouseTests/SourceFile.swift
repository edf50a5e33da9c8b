import Glibc
import ShedTestSupport

/// A Swift file of the package.
struct SourceFile {
    /// Below the package.
    let path: String
    let lines: [String]

    init(_ path: String) { self.init(path, bytes: TestFile.read("\(House.path)/\(path)")) }

    init(_ path: String, text: String) { self.init(path, bytes: Array(text.utf8)) }

    private init(_ path: String, bytes: [UInt8]) {
        self.path = path
        lines = bytes.withUnsafeBytes { text in
            guard let base = text.baseAddress else { return [""] }
            var lines: [String] = []
            var start = 0
            while start <= text.count {
                let end = memchr(base + start, 0x0a, text.count - start).map { UnsafeRawPointer($0) - base } ?? text.count
                lines.append(String(decoding: UnsafeRawBufferPointer(rebasing: text[start..<end]), as: UTF8.self))
                start = end + 1
            }
            return lines
        }
    }

    /// A line by its number from 0, for messages.
    func place(_ position: Int) -> String { "\(path):\(position + 1): \(lines[position].trimmed)" }

    /// The modules that it imports. Imports stand at the beginning of their lines; what is indented is in a text.
    var imports: Set<String> {
        Set(lines.lazy.filter { $0.has("import") }.compactMap { line in
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
            let deeper = margin + " "
            let end = lines[start...].dropFirst().firstIndex { $0.hasPrefix(margin) && !$0.hasPrefix(deeper) && !$0.isEmpty && $0 != margin + ") {" }
            // A signature of several lines ends at the margin too.
            guard var end else { return false }
            if lines[end].hasPrefix(margin + ")") { end = lines[end...].firstIndex(of: margin + "}") ?? end }
            return end - start + 1 > limit
        }
    }

    /// The types that have tests, or say that they are suites: each with the position of its line, and its attribute, which may have a line
    /// of its own. Extensions are not among them.
    var suites: [(position: Int, attribute: String)] {
        lines.indices.compactMap { start in
            guard ["struct ", "class ", "enum ", "actor "].contains(where: lines[start].has), !lines[start].hasPrefix(" ") else { return nil }
            let attribute = lines[max(0, start - 1)...start].first { $0.hasPrefix("@Suite") }
            let hasTests = lines[start].hasSuffix("{") && lines[start...].dropFirst().prefix { $0 != "}" }.contains { $0.trimmed.hasPrefix("@Test") }
            return attribute != nil || hasTests ? (start, attribute ?? "") : nil
        }
    }

    private static func beginsFunction(_ line: String) -> Bool {
        guard ["func", "subscript", "init"].contains(where: line.has) else { return false }
        let words = line.prefix { $0 != "(" && $0 != "<" }.split(separator: " ")
        let isNamed = words.contains("func") || words.contains("subscript") || words.last.map { $0 == "init" || $0 == "init?" } == true
        return isNamed && !line.trimmed.hasPrefix("//") && !line.hasSuffix("}")
    }
}

extension String {
    var trimmed: String { String(drop { $0 == " " }) }

    /// Whether it has a text, byte by byte: as fast as the system looks for it, which matters where every line of the sources is asked.
    func has(_ text: String) -> Bool { withCString { line in text.withCString { strstr(line, $0) != nil } } }
}
