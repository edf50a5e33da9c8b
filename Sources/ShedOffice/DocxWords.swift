import ShedModel

/// Counts the words of a document in Office Open XML (ECMA-376, WordprocessingML).
enum DocxWords {
    static func count(_ parts: inout OfficeParts) throws(OfficeError) -> Int {
        var total = 0
        try read(&parts, keepsText: false) { words, times in total += words.total * times }
        return total
    }

    /// The text, a paragraph in a line: the document, its notes, its headers and footers, each once.
    static func text(_ parts: inout OfficeParts) throws(OfficeError) -> [UInt8] {
        var text: [UInt8] = []
        try read(&parts, keepsText: true) { words, _ in text += words.text }
        return text
    }

    /// - Parameter take: is given what was read, and how often it counts.
    private static func read(_ parts: inout OfficeParts, keepsText: Bool, _ take: (ParagraphWords, Int) -> Void) throws(OfficeError) {
        var top = Relations(of: "")
        try parts.read("_rels/.rels", &top)
        let main = top.first("officeDocument") ?? "word/document.xml"
        var relations = Relations(of: main)
        try parts.read(Relations.name(of: main), &relations)
        var styles = DocxStyles()
        if let name = relations.first("styles") { try parts.read(name, &styles) }
        var lists = DocxLists()
        if let name = relations.first("numbering") { try parts.read(name, &lists) }

        var text = DocxText(styles, lists, keepsText: keepsText)
        guard try parts.read(main, &text) else { throw .notDocument }
        take(text.words, 1)
        for (sort, ids) in [("footnotes", text.footnotes), ("endnotes", text.endnotes)] where !ids.isEmpty {
            guard let name = relations.first(sort) else { continue }
            var notes = DocxText(styles, lists, notes: ids, keepsText: keepsText)
            try parts.read(name, &notes)
            take(notes.words, 1)
        }
        // Each is there once for each section that shows it.
        var times: [String: Int] = [:]
        for name in text.headers.compactMap(relations.target) { times[name, default: 0] += 1 }
        for (name, count) in times.sorted(by: { $0.key < $1.key }) {
            var header = DocxText(styles, lists, keepsText: keepsText)
            try parts.read(name, &header)
            take(header.words, count)
        }
    }
}

/// What a part refers to (Open Packaging Conventions): nothing that lies outside of the document is looked at.
private struct Relations: OfficeReader {
    /// The part's folder.
    private let folder: String
    private var targets: [String: (type: String, name: String)] = [:]

    init(of part: String) { folder = part.lastIndex(of: "/").map { String(part[...$0]) } ?? "" }

    static func name(of part: String) -> String {
        guard let slash = part.lastIndex(of: "/") else { return "_rels/\(part).rels" }
        return "\(part[...slash])_rels/\(part[part.index(after: slash)...]).rels"
    }

    /// The part of a sort that comes first by its ID.
    func first(_ sort: String) -> String? {
        targets.filter { $0.value.type.hasSuffix("/\(sort)") }.min { $0.key < $1.key }?.value.name
    }

    func target(_ id: String) -> String? { targets[id]?.name }

    let roots: Set<String> = ["Relationships"]

    mutating func open(_ tag: XMLTag) throws(OfficeError) -> ElementUse {
        guard tag.name == "Relationship", tag["TargetMode"] != "External", let id = tag["Id"], let type = tag["Type"], let target = tag["Target"] else {
            return .read
        }
        guard targets.count < OfficeLimits.definitions else { throw OfficeError("refers to too much") }
        // Only a name to look up among the parts.
        targets[id] = (type, target.hasPrefix("/") ? String(target.dropFirst()) : folder + target)
        return .read
    }

    mutating func close(_ name: String) {}
}

extension XMLTag {
    /// The value of a property that is on where it stands without one.
    var isOn: Bool { self["w:val"].map { !["false", "0", "off"].contains($0) } ?? true }
}

/// The styles: what is hidden, and what belongs to a list.
struct DocxStyles: OfficeReader {
    struct Style: BasedStyle {
        var parent: String?
        var list: String?
        var level: Int?
        var isHidden: Bool?
    }

    private var styles: [String: Style] = [:]
    /// Of paragraphs that name none.
    private(set) var standard: String?
    private var current: String?

    let roots: Set<String> = ["w:styles"]

    mutating func open(_ tag: XMLTag) throws(OfficeError) -> ElementUse {
        switch tag.name {
        case "w:docDefaults", "w:latentStyles", "w:tblStylePr": return .skip
        case "w:style":
            guard styles.count < OfficeLimits.definitions else { throw OfficeError("defines too many styles") }
            current = tag["w:styleId"]
            if let current { styles[current] = Style() }
            if tag["w:type"] == "paragraph", tag["w:default"].map({ $0 == "1" || $0 == "true" }) == true { standard = current }
        case "w:basedOn": change { $0.parent = tag["w:val"] }
        case "w:numId": change { $0.list = tag["w:val"] }
        case "w:ilvl": change { $0.level = tag["w:val"].flatMap { Int($0) } }
        case "w:vanish": change { $0.isHidden = tag.isOn }
        default: break
        }
        return .read
    }

    mutating func close(_ name: String) { if name == "w:style" { current = nil } }

    private mutating func change(_ body: (inout Style) -> Void) {
        guard let current, var style = styles[current] else { return }
        body(&style)
        styles[current] = style
    }

    /// What a style, or the nearest one that it is based on, says.
    func first<Value>(_ name: String?, _ ask: (Style) -> Value?) -> Value? { styles.said(of: name, ask) }
}

/// The lists: which of their levels show a number or a bullet.
struct DocxLists: OfficeReader {
    /// Which levels of an abstract list show something.
    private var shown: [String: Set<Int>] = [:]
    /// The abstract list of each.
    private var lists: [String: String] = [:]
    private var abstract: String?
    private var list: String?
    /// The level that is being read: its number, the sort of its numbers, what is shown.
    private var level: (number: Int, format: String, text: String)?

    let roots: Set<String> = ["w:numbering"]

    mutating func open(_ tag: XMLTag) throws(OfficeError) -> ElementUse {
        switch tag.name {
        case "w:abstractNum":
            guard shown.count < OfficeLimits.definitions else { throw OfficeError("defines too many lists") }
            abstract = tag["w:abstractNumId"]
            if let abstract { shown[abstract] = [] }
        case "w:num":
            guard lists.count < OfficeLimits.definitions else { throw OfficeError("defines too many lists") }
            list = tag["w:numId"]
        case "w:abstractNumId": if let list { lists[list] = tag["w:val"] }
        case "w:lvlOverride": return .skip
        case "w:lvl": level = (tag["w:ilvl"].flatMap { Int($0) } ?? 0, "", "")
        case "w:numFmt": level?.format = tag["w:val"] ?? ""
        case "w:lvlText": level?.text = tag["w:val"] ?? ""
        default: break
        }
        return .read
    }

    mutating func close(_ name: String) {
        switch name {
        case "w:abstractNum": abstract = nil
        case "w:num": list = nil
        case "w:lvl":
            if let abstract, let level, DocxLists.shows(level.format, level.text), (0...9).contains(level.number) {
                shown[abstract, default: []].insert(level.number)
            }
            level = nil
        default: break
        }
    }

    /// A bullet always does; a number where there is something to be seen of it.
    private static func shows(_ format: String, _ text: String) -> Bool {
        if format == "bullet" { return true }
        guard format == "none" else { return !text.isEmpty }
        return text.utf8.contains { $0 != UInt8(ascii: "%") && !(0x30...0x39).contains($0) }
    }

    func shows(_ list: String, level: Int) -> Bool { lists[list].flatMap { shown[$0] }?.contains(level) == true }
}
