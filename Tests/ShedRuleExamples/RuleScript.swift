import Glibc
import ShedModel

/// An example of a rule: steps, one a line (Fixtures/rules/README.md).
package struct RuleScript {
    package struct Step {
        package var verb: String
        /// The words behind it, as bytes: names need not be UTF-8.
        package var words: [[UInt8]]

        package func text(_ position: Int) -> String { position < words.count ? String(decoding: words[position], as: UTF8.self) : "" }

        /// What a word says.
        func value<Value>(_ position: Int, _ read: (String) -> Value?) throws(ExampleFault) -> Value {
            guard let value = read(text(position)) else { throw fault }
            return value
        }

        func path(_ position: Int) throws(ExampleFault) -> RelativePath {
            guard position < words.count, let path = RelativePath(bytes: words[position]) else { throw fault }
            return path
        }

        /// That its words are not such as its verb needs.
        var fault: ExampleFault { ExampleFault("\(verb): what “\(words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " "))” asks for is not clear") }
    }

    package var text: String
    package var steps: [Step]

    /// The path of this package.
    package static let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    /// The folder `Fixtures/rules` of this package.
    package static let folder = package + "/Fixtures/rules"

    /// - Parameter name: `fails` or `passes`.
    package init(of rule: String, _ name: String) throws {
        let path = "\(RuleScript.folder)/\(rule)/\(name).txt"
        text = String(decoding: try need(RuleScript.read(path), "\(path) is not there"), as: UTF8.self)
        steps = try text.utf8.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }.map { line in
            let words = try need(RuleScript.words(Array(line)), "\(path): cannot read “\(String(decoding: line, as: UTF8.self))”")
            return Step(verb: String(decoding: try need(words.first, "\(path): an empty line"), as: UTF8.self), words: Array(words.dropFirst()))
        }
    }

    package static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { content += buffer[..<count] }
        return content
    }

    /// The words of a line; `nil` where it is malformed.
    package static func words(_ line: [UInt8]) -> [[UInt8]]? {
        var words: [[UInt8]] = []
        var word: [UInt8]?
        var rest = line[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: " ") {
                if let word { words.append(word) }
                word = nil
                rest.removeFirst()
                continue
            }
            guard var part = byte == UInt8(ascii: "\"") ? quoted(&rest) : bare(&rest) else { return nil }
            if rest.first == UInt8(ascii: "*") {
                let digits = rest.dropFirst().prefix { $0 >= 0x30 && $0 <= 0x39 }
                guard let count = Int(String(decoding: digits, as: UTF8.self)), count <= 100_000 else { return nil }
                rest = rest.dropFirst(1 + digits.count)
                // Of a bare part that has a slash only what follows it is repeated: `Draft/a*3`.
                let head = byte == UInt8(ascii: "\"") ? 0 : part.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
                part = Array(part[..<head]) + Array(repeatElement(part[head...], count: count).joined())
            }
            word = (word ?? []) + part
        }
        if let word { words.append(word) }
        return words
    }

    private static func bare(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        let part = rest.prefix { ![UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "*")].contains($0) }
        rest = rest.dropFirst(part.count)
        return part.isEmpty ? nil : Array(part)
    }

    private static func quoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        rest.removeFirst()
        var part: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return part }
            guard byte == UInt8(ascii: "\\") else {
                part.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "n"): part.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "\""): part.append(UInt8(ascii: "\""))
            case UInt8(ascii: "\\"): part.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "x"):
                guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
                part.append(value)
                rest = rest.dropFirst(2)
            case UInt8(ascii: "u"):
                let digits = rest.dropFirst().prefix { $0 != UInt8(ascii: "}") }
                guard let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16), let scalar = Unicode.Scalar(value) else { return nil }
                part += Array(String(scalar).utf8)
                rest = rest.dropFirst(digits.count + 2)
            default: return nil
            }
        }
        return nil
    }
}
