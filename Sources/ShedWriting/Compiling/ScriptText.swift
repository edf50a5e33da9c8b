/// A script as plain text in the columns of a typewriter.
enum ScriptText {
    /// - Parameter words: by which the title page names the author, where it does not say how.
    static func text(of page: Fountain, _ words: CompileWords) -> String {
        var output = ""
        writeTitlePage(page, words, &output)
        var isSpeech = false
        for element in page.elements {
            let (text, follows) = lines(of: element)
            guard let text else { continue }
            if !output.isEmpty, !(follows && isSpeech) { output += "\n" }
            output += text + "\n"
            if case .character = element { isSpeech = true } else if !follows { isSpeech = false }
        }
        return output
    }

    private static func writeTitlePage(_ page: Fountain, _ words: CompileWords, _ output: inout String) {
        guard let title = page.value("title") else { return }
        output += centred(title.uppercased()) + "\n"
        if let author = page.value("author") {
            if let credit = page.value("credit") { output += "\n" + centred(credit) + "\n\n" + centred(author) + "\n" } else { output += "\n" + centred(words.by(author)) + "\n" }
        }
        if let source = page.value("source") { output += "\n" + source.split(separator: "\n").map { centred(String($0)) }.joined(separator: "\n") + "\n" }
        for key in ["contact", "draft date", "copyright"] { if let value = page.value(key) { output += "\n" + value + "\n" } }
        output += "\n\u{0c}"
    }

    /// The lines of an element, and whether they follow another's of the same speech.
    private static func lines(of element: Fountain.Element) -> (String?, Bool) {
        switch element {
        case .heading(let text, let number): (wrapped((number.map { $0.hasSuffix(".") ? "\($0) " : "\($0). " } ?? "") + text.uppercased(), 0, 60), false)
        case .action(let text): (wrapped(text, 0, 60), false)
        case .character(let name, _): (wrapped(name, 22, 38), false)
        case .parenthetical(let text): (wrapped(text, 16, 25), true)
        case .dialogue(let text), .lyric(let text): (wrapped(text, 10, 35), true)
        case .transition(let text): (String(repeating: " ", count: max(0, 60 - text.count)) + text.uppercased(), false)
        case .centred(let text): (centred(text), false)
        case .section(2..., _), .synopsis: (nil, false)
        case .section(_, let text): (centred(text.uppercased()), false)
        case .pageBreak: ("\u{0c}", false)
        }
    }

    private static func centred(_ text: String) -> String { String(repeating: " ", count: max(0, (60 - text.count) / 2)) + text }

    private static func wrapped(_ text: String, _ indent: Int, _ width: Int) -> String {
        let space = String(repeating: " ", count: indent)
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let plain = FountainEmphasis.items(line).map { if case .text(let text) = $0 { text } else { "" } }.joined()
            // What a line of action is indented by, it stays indented by.
            let own = String(repeating: " ", count: min(plain.prefix { $0 == " " }.count + 4 * plain.prefix { $0 == "\t" }.count, width / 2))
            var current = own
            var length = own.count
            var isBare = true
            for word in plain.split(separator: " ") {
                if !isBare, length + 1 + word.count > width {
                    lines.append(space + current)
                    (current, length, isBare) = (own, own.count, true)
                }
                current += isBare ? "\(word)" : " \(word)"
                length += word.count + (isBare ? 0 : 1)
                isBare = false
            }
            lines.append(isBare ? "" : space + current)
        }
        return lines.joined(separator: "\n")
    }
}

extension Fountain {
    /// A script's text as Markdown, for where it stands among prose: headings in bold, what is said as quotations.
    package static func markdown(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        func block(_ text: [UInt8], bold: Bool = false, quoted: Bool = false) {
            if !output.isEmpty { output.append(0x0a) }
            let marks = bold ? Array("**".utf8) : []
            var bytes = text
            while bytes.last == 0x0a { bytes.removeLast() }
            let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map { (quoted ? Array("> ".utf8) : []) + marks + $0 + marks }
            output += Array(lines.joined(separator: [0x0a])) + [0x0a]
        }
        func escaped(_ text: String) -> [UInt8] { PlainText.markdown(Array(text.utf8)) }
        for element in Fountain(text).elements {
            switch element {
            case .heading(let text, _), .section(_, let text): if !text.isEmpty { block(Array(ManuscriptMarkdown.escaped(text).utf8), bold: true) }
            case .action(let text), .transition(let text), .centred(let text): block(escaped(text))
            case .character(let name, _): block(Array(ManuscriptMarkdown.escaped(name).utf8), bold: true, quoted: true)
            case .parenthetical(let text), .dialogue(let text), .lyric(let text): block(escaped(text), quoted: true)
            case .synopsis, .pageBreak: continue
            }
        }
        return output
    }
}
