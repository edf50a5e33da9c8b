/// A script as one HTML page in the layout of the industry: Courier of 12 points on letter paper, an inch and a half at the left. It loads
/// nothing.
struct ScriptHTML {
    private let script: Script
    private var output = ""

    init(_ script: Script) { self.script = script }

    func bytes() -> [UInt8] {
        var writer = self
        writer.write()
        return Array(writer.output.utf8)
    }

    private mutating func write() {
        let page = Fountain(script.fountain)
        output += "<!DOCTYPE html>\n<html lang=\"\(HTMLText.escaped(script.profile.work.language))\">\n<head>\n<meta charset=\"utf-8\">\n"
        output += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        output += "<title>\(HTMLText.escaped(script.title))</title>\n<style>\n\(ScriptHTML.style(script.profile))</style>\n</head>\n<body>\n"
        if script.profile.titlePage.isWanted { writeTitlePage() }
        var isDual = false
        for (position, element) in page.elements.enumerated() {
            if case .character = element {
                if isDual { output += "</div>\n" }
                isDual = ScriptHTML.isDual(page.elements, position)
                if isDual { output += "<div class=\"dual\">\n" }
            } else if isDual, !ScriptHTML.isSpeech(element) {
                output += "</div>\n"
                isDual = false
            }
            write(element)
        }
        if isDual { output += "</div>\n" }
        output += "</body>\n</html>\n"
    }

    /// Whether two speak at once from an element on: the next who speaks says so. Looks no further than the speech goes.
    private static func isDual(_ elements: [Fountain.Element], _ position: Int) -> Bool {
        if case .character(_, true) = elements[position] { return true }
        let next = elements[(position + 1)...].first { !isSpeech($0) || { if case .character = $0 { true } else { false } }($0) }
        if case .character(_, true)? = next { return true }
        return false
    }

    private static func isSpeech(_ element: Fountain.Element) -> Bool {
        switch element {
        case .character, .parenthetical, .dialogue, .lyric: true
        default: false
        }
    }

    private mutating func writeTitlePage() {
        let page = script.titlePage
        func value(_ key: String) -> String? { page.first { $0.key == key }.map { ScriptHTML.inlines($0.value) } }
        output += "<header class=\"title-page\">\n<h1>\(HTMLText.escaped(script.title))</h1>\n"
        if let author = value("Author") { output += "<p>\(value("Credit") ?? "written by")</p>\n<p>\(author)</p>\n" }
        if let source = value("Source") { output += "<p>\(source)</p>\n" }
        if let contact = value("Contact") { output += "<address>\(contact)</address>\n" }
        let dated = [value("Draft date"), value("Copyright")].compactMap(\.self)
        if !dated.isEmpty { output += "<p class=\"date\">\(dated.joined(separator: "<br>"))</p>\n" }
        output += "</header>\n"
    }

    private mutating func write(_ element: Fountain.Element) {
        switch element {
        case .heading(let text, let number):
            let mark = number.map { "<span class=\"number\">\(HTMLText.escaped($0))</span>" } ?? ""
            output += "<h3>\(mark)\(ScriptHTML.inlines(text))</h3>\n"
        case .action(let text): paragraph("action", text)
        case .character(let name, _): paragraph("character", name)
        case .parenthetical(let text): paragraph("parenthetical", text)
        case .dialogue(let text): paragraph("dialogue", text)
        case .lyric(let text): paragraph("dialogue lyric", text)
        case .transition(let text): paragraph("transition", text)
        case .centred(let text): paragraph("centred", text)
        // Deeper ones are for who writes, as synopses are.
        case .section(2..., _), .synopsis: return
        case .section(let level, let text): output += "<h2 class=\"section level-\(level)\">\(ScriptHTML.inlines(text))</h2>\n"
        case .pageBreak: output += "<div class=\"page-break\"></div>\n"
        }
    }

    private mutating func paragraph(_ name: String, _ text: String) { output += "<p class=\"\(name)\">\(ScriptHTML.inlines(text))</p>\n" }

    private static func inlines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            FountainEmphasis.items(line).map { item in
                switch item {
                case .text(let text): HTMLText.escaped(text)
                case .mark("_", let begins): begins ? "<u>" : "</u>"
                case .mark("*", let begins): begins ? "<em>" : "</em>"
                case .mark("**", let begins): begins ? "<strong>" : "</strong>"
                case .mark(_, let begins): begins ? "<strong><em>" : "</em></strong>"
                }
            }.joined()
        }.joined(separator: "<br>")
    }

    private static func style(_ profile: CompileProfile) -> String {
        // A title page is not counted.
        let first = profile.titlePage.isWanted ? "counter-increment: page 0; " : ""
        return """
            @page { size: letter; margin: 1in 1in 1in 1.5in; @top-right { content: counter(page) "."; font: 12pt "Courier Prime", Courier, monospace; } }
            @page :first { \(first)@top-right { content: ""; } }
            body { width: 6in; margin: 1in auto; font: 12pt/1 "Courier Prime", "Courier New", Courier, monospace; }
            @media print { body { margin: 0; } }
            p { margin: 0 0 12pt; white-space: pre-wrap; }
            h1, h2, h3 { font: inherit; }
            h1 { text-align: center; text-transform: uppercase; text-decoration: underline; }
            h2 { text-align: center; text-transform: uppercase; margin: 24pt 0; break-after: avoid; }
            h3 { text-transform: uppercase; margin: 24pt 0 12pt; break-after: avoid; position: relative; }
            .number { position: absolute; left: -.6in; }
            .character { margin: 0 0 0 2.2in; break-after: avoid; }
            .parenthetical { margin: 0 0 0 1.6in; width: 2in; break-after: avoid; }
            .dialogue { margin: 0 0 0 1in; width: 3.5in; }
            .dialogue + :not(.dialogue):not(.parenthetical) { margin-top: 12pt; }
            .lyric { font-style: italic; }
            .transition { text-align: right; text-transform: uppercase; margin-top: 12pt; }
            .centred { text-align: center; }
            .dual { display: inline-block; width: 2.9in; vertical-align: top; break-inside: avoid; }
            .dual .character { margin-left: 1in; }
            .dual .parenthetical { margin-left: .5in; }
            .dual .dialogue { margin-left: 0; width: 2.7in; }
            .page-break { break-after: page; }
            .title-page { height: 9in; position: relative; padding-top: 3in; text-align: center; break-after: page; box-sizing: border-box; }
            .title-page .date { position: absolute; right: 0; bottom: 0; margin: 0; text-align: right; }
            .title-page address { position: absolute; left: 0; bottom: 0; text-align: left; font-style: normal; }

            """
    }
}
