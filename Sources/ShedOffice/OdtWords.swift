import ShedModel

/// Counts the words of an OpenDocument text (ODF 1.3): what stands in paragraphs and headings, wherever these stand, but in the list
/// of what was deleted, in comments and in what is hidden.
struct OdtWords: OfficeReader {
    private var styles = OdtStyles()
    private var words: ParagraphWords
    /// The lists that are open: their style, and whether the item is still to begin.
    private var lists: [(style: String?, awaits: Bool)] = []
    /// Which of the open spans are hidden.
    private var hidden: [Bool] = []
    /// What styles are being read of: a paragraph's or a span's, or a list's.
    private var style: (name: String, list: String?)?
    private var listStyle: String?

    private init(keepsText: Bool) { words = ParagraphWords(keepsText: keepsText) }

    static func count(_ parts: inout OfficeParts) throws(OfficeError) -> Int { try read(&parts, keepsText: false).total }

    /// The text, a paragraph in a line.
    static func text(_ parts: inout OfficeParts) throws(OfficeError) -> [UInt8] { try read(&parts, keepsText: true).text }

    private static func read(_ parts: inout OfficeParts, keepsText: Bool) throws(OfficeError) -> ParagraphWords {
        var reader = OdtWords(keepsText: keepsText)
        try parts.read("styles.xml", &reader)
        guard try parts.read("content.xml", &reader) else { throw .notDocument }
        return reader.words
    }

    let roots: Set<String> = ["office:document-content", "office:document-styles"]

    var takesText: Bool { words.isInside && hidden.last != true }

    mutating func text(_ bytes: [UInt8]) { words.add(bytes) }

    private static let skipped: Set<String> = [
        "office:annotation", "text:tracked-changes", "office:meta", "office:scripts", "office:forms", "svg:title", "svg:desc", "text:ruby-text",
        "text:hidden-text", "text:script", "text:table-of-content-source", "office:event-listeners", "draw:rect", "draw:line", "draw:polyline",
        "draw:polygon", "draw:regular-polygon", "draw:path", "draw:circle", "draw:ellipse", "draw:connector", "draw:caption", "draw:measure",
    ]

    mutating func open(_ tag: XMLTag) throws(OfficeError) -> ElementUse {
        if OdtWords.skipped.contains(tag.name) { return .skip }
        // The mark of a note stands at the end of a word, and is none of it; LibreOffice counts one that stands alone.
        if tag.name == "text:note-citation", words.keepsText { return .skip }
        switch tag.name {
        case "text:p", "text:h": begin(tag)
        case "text:span": hidden.append(hidden.last == true || tag["text:style-name"].map(styles.isHidden) == true)
        case "text:s", "text:tab", "text:line-break":
            if takesText { words.add([0x20]) }
        case "text:section":
            if tag["text:display"] == "none" || tag["text:is-hidden"] == "true" { return .skip }
        case "text:hidden-paragraph":
            if tag["text:is-hidden"] == "true" { hidden.append(true) } else { hidden.append(hidden.last == true) }
        // What is drawn is no text but where a frame for text belongs to it, which its style says.
        case "draw:custom-shape": return tag["draw:style-name"].map(styles.isFrame) == true ? .read : .skip
        case "text:list": lists.append((tag["text:style-name"] ?? lists.last?.style, false))
        case "text:list-item":
            if !lists.isEmpty { lists[lists.count - 1].awaits = true }
        case "text:list-header":
            if !lists.isEmpty { lists[lists.count - 1].awaits = false }
        default: try openStyle(tag)
        }
        return .read
    }

    mutating func close(_ name: String) throws(OfficeError) {
        switch name {
        case "text:p", "text:h":
            words.end()
            _ = hidden.popLast()
        case "text:span", "text:hidden-paragraph": _ = hidden.popLast()
        case "text:list": _ = lists.popLast()
        case "style:style": style = nil
        case "text:list-style", "text:outline-style": listStyle = nil
        default: break
        }
    }

    private mutating func begin(_ tag: XMLTag) {
        let name = tag["text:style-name"]
        var isLabelled = false
        if let list = lists.last {
            isLabelled = list.awaits && styles.isLabelled(list.style ?? name.flatMap(styles.list), level: lists.count)
            lists[lists.count - 1].awaits = false
        } else if tag.name == "text:h", tag["text:is-list-header"] != "true" {
            isLabelled = styles.isLabelled(OdtStyles.outline, level: tag["text:outline-level"].flatMap { Int($0) } ?? 1)
        }
        words.begin(isLabelled: isLabelled)
        hidden.append(name.map(styles.isHidden) == true)
    }

    private mutating func openStyle(_ tag: XMLTag) throws(OfficeError) {
        switch tag.name {
        case "style:style":
            let family = tag["style:family"]
            if family == "graphic", tag["style:parent-style-name"] == "Frame", let name = tag["style:name"] { try styles.frame(name) }
            guard let name = tag["style:name"], family == "paragraph" || family == "text" else { return style = nil }
            style = (name, tag["style:list-style-name"])
            try styles.define(name, list: tag["style:list-style-name"], parent: tag["style:parent-style-name"])
        case "style:text-properties":
            if let style, listStyle == nil, tag["text:display"] == "none" { styles.hide(style.name) }
        case "text:list-style": listStyle = tag["style:name"]
        case "text:outline-style": listStyle = OdtStyles.outline
        case "text:list-level-style-number", "text:outline-level-style":
            guard let listStyle, let level = tag["text:level"].flatMap({ Int($0) }) else { return }
            let format = tag["style:num-format"] ?? ""
            let shown = format + (tag["style:num-prefix"] ?? "") + (tag["style:num-suffix"] ?? "")
            if !shown.isEmpty { try styles.label(listStyle, level: level) }
        case "text:list-level-style-bullet":
            guard let listStyle, let level = tag["text:level"].flatMap({ Int($0) }) else { return }
            try styles.label(listStyle, level: level)
        default: break
        }
    }
}

/// What the styles of an OpenDocument text say that bears on its words.
struct OdtStyles {
    /// The name of the style of numbered headings, which no other can have.
    static let outline = "\u{0}"

    private struct Style: BasedStyle {
        var list: String?
        var parent: String?
        var isHidden = false
    }

    private var styles: [String: Style] = [:]
    /// Which levels of a list begin with a number or a bullet.
    private var labels: [String: Set<Int>] = [:]
    private var levels = 0
    /// Of drawn shapes that have a frame for text.
    private var frames: Set<String> = []

    mutating func define(_ name: String, list: String?, parent: String?) throws(OfficeError) {
        guard styles.count < OfficeLimits.definitions else { throw OfficeError("defines too many styles") }
        styles[name] = Style(list: list, parent: parent)
    }

    mutating func frame(_ name: String) throws(OfficeError) {
        guard frames.count < OfficeLimits.definitions else { throw OfficeError("defines too many styles") }
        frames.insert(name)
    }

    func isFrame(_ name: String) -> Bool { frames.contains(name) }

    mutating func hide(_ name: String) { styles[name]?.isHidden = true }

    mutating func label(_ list: String, level: Int) throws(OfficeError) {
        levels += 1
        guard levels <= OfficeLimits.definitions else { throw OfficeError("defines too many lists") }
        labels[list, default: []].insert(level)
    }

    func isHidden(_ name: String) -> Bool { styles.said(of: name) { $0.isHidden ? true : nil } ?? false }

    /// The list that paragraphs of a style belong to.
    func list(_ name: String) -> String? { styles.said(of: name) { $0.list } }

    /// Whether something stands before the items of a list; a list without a style has numbers.
    func isLabelled(_ list: String?, level: Int) -> Bool {
        guard let list else { return true }
        return labels[list]?.contains(level) == true
    }
}
