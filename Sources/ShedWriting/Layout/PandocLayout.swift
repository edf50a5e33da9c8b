import ShedModel

/// What stands around the texts in a document that pandoc writes, as elements of its own.
struct PandocLayout {
    private let manuscript: Manuscript
    private let format: CompileProfile.Format

    private let design: PageDesign

    init(_ manuscript: Manuscript, _ format: CompileProfile.Format) {
        (self.manuscript, self.format) = (manuscript, format)
        design = PageDesign(manuscript.profile)
    }

    private var profile: CompileProfile { manuscript.profile }

    /// Whether the pages look as shed has it, and not as a document of the person's own.
    private var hasOwnStyles: Bool { profile.pages.references[format] == nil }

    // MARK: Elements

    private static func text(_ text: String) -> JSONValue { ["t": "Str", "c": .string(text)] }

    private static func paragraph(_ inlines: [JSONValue]) -> JSONValue { ["t": "Para", "c": .array(inlines)] }

    /// A block in a style of its own; where there are no styles, of a class.
    private func styled(_ style: LayoutStyle, _ block: JSONValue) -> JSONValue {
        let name = JSONValue.string(style.rawValue)
        let attributes: JSONValue = format == .epub ? ["", [.string(style.rawValue.lowercased())], []] : ["", [], [["custom-style", name]]]
        return ["t": "Div", "c": [attributes, [block]]]
    }

    private func raw(_ sort: String, _ docx: String, _ odt: String) -> JSONValue? {
        switch format {
        case .docx: ["t": .string(sort), "c": ["openxml", .string(docx)]]
        case .odt: ["t": .string(sort), "c": ["opendocument", .string(odt)]]
        case .markdown, .text, .html, .fountain, .epub, .pdf: nil
        }
    }

    // MARK: Around texts

    /// `nil` where nothing stands between texts.
    var separator: JSONValue? {
        // `nil` beside a value would be JSON's.
        guard !profile.breaks.separator.isEmpty else { return Optional.none }
        return styled(.separator, PandocLayout.paragraph([PandocLayout.text(profile.breaks.separator)]))
    }

    var end: JSONValue { styled(.end, PandocLayout.paragraph([PandocLayout.text(profile.breaks.end)])) }

    func verse(_ paragraph: JSONValue) -> JSONValue { styled(.verse, paragraph) }

    func figure(_ paragraph: JSONValue) -> JSONValue { styled(.figure, paragraph) }

    /// The first paragraph behind a separator, which pandoc does not know for one.
    func first(_ paragraph: JSONValue) -> JSONValue {
        guard hasOwnStyles, !design.indentsFirst, format != .epub else { return paragraph }
        return ["t": "Div", "c": [["", [], [["custom-style", format == .docx ? "First Paragraph" : "First_20_paragraph"]]], [paragraph]]]
    }

    /// The attributes of a picture: wider than a line it is in an odt only as wide; in a docx pandoc sees to that.
    func attributes(of image: PandocImage) -> JSONValue {
        guard format == .odt, hasOwnStyles, let width = image.width, width > design.lineWidth else { return ["", [], []] }
        return ["", [], [["width", .string("\(design.lineWidth / 20)pt")]]]
    }

    /// How wide pandoc takes a line for when it makes the columns of a docx.
    private static let columns = 7_920

    /// A table whose columns are no wider than a line.
    func table(_ object: JSONObject) -> JSONValue {
        var object = object
        guard format == .docx, hasOwnStyles, design.lineWidth < PandocLayout.columns, var parts = object["c"]?.array, parts.count > 2, let columns = parts[2].array,
            !columns.isEmpty
        else { return .object(object) }
        let share = Double(design.lineWidth) / Double(PandocLayout.columns) / Double(columns.count)
        parts[2] = .array(columns.map { column in
            guard let pair = column.array, pair.count == 2, pair[1].object?["t"]?.string == "ColWidthDefault" else { return column }
            return [pair[0], ["t": "ColWidth", "c": .number(share)]]
        })
        object["c"] = .array(parts)
        return .object(object)
    }

    /// What begins a page.
    /// - Parameter next: what follows. A chapter's heading does so by its style.
    /// - Returns: `nil` where nothing is needed, or nothing can.
    func pageStart(before next: JSONValue) -> JSONValue? {
        let level = next.object?["t"]?.string == "Header" ? next.object?["c"]?.array?.first : nil
        if hasOwnStyles {
            if level == 1, profile.breaks.startsChaptersOnPages { return nil }
            let style = LayoutStyle.pageStart.rawValue
            return raw("RawBlock", "<w:p><w:pPr><w:pStyle w:val=\"\(style)\"/></w:pPr></w:p>", "<text:p text:style-name=\"\(style)\"/>")
        }
        return format == .docx ? raw("RawBlock", "<w:p><w:r><w:br w:type=\"page\"/></w:r></w:p>", "") : nil
    }

    // MARK: The title page

    /// Its blocks; in EPUB, which has one of its own, none.
    var titlePage: [JSONValue] {
        guard profile.titlePage.isWanted, format != .epub else { return [] }
        let title = [styled(.title, PandocLayout.paragraph([PandocLayout.text(profile.pages.layout == .manuscript ? manuscript.title.uppercased() : manuscript.title)]))]
            + (manuscript.author.map { [styled(.author, PandocLayout.paragraph([PandocLayout.text($0)]))] } ?? [])
        switch profile.pages.layout {
        case .manuscript: return contact + title
        case .book: return title
        case .web: return title + contact
        }
    }

    /// Who wrote it and where they live, and to the right of the first line how many words there are.
    private var contact: [JSONValue] {
        let lines = (manuscript.author.map { [$0] } ?? []) + profile.titlePage.contact
        var inlines: [JSONValue] = []
        for (number, line) in lines.enumerated() {
            if number > 0 { inlines.append(["t": "LineBreak"]) }
            inlines.append(PandocLayout.text(line))
            if number == 0 { inlines += words }
        }
        if lines.isEmpty { inlines = words }
        return inlines.isEmpty ? [] : [styled(.contact, PandocLayout.paragraph(inlines))]
    }

    private var words: [JSONValue] {
        guard let words = manuscript.aboutWords, let tab = raw("RawInline", "<w:r><w:tab/></w:r>", "<text:tab/>") else { return [] }
        return [tab, PandocLayout.text(words)]
    }
}

extension Manuscript {
    /// The document whose styles pandoc takes where a profile names none; `nil` for a format without.
    package func reference(for format: CompileProfile.Format) -> [UInt8]? {
        switch format {
        case .docx: DocxReference(self).bytes
        case .odt: OdtReference(self).bytes
        case .markdown, .text, .html, .fountain, .epub, .pdf: nil
        }
    }

    /// The template by which pandoc puts the text in its place; `nil` for a format where its own does.
    package static func template(for format: CompileProfile.Format) -> [UInt8]? { format == .odt ? OdtReference.template : nil }

    /// A document that pandoc made, with what it cannot say without a title in the text: what it is called, and who wrote it.
    package func titled(_ bytes: [UInt8], _ format: CompileProfile.Format) -> [UInt8] {
        guard format == .docx else { return bytes }
        return ZipFile.replacing(ZipFile.Part("docProps/core.xml", DocxReference.core(self)), in: bytes) ?? bytes
    }
}
