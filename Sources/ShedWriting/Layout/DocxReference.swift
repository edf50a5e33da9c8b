import ShedModel

/// The document from which pandoc takes the styles of a docx: what its pages look like, and what stands at their heads.
struct DocxReference {
    private let design: PageDesign
    private let manuscript: Manuscript

    init(_ manuscript: Manuscript) {
        self.manuscript = manuscript
        design = PageDesign(manuscript.profile)
    }

    /// The file; the same each time.
    var bytes: [UInt8] {
        ZipFile.stored([
            ZipFile.Part("[Content_Types].xml", types), ZipFile.Part("_rels/.rels", DocxReference.packageLinks), ZipFile.Part("docProps/app.xml", DocxReference.app),
            ZipFile.Part("docProps/core.xml", DocxReference.core(manuscript)), ZipFile.Part("word/document.xml", document),
            ZipFile.Part("word/_rels/document.xml.rels", links), ZipFile.Part("word/styles.xml", styles), ZipFile.Part("word/settings.xml", DocxReference.settings),
            ZipFile.Part("word/webSettings.xml", DocxReference.element("webSettings", "")), ZipFile.Part("word/fontTable.xml", fontTable),
            ZipFile.Part("word/theme/theme1.xml", theme), ZipFile.Part("word/numbering.xml", DocxReference.element("numbering", "")),
            ZipFile.Part("word/footnotes.xml", DocxReference.footnotes), ZipFile.Part("word/comments.xml", DocxReference.element("comments", "")),
            ZipFile.Part("word/header1.xml", header), ZipFile.Part("word/footer1.xml", footer),
        ])
    }

    /// The part of a docx that says what it is called and who wrote it.
    static func core(_ manuscript: Manuscript) -> String {
        let author = manuscript.author.map { "<dc:creator>\(XMLText.escapeCleaned($0))</dc:creator>" } ?? ""
        return head + "<cp:coreProperties xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\""
            + " xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>\(XMLText.escapeCleaned(manuscript.title))</dc:title>\(author)"
            + "<dc:language>\(XMLText.escapeCleaned(manuscript.profile.work.language))</dc:language></cp:coreProperties>"
    }

    private static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let word = "application/vnd.openxmlformats-officedocument.wordprocessingml"

    private static func element(_ name: String, _ inner: String) -> String {
        head + "<w:\(name) xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" xmlns:r=\"\(office)\">\(inner)</w:\(name)>"
    }

    // MARK: What it consists of

    private static let parts = ["numbering", "styles", "settings", "webSettings", "fontTable", "theme", "footnotes", "comments", "header", "footer"]

    private static func file(of part: String) -> String {
        switch part {
        case "theme": "theme/theme1.xml"
        case "header", "footer": part + "1.xml"
        default: part + ".xml"
        }
    }

    private var types: String {
        var overrides = [("/word/document.xml", "\(DocxReference.word).document.main+xml")]
        overrides += DocxReference.parts.map { part in
            let theme = "application/vnd.openxmlformats-officedocument.theme+xml"
            return ("/word/" + DocxReference.file(of: part), part == "theme" ? theme : "\(DocxReference.word).\(part)+xml")
        }
        overrides.append(("/docProps/app.xml", "application/vnd.openxmlformats-officedocument.extended-properties+xml"))
        overrides.append(("/docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml"))
        return DocxReference.head + "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
            + "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
            + "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
            + overrides.map { "<Override PartName=\"\($0.0)\" ContentType=\"\($0.1)\"/>" }.joined() + "</Types>"
    }

    private static func relationships(_ links: [(type: String, target: String)]) -> String {
        let all = links.enumerated().map { "<Relationship Id=\"rId\($0.offset + 1)\" Type=\"\($0.element.type)\" Target=\"\($0.element.target)\"/>" }
        return head + "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\(all.joined())</Relationships>"
    }

    private static let packageLinks = relationships([
        ("\(office)/officeDocument", "word/document.xml"), ("\(office)/extended-properties", "docProps/app.xml"),
        ("http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties", "docProps/core.xml"),
    ])

    private var links: String { DocxReference.relationships(DocxReference.parts.map { ("\(DocxReference.office)/\($0)", DocxReference.file(of: $0)) }) }

    private static let app = head + "<Properties xmlns=\"http://schemas.openxmlformats.org/officeDocument/2006/extended-properties\"></Properties>"

    private static let settings = element(
        "settings",
        "<w:defaultTabStop w:val=\"720\"/><w:characterSpacingControl w:val=\"doNotCompress\"/>"
            + "<w:footnotePr><w:footnote w:id=\"-1\"/><w:footnote w:id=\"0\"/></w:footnotePr>"
            + "<w:compat><w:compatSetting w:name=\"compatibilityMode\" w:uri=\"http://schemas.microsoft.com/office/word\" w:val=\"15\"/></w:compat>")

    private static let footnotes = element(
        "footnotes",
        "<w:footnote w:type=\"separator\" w:id=\"-1\"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>"
            + "<w:footnote w:type=\"continuationSeparator\" w:id=\"0\"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>")

    private var fontTable: String {
        DocxReference.element("fonts", "<w:font w:name=\"\(XMLText.escapeCleaned(design.font))\"><w:family w:val=\"\(design.isFixed ? "modern" : "roman")\"/></w:font>")
    }

    // MARK: Pages

    private var document: String {
        let (numbers, title) = manuscript.profile.titlePage.isWanted ? ("<w:pgNumType w:start=\"0\"/>", "<w:titlePg/>") : ("", "")
        let margin = design.margin
        let band = design.hasRunningHead ? "<w:headerReference w:type=\"default\" r:id=\"rId9\"/>" : "<w:footerReference w:type=\"default\" r:id=\"rId10\"/>"
        let section = "<w:sectPr>\(band)"
            + "<w:pgSz w:w=\"\(design.paper.width)\" w:h=\"\(design.paper.height)\"/>"
            + "<w:pgMar w:top=\"\(margin)\" w:right=\"\(margin)\" w:bottom=\"\(margin)\" w:left=\"\(margin)\" w:header=\"720\" w:footer=\"560\" w:gutter=\"0\"/>"
            + "\(numbers)\(title)</w:sectPr>"
        return DocxReference.element("document", "<w:body><w:p/>\(section)</w:body>")
    }

    private static let pageNumber = "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText xml:space=\"preserve\"> PAGE </w:instrText></w:r>"
        + "<w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"

    private var header: String {
        let text = "<w:r><w:t xml:space=\"preserve\">\(XMLText.escapeCleaned(manuscript.runningHead)) / </w:t></w:r>"
        return DocxReference.element("hdr", "<w:p><w:pPr><w:pStyle w:val=\"Header\"/></w:pPr>\(text)\(DocxReference.pageNumber)</w:p>")
    }

    private var footer: String { DocxReference.element("ftr", "<w:p><w:pPr><w:pStyle w:val=\"Footer\"/></w:pPr>\(DocxReference.pageNumber)</w:p>") }

    private var styles: String { DocxStyles(design, manuscript.profile).text { DocxReference.element("styles", $0) } }

    /// Word wants a theme, with colours and fonts that no style names.
    private var theme: String {
        let colors = ["dk1", "lt1", "dk2", "lt2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink", "folHlink"].map {
            "<a:\($0)><a:srgbClr val=\"\($0.hasPrefix("lt") ? "FFFFFF" : "000000")\"/></a:\($0)>"
        }.joined()
        let font = "<a:latin typeface=\"\(XMLText.escapeCleaned(design.font))\"/><a:ea typeface=\"\"/><a:cs typeface=\"\"/>"
        let fill = "<a:solidFill><a:schemeClr val=\"phClr\"/></a:solidFill>"
        let three = { (text: String) in text + text + text }
        return DocxReference.head + "<a:theme xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" name=\"Plain\"><a:themeElements>"
            + "<a:clrScheme name=\"Plain\">\(colors)</a:clrScheme>"
            + "<a:fontScheme name=\"Plain\"><a:majorFont>\(font)</a:majorFont><a:minorFont>\(font)</a:minorFont></a:fontScheme>"
            + "<a:fmtScheme name=\"Plain\"><a:fillStyleLst>\(three(fill))</a:fillStyleLst><a:lnStyleLst>\(three("<a:ln w=\"9525\">\(fill)</a:ln>"))</a:lnStyleLst>"
            + "<a:effectStyleLst>\(three("<a:effectStyle><a:effectLst/></a:effectStyle>"))</a:effectStyleLst><a:bgFillStyleLst>\(three(fill))</a:bgFillStyleLst>"
            + "</a:fmtScheme></a:themeElements></a:theme>"
    }
}
