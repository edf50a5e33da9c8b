import ShedModel

/// A script in Fountain (fountain.io, syntax 1.1): a title page, and elements in their order. Notes (`[[…]]`) and what is cut out
/// (`/* … */`) are taken out. It takes time linear to the text.
package struct Fountain: Hashable, Sendable {
    package enum Element: Hashable, Sendable {
        case heading(String, number: String?)
        case action(String)
        case character(String, isDual: Bool)
        case parenthetical(String)
        case dialogue(String)
        case lyric(String)
        case transition(String)
        case centred(String)
        case section(Int, String)
        case synopsis(String)
        case pageBreak
    }

    /// Keys in lower case with their values, of several lines joined by line feeds.
    package private(set) var titlePage: [SourceText.Entry] = []
    package private(set) var elements: [Element] = []

    private var lines: [Substring] = []
    private var position = 0

    package init(_ text: [UInt8]) {
        let bare = Fountain.withoutNotes(text)
        lines = String(decoding: bare, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        takeTitlePage()
        while position < lines.count { take() }
        lines = []
    }

    package func value(_ key: String) -> String? { titlePage.first { $0.key == key }?.value }

    /// A text without notes and without what is cut out. What does not end stays.
    package static func withoutNotes(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "/") }) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var position = 0
        // Where none ends behind a place, none ends behind a later one.
        var endless: Set<UInt8> = []
        while position < text.count {
            let byte = text[position]
            let next = position + 1 < text.count ? text[position + 1] : 0
            let ending: [UInt8]? = byte == UInt8(ascii: "[") && next == byte ? Array("]]".utf8) : byte == UInt8(ascii: "/") && next == UInt8(ascii: "*") ? Array("*/".utf8) : nil
            if let ending, !endless.contains(byte) {
                if let end = Fountain.find(ending, in: text, from: position + 2) {
                    position = end + 2
                    continue
                }
                endless.insert(byte)
            }
            result.append(byte)
            position += 1
        }
        return result
    }

    private static func find(_ ending: [UInt8], in text: [UInt8], from start: Int) -> Int? {
        var position = start
        while position + 1 < text.count {
            if text[position] == ending[0], text[position + 1] == ending[1] { return position }
            position += 1
        }
        return nil
    }

    // MARK: The title page

    private mutating func takeTitlePage() {
        guard let first = lines.first, Fountain.titleKey(first) != nil else { return }
        while position < lines.count, !Fountain.isBlank(lines[position]) {
            let line = lines[position]
            if let (key, value) = Fountain.titleKey(line) {
                titlePage.append(SourceText.Entry(key: key, value: value))
            } else if let last = titlePage.indices.last {
                let part = Fountain.trimmed(line)
                titlePage[last].value += titlePage[last].value.isEmpty ? part : "\n" + part
            }
            position += 1
        }
    }

    /// Only the keys that a title page has, so that `CUT TO:` and a line of talk are none.
    private static let titleKeys: Set = [
        "title", "credit", "author", "authors", "source", "notes", "draft date", "date", "contact", "copyright", "revision", "episode",
    ]

    private static func titleKey(_ line: Substring) -> (String, String)? {
        guard line.first?.isWhitespace == false, let colon = line.prefix(40).firstIndex(of: ":") else { return nil }
        let key = line[..<colon].lowercased()
        return titleKeys.contains(key) ? (key, trimmed(line[line.index(after: colon)...])) : nil
    }

    /// The text behind the title page, as it stands.
    package static func body(_ text: [UInt8]) -> [UInt8] {
        guard let first = SourceText.line(of: text, at: 0), titleKey(Substring(decoding: text[first.range], as: UTF8.self)) != nil else { return text }
        var position = 0
        while let line = SourceText.line(of: text, at: position), !MarkdownLine.isBlank(text[line.range]) { position = line.next }
        return Array(text[position...])
    }

    // MARK: Elements

    static func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }

    static func trimmed(_ line: Substring) -> String {
        var line = line.drop(while: \.isWhitespace)
        while line.last?.isWhitespace == true { line = line.dropLast() }
        return String(line)
    }

    private func isBlank(at place: Int) -> Bool { place < 0 || place >= lines.count || Fountain.isBlank(lines[place]) }

    private mutating func take() {
        let line = lines[position]
        if Fountain.isBlank(line) {
            position += 1
            return
        }
        let text = Fountain.trimmed(line)
        let isAfterBlank = isBlank(at: position - 1)
        if let element = Fountain.marked(text) {
            elements.append(element)
            position += 1
        } else if isAfterBlank, Fountain.isHeading(text) {
            elements.append(Fountain.heading(text))
            position += 1
        } else if isAfterBlank, isBlank(at: position + 1), text.hasSuffix("TO:"), Fountain.isUpper(text) {
            elements.append(.transition(text))
            position += 1
        } else if let name = character(text, isAfterBlank) {
            takeSpeech(name)
        } else {
            takeAction()
        }
    }

    /// What a sign at the beginning of a line makes of it.
    private static func marked(_ text: String) -> Element? {
        let rest = trimmed(text.dropFirst())
        switch text.first {
        case "=":
            if text.count >= 3, text.allSatisfy({ $0 == "=" }) { return .pageBreak }
            return .synopsis(rest)
        case "#":
            let level = text.prefix { $0 == "#" }.count
            return .section(min(level, 6), trimmed(text.dropFirst(level)))
        case "." where text.dropFirst().first != "." && text.count > 1: return heading(rest)
        case ">": return text.hasSuffix("<") && text.count > 1 ? .centred(trimmed(text.dropFirst().dropLast())) : .transition(rest)
        case "~": return .lyric(rest)
        case "!": return .action(rest)
        default: return nil
        }
    }

    private static func isHeading(_ text: String) -> Bool {
        let start = text.prefix(9).uppercased()
        return ["INT. ", "EXT. ", "EST. ", "INT ", "EXT ", "EST ", "INT./EXT", "INT/EXT", "I/E", "EXT./INT", "EXT/INT"].contains { start.hasPrefix($0) }
    }

    /// A scene heading, whose number stands between two `#` at its end.
    private static func heading(_ text: String) -> Element {
        guard text.hasSuffix("#"), text.count > 2, let start = text.dropLast().lastIndex(of: "#") else { return .heading(text, number: nil) }
        let number = text[text.index(after: start)...].dropLast()
        guard !number.isEmpty, number.count <= 20, number.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." }) else { return .heading(text, number: nil) }
        return .heading(trimmed(text[..<start]), number: String(number))
    }

    private static func isUpper(_ text: String) -> Bool { text.contains(where: \.isLetter) && !text.contains(where: \.isLowercase) }

    /// The name of who speaks from the next line on; `nil` for a line that is none.
    private func character(_ text: String, _ isAfterBlank: Bool) -> (String, Bool)? {
        guard isAfterBlank, !isBlank(at: position + 1) else { return nil }
        let isDual = text.hasSuffix("^")
        let name = Fountain.trimmed(isDual ? text.dropLast() : text[...])
        if name.first == "@" { return (Fountain.trimmed(name.dropFirst()), isDual) }
        // What stands in brackets need not be in capitals.
        let bare = name.prefix { $0 != "(" }
        return Fountain.isUpper(String(bare)) ? (name, isDual) : nil
    }

    private mutating func takeSpeech(_ name: (String, Bool)) {
        elements.append(.character(name.0, isDual: name.1))
        position += 1
        var talk: [String] = []
        func said(_ elements: inout [Element]) {
            if !talk.isEmpty { elements.append(.dialogue(talk.joined(separator: "\n"))) }
            talk = []
        }
        // Two spaces keep a blank line within what is said.
        while position < lines.count, !Fountain.isBlank(lines[position]) || lines[position].count >= 2 {
            let text = Fountain.trimmed(lines[position])
            if text.hasPrefix("("), text.hasSuffix(")") {
                said(&elements)
                elements.append(.parenthetical(text))
            } else if text.hasPrefix("~") {
                said(&elements)
                elements.append(.lyric(Fountain.trimmed(text.dropFirst())))
            } else {
                talk.append(text)
            }
            position += 1
        }
        said(&elements)
    }

    private mutating func takeAction() {
        var text: [String] = []
        while position < lines.count, !Fountain.isBlank(lines[position]) {
            let line = lines[position]
            if !text.isEmpty, Fountain.marked(Fountain.trimmed(line)) != nil { break }
            // Its indentation is kept.
            text.append(String(line))
            position += 1
        }
        elements.append(.action(text.joined(separator: "\n")))
    }
}
