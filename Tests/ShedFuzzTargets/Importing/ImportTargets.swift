import ShedExchange
import ShedImport
import ShedMessages
import ShedModel

/// What reads projects of other programs: whatever a file of theirs holds, what comes of it can be made, and leads out of nothing.
extension FuzzTarget {
    static let ofImporting: [FuzzTarget] = [
        scrivenerBinder, scrivenerText, scrivenerComments, novelWriter, novelWriterText, manuskript, manuskriptText, longform, papis, tagSpaces, tagSpacesName,
        zoteroRDF, bibTeX, zoteroCSV, scrivenerEarlier,
    ]

    private static let xml = ["<?xml version=\"1.0\"?>", "<!DOCTYPE a [<!ENTITY b \"c\">]>", "&b;", "&#65;", "<![CDATA[", "]]>", "<!--", "</"]

    private static let scrivenerBinder = FuzzTarget("import-scrivener", words: xml + ["<BinderItem UUID=\"", "<Children>", "<Title>", "<KeywordID>"], texts: [
        "<ScrivenerProject Version=\"2.0\"><Binder><BinderItem UUID=\"A\" Type=\"Folder\"><Title>a/b</Title><MetaData><LabelID>1</LabelID></MetaData><Children><BinderItem UUID=\"B\" Type=\"Text\"><Title>..</Title></BinderItem></Children></BinderItem></Binder><LabelSettings><Labels><Label ID=\"1\">x</Label></Labels></LabelSettings></ScrivenerProject>",
    ], executions: 500) { input throws(BrokenInvariant) in
        try read(.scrivener, ["P.scrivx": input, "Files/Data/B/content.rtf": Array("{\\rtf1 x}".utf8)])
    }

    private static let scrivenerText = FuzzTarget("import-rtf", words: ["\\'e9", "\\u-10179?", "\\uc0", "{\\*", "\\par", "{\\field", "\\bin4 ", "\\{\\\\Scrv_annot", "\\\\end_Scrv_annot\\}", "<$Scr_H::1>"], texts: [
        #"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset238 A;}}\f0 a\'e9 {\b b}\i c\i0\par {\field{\*\fldinst{HYPERLINK "http://a"}}{\fldrslt d}}{\footnote e}{\*\annotation f}\u233?}"#,
        #"{\rtf1 \{\\Scrv_annot \\color=\{\\R=1\} \\text=a\\end_Scrv_annot\} \{\\Scrv_fn=b\\end_Scrv_fn\} <$Scr_H::2>c<!$Scr_H::2>}"#,
    ]) { input throws(BrokenInvariant) in
        try read(.scrivener, ["P.scrivx": scrivx, "Files/Data/A/content.rtf": input])
    }

    private static let scrivenerComments = FuzzTarget("import-comments", words: xml + ["Footnote=\"Yes\""], texts: [
        "<Comments><Comment ID=\"C\" Footnote=\"Yes\"><![CDATA[{\\rtf1 x}]]></Comment></Comments>",
    ], executions: 500) { input throws(BrokenInvariant) in
        let text = Array(#"{\rtf1 {\field{\*\fldinst{HYPERLINK "scrivcmt://C"}}{\fldrslt a}}}"#.utf8)
        try read(.scrivener, ["P.scrivx": scrivx, "Files/Data/A/content.rtf": text, "Files/Data/A/content.comments": input])
    }

    private static let scrivx = Array("<ScrivenerProject Version=\"2.0\"><Binder><BinderItem UUID=\"A\" Type=\"Text\"/></Binder></ScrivenerProject>".utf8)

    private static let novelWriter = FuzzTarget("import-novelwriter", words: xml + ["<item handle=\"", "parent=\"a\"", "order=\"-1\"", "type=\"FILE\""], texts: [
        "<novelWriterXML fileVersion=\"1.5\"><content><item handle=\"a\" parent=\"None\" order=\"0\" type=\"ROOT\" class=\"NOVEL\"><name>A</name></item><item handle=\"b\" parent=\"a\" order=\"0\" type=\"FILE\" class=\"NOVEL\"><name>B</name></item></content></novelWriterXML>",
    ], executions: 500) { input throws(BrokenInvariant) in
        try read(.novelWriter, ["nwProject.nwx": input, "content/b.nwd": Array("# x".utf8)])
    }

    private static let novelWriterText = FuzzTarget("import-nwd", words: ["%%~", "###! ", "@pov: ", "[footnote:a]", "%Footnote.a: ", "[b]", ">> ", " <<", "-->"], texts: [
        "%%~name: a\n### b\n@pov: c\n%Synopsis: d -->\n\n>> [b]e[/b] [footnote:f] <<\n%Footnote.f: g\n[vspace:2]\n",
    ]) { input throws(BrokenInvariant) in
        let project = Array("<novelWriterXML fileVersion=\"1.5\"><content><item handle=\"b\" type=\"FILE\"><name>B</name></item></content></novelWriterXML>".utf8)
        try read(.novelWriter, ["nwProject.nwx": project, "content/b.nwd": input])
    }

    private static let manuskript = FuzzTarget("import-manuskript", words: xml + ["timestamp=\"1\"", "<revision "], texts: [
        "<outlineItem ID=\"0\"><outlineItem ID=\"1\"><revision timestamp=\"1\" text=\"a\"/></outlineItem></outlineItem>", "<opml><body><outline name=\"a\"><outline/></outline></body></opml>",
    ], executions: 500) { input throws(BrokenInvariant) in
        let text = Array("ID: 1\n\n\nx".utf8)
        try read(.manuskript, ["MANUSKRIPT": [0x31], "outline/0-a.md": text, "revisions.xml": input])
        try read(.manuskript, ["MANUSKRIPT": [0x31], "outline/0-a.md": text, "world.opml": input])
    }

    private static let manuskriptText = FuzzTarget("import-mmd", words: ["title: ", "label: 1", "    ", "_.._", "POV: 0"], texts: [
        "title: a/b\nID: 1\nlabel: 1\nnotes: c\n       d\n\n\ntext",
    ]) { input throws(BrokenInvariant) in
        try read(.manuskript, [
            "MANUSKRIPT": [0x31], "labels.txt": Array("x: #ffffff\n".utf8), "outline/0-a.md": input, "outline/1-b/folder.txt": input, "characters/0-c.txt": input, "infos.txt": input,
        ])
    }

    private static let yaml = ["&a", "*a", "!!", "- ", "- - ", "[", "{", "|\n", ">-\n", "\"\\u00e9", "'", ": ", "---\n", "#"]

    private static let longform = FuzzTarget("import-longform", words: yaml, texts: [
        "---\nlongform:\n  format: scenes\n  sceneFolder: /\n  scenes:\n    - a\n    - - b\n      - ../c\ntags: [x, y]\n---\n",
    ]) { input throws(BrokenInvariant) in
        try read(.longform, ["Index.md": input, "a.md": [0x61], "b.md": [0x62]])
    }

    private static let papis = FuzzTarget("import-papis", words: yaml, texts: [
        "title: \"a \\\n  b\"\nfiles: [a.pdf, ../b]\ntags:\n- c\n- 'd''e'\nabstract: >-\n  f\n\n  g\n",
    ]) { input throws(BrokenInvariant) in
        try read(.papis, ["a/info.yaml": input, "a/a.pdf": [0x61]])
    }

    private static let tagSpaces = FuzzTarget("import-tagspaces", words: ["{\"tags\":[", "{\"title\":\"", "\"description\":\""], texts: [
        "{\"tags\":[{\"title\":\"a/b\"}],\"description\":\"c\"}",
    ], executions: 500) { input throws(BrokenInvariant) in
        try read(.tagSpaces, ["a.txt": [0x61], ".ts/a.txt.json": input])
    }

    private static let tagSpacesName = FuzzTarget("import-tagspaces-name", words: ["[", "]", ".", " "], texts: ["a[b c].txt"]) { input throws(BrokenInvariant) in
        let name = Name(bytes: Array(input.prefix(255)))
        guard name.isPossible else { return }
        try read(.tagSpaces, paths: [RelativePath([name]): [0x61], RelativePath(["a (2).txt"]): [0x62], RelativePath(["A.txt"]): [0x63]])
    }

    private static let zoteroRDF = FuzzTarget("import-zotero", words: xml + ["rdf:about=\"#1\"", "<dcterms:hasPart rdf:resource=\"#1\"/>", "<z:path rdf:resource=\"../", "<dc:subject>"], texts: [
        "<rdf:RDF><bib:Article rdf:about=\"#1\"><dc:title>a</dc:title><dc:subject>b</dc:subject><link:link rdf:resource=\"#2\"/><dcterms:isReferencedBy rdf:resource=\"#3\"/></bib:Article><z:Attachment rdf:about=\"#2\"><z:path rdf:resource=\"files/a.pdf\"/></z:Attachment><bib:Memo rdf:about=\"#3\"><rdf:value>&lt;p&gt;c</rdf:value></bib:Memo><z:Collection rdf:about=\"#4\"><dcterms:hasPart rdf:resource=\"#1\"/></z:Collection></rdf:RDF>",
    ], executions: 500) { input throws(BrokenInvariant) in
        try read(.zotero, ["a.rdf": input, "files/a.pdf": [0x61]])
    }

    private static let bibTeX = FuzzTarget("import-bibtex", words: ["@article{", "file = {", ":", ";", "\\", "keywords = ", " # ", "\""], texts: [
        "@article{a,\n title = {{B} \\& c},\n keywords = {d, e},\n file = {F:files/a.pdf:application/pdf;G:../b:x},\n}\n",
    ]) { input throws(BrokenInvariant) in
        try read(.zotero, ["a.bib": input, "files/a.pdf": [0x61]])
    }

    private static let zoteroCSV = FuzzTarget("import-zotero-csv", words: ["\",\"", "\"\"", "\n", "; ", "\\", "../", ","], texts: [
        "\"Key\",\"Item Type\",\"Title\",\"Notes\",\"File Attachments\",\"Manual Tags\",\"Automatic Tags\"\n\"A\",\"book\",\"b\",\"<p>c\",\"/x/files/a.pdf; C:\\y\\a.pdf\",\"d; e/f\",\"\"",
    ]) { input throws(BrokenInvariant) in
        try read(.zotero, ["a.csv": input, "files/a.pdf": [0x61]])
    }

    private static let scrivenerEarlier = FuzzTarget("import-scrivener-earlier", words: xml + ["<BinderItem ID=\"", "<Children>", "<Title>"], texts: [
        "<ScrivenerProject Version=\"1.0\"><Binder><BinderItem ID=\"0\" Type=\"DraftFolder\"><Title>a/b</Title><Children><BinderItem ID=\"3\" Type=\"Text\"><Title>..</Title></BinderItem><BinderItem ID=\"4\" Type=\"PDF\"><MetaData><FileExtension>pdf</FileExtension></MetaData></BinderItem></Children></BinderItem></Binder></ScrivenerProject>",
    ], executions: 500) { input throws(BrokenInvariant) in
        try read(.scrivener, [
            "P.scrivx": input, "Files/Docs/3.rtf": Array("{\\rtf1 x}".utf8), "Files/Docs/3_synopsis.txt": [0x61, 0xe9], "Files/Docs/3_/x": [0x61], "Files/Docs/4.pdf": [0x61],
        ])
    }

    // MARK: - What must hold

    private static func read(_ format: ForeignFormat, _ files: [String: [UInt8]]) throws(BrokenInvariant) {
        var paths: [RelativePath: [UInt8]] = [:]
        for (path, bytes) in files { paths[RelativePath(bytes: path.utf8) ?? .root] = bytes }
        try read(format, paths: paths)
    }

    private static func read(_ format: ForeignFormat, paths: [RelativePath: [UInt8]]) throws(BrokenInvariant) {
        let source = ForeignSource(format)
        guard let project = try? source.read(FuzzTree(paths), limits: ImportLimits()) else { return }
        let input = paths.values.reduce(0) { $0 + $1.count }
        var made = 0
        try hold(project.nodes, paths, &made)
        // A character may get a backslash, a tag of HTML a blank line, and front matter has words of its own.
        try require(made <= 64 * input + (1 << 16), "more text came out than went in")
        let again = try? source.read(FuzzTree(paths), limits: ImportLimits())
        try require(again?.nodes.count == project.nodes.count && again?.notes == project.notes, "the same source came to something else")
    }

    private static func hold(_ nodes: [ImportedNode], _ files: [RelativePath: [UInt8]], _ made: inout Int) throws(BrokenInvariant) {
        try require(Set(nodes.map { FoldKey($0.name) }).count == nodes.count, "two siblings have one name")
        for node in nodes {
            try require(node.name.isPossible && !node.name.isHidden, "a name that cannot stand: \(node.name)")
            for tag in node.tags {
                try require(LabelName.isPossible(tag.name) && tag.group.map(LabelName.isPossible) ?? true && !tag.name.contains("/"), "a tag that cannot be: \(tag.name)")
            }
            switch node.content {
            case .folder(let children, _): try hold(children, files, &made)
            case .bytes(let bytes):
                made += bytes.count
                try require(String(validating: bytes, as: UTF8.self) != nil, "a text that is not UTF-8")
            case .file(let path, let size, _): try require(files[path].map { Int64($0.count) } == size, "a file that is none of the source: \(path)")
            }
            for version in node.versions { if case .bytes(let bytes) = version.content { made += bytes.count } }
        }
    }
}

/// A source in memory.
private final class FuzzTree: SourceTree {
    let name: Name = "source"
    let file: Name? = nil
    private let files: [RelativePath: [UInt8]]

    init(_ files: [RelativePath: [UInt8]]) { self.files = files }

    func entries(of folder: RelativePath) throws(ImportFault) -> [SourceEntry] {
        var found: [Name: SourceEntry] = [:]
        for (path, bytes) in files where path.names.count > folder.names.count && path.isInside(folder) {
            let name = path.names[folder.names.count]
            let isFile = path.names.count == folder.names.count + 1
            found[name] = SourceEntry(name: name, kind: isFile ? .file : .directory, size: isFile ? Int64(bytes.count) : 0)
        }
        return found.values.sorted { $0.name < $1.name }
    }

    func entry(at path: RelativePath) throws(ImportFault) -> SourceEntry? {
        guard let name = path.last else { return SourceEntry(name: self.name, kind: .directory) }
        return try entries(of: path.parent).first { $0.name == name }
    }

    func read(_ path: RelativePath, _ take: ([UInt8]) throws(ImportFault) -> Void) throws(ImportFault) {
        guard let bytes = files[path] else { throw ImportFault(.importLacks(path: "\(path)"), at: path) }
        try take(bytes)
    }
}
