import ShedModel

/// A document of unknown origin whose styles and pages others are to have: what programs take of it goes into what they make, so nothing
/// of it may run, load or lead to what lies elsewhere.
public enum OfficeReference {
    public struct Part: Hashable, Sendable {
        public var name: String
        public var bytes: [UInt8]
    }

    /// The parts that say how it looks; all others are left out, and with them its text in an odt.
    /// - Parameter bytes: the document.
    /// - Throws: what it holds that it may not, or why it cannot be read.
    public static func parts(of bytes: [UInt8], _ format: OfficeFormat) throws(OfficeError) -> [Part] {
        let archive = try ZipArchive(ArchiveSource(bytes))
        var allowance = OfficeLimits.whole
        var parts: [Part] = []
        for name in archive.names {
            guard let use = PartUse(name, format), let part = archive.part(name) else { continue }
            let stream = try archive.stream(part, allowance: allowance)
            allowance -= part.size
            var bytes: [UInt8] = []
            while case let piece = try stream.next(), !piece.isEmpty { bytes += piece }
            if use != .picture {
                do {
                    var reader = ReferenceReader(use, format, name)
                    try reader.read(try archive.stream(part, allowance: .max))
                } catch {
                    // Programs have settings of their own.
                    if use == .settings { continue }
                    throw error
                }
            }
            parts.append(Part(name: name, bytes: bytes))
        }
        guard parts.contains(where: { $0.name == (format == .docx ? "word/styles.xml" : "styles.xml") }) else { throw OfficeError("holds no styles") }
        return parts
    }
}

/// What a part is for; none for those that are left out.
private enum PartUse: Hashable {
    case picture, settings, relations, look
    /// What stands in it is not taken, only the pages.
    case text

    init?(_ name: String, _ format: OfficeFormat) {
        let folder = format == .docx ? "word/media/" : "Pictures/"
        if name.hasPrefix(folder), case let rest = name.dropFirst(folder.count), PartUse.isPlain(rest) {
            guard ["png", "jpg", "jpeg", "gif"].contains(rest.split(separator: ".").last.map { $0.lowercased() }) else { return nil }
            self = .picture
            return
        }
        if format == .odt {
            guard name == "styles.xml" else { return nil }
            self = .look
            return
        }
        switch name {
        case "word/document.xml": self = .text
        case "word/settings.xml": self = .settings
        case "[Content_Types].xml", "word/styles.xml", "word/numbering.xml", "word/fontTable.xml": self = .look
        case "_rels/.rels", "word/_rels/document.xml.rels": self = .relations
        default:
            for (start, end, use) in [("word/_rels/header", ".xml.rels", PartUse.relations), ("word/_rels/footer", ".xml.rels", .relations),
                ("word/header", ".xml", .look), ("word/footer", ".xml", .look), ("word/theme/theme", ".xml", .look)]
            where name.hasPrefix(start) && name.hasSuffix(end) && name.utf8.count >= start.utf8.count + end.utf8.count {
                guard PartUse.isPlain(name.dropFirst(start.count).dropLast(end.count)) else { return nil }
                self = use
                return
            }
            return nil
        }
    }

    private static func isPlain(_ name: Substring) -> Bool {
        name.utf8.count <= 100 && name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) || "._-".utf8.contains(byte)
        }
    }
}

/// Looks for what may not be in a part, by names without their prefixes, since a document says itself what these are.
private struct ReferenceReader: OfficeReader {
    private let use: PartUse
    private let format: OfficeFormat
    private let part: String
    /// The instruction of the field that is open.
    private var field: [UInt8]?
    /// How many `sectPr` are open.
    private var pages = 0

    let roots: Set<String> = [
        "w:document", "w:styles", "w:settings", "w:fonts", "w:numbering", "w:hdr", "w:ftr", "a:theme", "Relationships", "Types", "office:document-styles",
    ]
    /// Fields that show a number, a date or a word of the document itself.
    private static let fields: Set = ["PAGE", "NUMPAGES", "SECTIONPAGES", "DATE", "TIME", "TITLE", "AUTHOR", "STYLEREF"]
    private static let elements: Set = [
        "object", "object-ole", "oleobject", "control", "altchunk", "attachedtemplate", "mailmerge", "subdoc", "script", "savethroughxslt",
        "plugin", "applet", "floating-frame", "form", "execute-macro", "deleted-macro", "event-listener", "event-listeners", "delinstrtext",
    ]

    init(_ use: PartUse, _ format: OfficeFormat, _ part: String) { (self.use, self.format, self.part) = (use, format, part) }

    var takesText: Bool { field != nil }
    mutating func text(_ bytes: [UInt8]) { field? += bytes }

    mutating func open(_ tag: XMLTag) throws(OfficeError) -> ElementUse {
        let name = ReferenceReader.local(tag.name)
        if name == "sectpr" { pages += 1 }
        guard use != .text || pages > 0 else { return .read }
        if ReferenceReader.elements.contains(name) || name.hasPrefix("dde-") || name.hasPrefix("database-") { throw fault("active content (\(name))") }
        if name == "instrtext" { field = [] }
        if use == .relations, name == "relationship" { try check(tag) }
        for (attribute, value) in tag.attributes where attribute != "xmlns" && !attribute.hasPrefix("xmlns:") {
            switch ReferenceReader.local(attribute) {
            case "instr": try checkField(value)
            case "href" where !ReferenceReader.isInside(value) && !(ReferenceReader.isWeb(value) && (format == .docx || name == "a")):
                throw fault("a link to what lies outside of it")
            case "src" where !value.isEmpty, "althref" where !value.isEmpty, "base" where format == .odt: throw fault("a link to what lies outside of it")
            default: break
            }
        }
        return .read
    }

    mutating func close(_ name: String) throws(OfficeError) {
        let name = ReferenceReader.local(name)
        if name == "sectpr" { pages -= 1 }
        guard name == "instrtext", let bytes = field else { return }
        field = nil
        try checkField(String(decoding: bytes, as: UTF8.self))
    }

    /// A relation leads to another part; one of a link that a person has to follow may lead to the web.
    private func check(_ tag: XMLTag) throws(OfficeError) {
        func value(_ name: String) -> String { tag.attributes.first { ReferenceReader.local($0.name) == name }?.value ?? "" }
        if value("type").hasSuffix("/hyperlink"), ReferenceReader.isWeb(value("target")) { return }
        let target = value("target")
        // From the document's root; and a folder that stands beside `word`.
        let path = target.hasPrefix("/word/") ? String(target.dropFirst()) : target.replacing("../customXml", with: "customXml")
        let isInside = ReferenceReader.isInside(path)
        guard ["", "Internal"].contains(value("targetmode")), isInside else { throw fault("a link to what lies outside of it") }
    }

    private func checkField(_ text: String) throws(OfficeError) {
        let words = text.split { $0.isWhitespace }
        // What is a word of the field's switches stands in a run of its own at times.
        guard let first = words.first, !first.hasPrefix("\\") else { return }
        guard ReferenceReader.fields.contains(first.uppercased()) else { throw fault("a field that does more than to show a page, a date or a title") }
    }

    private func fault(_ what: String) -> OfficeError { OfficeError("holds \(what) in \(part)") }

    private static func local(_ name: String) -> String { (name.split(separator: ":").last.map(String.init) ?? name).lowercased() }

    private static func isWeb(_ path: String) -> Bool {
        let path = path.lowercased()
        return path.hasPrefix("https://") || path.hasPrefix("http://") || path.hasPrefix("mailto:")
    }

    /// Whether it names a part of the document.
    private static func isInside(_ path: String) -> Bool {
        !path.hasPrefix("/") && !path.contains("..") && !path.utf8.contains { ":\\%".utf8.contains($0) }
    }
}
