import ShedModel

/// The text of a part: the document itself, its notes, a header or a footer.
struct DocxText: OfficeReader {
    private struct Paragraph {
        var style: String?
        var list: String?
        var level: Int?
    }

    private(set) var words: ParagraphWords
    /// The notes that the text refers to.
    private(set) var footnotes: Set<String> = []
    private(set) var endnotes: Set<String> = []

    private let styles: DocxStyles
    private let lists: DocxLists
    /// Which notes count; `nil`: all.
    private let notes: Set<String>?
    private var paragraphs: [Paragraph] = []
    /// Of each run that is open, whether it is hidden.
    private var runs: [Bool] = []
    private var isInProperties = false
    private(set) var takesText = false
    private var sections: [Section] = []
    private var section: Section?

    /// The headers and footers of a section, by their sort.
    private struct Section {
        /// By what they are for: `default`, `first`, `even`.
        var references: [String: [String: String]] = [:]
        var hasTitle = false
        var isContinuous = false
        /// Whether one for even pages was named behind one for the first.
        var hasLateEven = false
    }

    init(_ styles: DocxStyles, _ lists: DocxLists, notes: Set<String>? = nil, keepsText: Bool = false) {
        words = ParagraphWords(keepsText: keepsText)
        self.styles = styles
        self.lists = lists
        self.notes = notes
    }

    let roots: Set<String> = ["w:document", "w:footnotes", "w:endnotes", "w:hdr", "w:ftr"]

    private static let skipped: Set<String> = [
        "w:del", "w:moveFrom", "w:delText", "w:instrText", "w:delInstrText", "mc:Fallback", "w:rt", "w:sdtPr", "w:tblPr", "w:trPr", "w:tcPr", "w:tabs",
        "w:pPrChange", "w:rPrChange", "w:sectPrChange", "w:numberingChange",
    ]

    mutating func text(_ bytes: [UInt8]) { words.add(bytes) }

    mutating func open(_ tag: XMLTag) throws(OfficeError) -> ElementUse {
        if DocxText.skipped.contains(tag.name) { return .skip }
        switch tag.name {
        case "w:p":
            paragraphs.append(Paragraph(style: styles.standard))
            words.begin()
        case "w:pPr": isInProperties = true
        case "w:pStyle": if isInProperties { change { $0.style = tag["w:val"] } }
        case "w:numId": if isInProperties { change { $0.list = tag["w:val"] } }
        case "w:ilvl": if isInProperties { change { $0.level = tag["w:val"].flatMap { Int($0) } } }
        // Of the mark at the end of the paragraph.
        case "w:rPr": if isInProperties { return .skip }
        case "w:r": runs.append(styles.first(paragraphs.last?.style) { $0.isHidden } ?? false)
        case "w:rStyle": if let isHidden = styles.first(tag["w:val"], { $0.isHidden }) { hide(isHidden) }
        case "w:vanish": hide(tag.isOn)
        case "w:t": takesText = runs.last == false
        // Whatever a break ends, it is no paragraph.
        case "w:tab", "w:br", "w:cr", "w:ptab": mark([0x20])
        case "w:noBreakHyphen": mark(Array("\u{2011}".utf8))
        // What is put into a word so that it counts is nothing that anybody would look for.
        case "w:softHyphen": if !words.keepsText { mark(Array("\u{ad}".utf8)) }
        case "w:sym": mark([words.keepsText ? 0x20 : UInt8(ascii: "x")])
        case "w:footnoteReference": footnotes.insert(try note(tag, known: footnotes.count))
        case "w:endnoteReference": endnotes.insert(try note(tag, known: endnotes.count))
        case "w:footnote", "w:endnote":
            let isText = tag["w:type"].map { $0 == "normal" } ?? true
            guard isText, tag["w:id"].map({ notes?.contains($0) ?? true }) == true else { return .skip }
        default: openSection(tag)
        }
        return .read
    }

    mutating func close(_ name: String) {
        switch name {
        case "w:p":
            words.end()
            _ = paragraphs.popLast()
        case "w:pPr":
            isInProperties = false
            words.label(isLabelled)
        case "w:r": _ = runs.popLast()
        case "w:t": takesText = false
        case "w:sectPr":
            if let section { sections.append(section) }
            section = nil
        default: break
        }
    }

    private mutating func change(_ body: (inout Paragraph) -> Void) {
        if !paragraphs.isEmpty { body(&paragraphs[paragraphs.count - 1]) }
    }

    private mutating func hide(_ isHidden: Bool) { if !runs.isEmpty { runs[runs.count - 1] = isHidden } }

    private mutating func mark(_ bytes: [UInt8]) { if runs.last == false { words.add(bytes) } }

    /// The number of the note belongs to the word before it.
    /// - Returns: the note's ID.
    private mutating func note(_ tag: XMLTag, known: Int) throws(OfficeError) -> String {
        guard known < OfficeLimits.definitions else { throw OfficeError("refers to too many notes") }
        if tag["w:customMarkFollows"] == nil, !words.keepsText { mark([UInt8(ascii: "1")]) }
        return tag["w:id"] ?? ""
    }

    /// Whether a number or a bullet stands before the paragraph.
    private var isLabelled: Bool {
        guard let paragraph = paragraphs.last else { return false }
        guard let list = paragraph.list ?? styles.first(paragraph.style, { $0.list }), list != "0" else { return false }
        return lists.shows(list, level: paragraph.level ?? styles.first(paragraph.style, { $0.level }) ?? 0)
    }

    // MARK: Headers

    private mutating func openSection(_ tag: XMLTag) {
        switch tag.name {
        case "w:sectPr": section = Section()
        case "w:headerReference", "w:footerReference":
            guard let id = tag["r:id"] else { return }
            if tag["w:type"] == "even", section?.references["first"] != nil { section?.hasLateEven = true }
            section?.references[tag["w:type"] ?? "default", default: [:]][tag.name] = id
        case "w:type": section?.isContinuous = tag["w:val"] == "continuous"
        case "w:titlePg": if tag.isOn { section?.hasTitle = true }
        default: break
        }
    }

    /// The headers and footers, as often as there is a style of page that has them, as LibreOffice makes one of each section: what a
    /// section has not of its own it takes over from the one before, but for those of a first page that it has not.
    var headers: [String] {
        var current: [String: [String: String]] = [:]
        var shown: [String] = []
        for (number, section) in sections.prefix(DocxText.mostSections).enumerated() {
            // It goes on on the same page.
            if number > 0, section.isContinuous, section.references.isEmpty { continue }
            for (sort, references) in section.references { current[sort, default: [:]].merge(references) { $1 } }
            func show(_ sort: String) { shown += (current[sort] ?? [:]).values }
            show("default")
            show("even")
            guard section.hasTitle || section.references["first"] != nil else { continue }
            show("first")
            // Then the first page has a style of its own, which is given what comes later too.
            if !section.hasTitle, section.hasLateEven { show("even") }
        }
        return shown
    }

    private static let mostSections = 10_000
}
