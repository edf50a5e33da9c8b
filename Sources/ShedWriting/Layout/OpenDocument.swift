import ShedModel

/// An OpenDocument text (ODF) as a package: what a program lays pages out from, or takes styles from. It says no time and names no file
/// outside of itself.
struct OpenDocument {
    /// Of the format: `1.2` or `1.3`.
    let version: String
    /// The prefixes of the names in it.
    let prefixes: [String]
    /// What stands between the elements of its parts: nothing, or the end of a line.
    let separator: String

    /// What the spaces of names are called, where that is not their prefix.
    private static let spaces = ["draw": "drawing", "fo": "xsl-fo-compatible", "svg": "svg-compatible"]
    private static let otherSpaces = ["xlink": "http://www.w3.org/1999/xlink", "dc": "http://purl.org/dc/elements/1.1/"]

    /// One of its parts.
    /// - Parameters:
    ///   - element: `document-content`, `document-styles` or `document-meta`.
    ///   - inner: what stands in it.
    func part(_ element: String, _ inner: some Sequence<UInt8>) -> [UInt8] {
        let spaces = prefixes.map { prefix in
            let space = OpenDocument.otherSpaces[prefix] ?? "urn:oasis:names:tc:opendocument:xmlns:\(OpenDocument.spaces[prefix] ?? prefix):1.0"
            return " xmlns:\(prefix)=\"\(space)\""
        }
        var bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<office:\(element)\(spaces.joined()) office:version=\"\(version)\">\(separator)".utf8)
        bytes += inner
        bytes += "\(separator)</office:\(element)>\(separator)".utf8
        return bytes
    }

    /// The file; the same each time.
    /// - Parameters:
    ///   - content: as ``part(_:_:)`` gives it, as `styles`.
    ///   - meta: what stands in `office:meta`.
    func file(content: [UInt8], styles: [UInt8], meta: String) -> [UInt8] {
        let meta = part("document-meta", (meta.isEmpty ? "<office:meta/>" : "<office:meta>\(meta)</office:meta>").utf8)
        let parts = [ZipFile.Part("content.xml", content), ZipFile.Part("styles.xml", styles), ZipFile.Part("meta.xml", meta)]
        // The first part is what tells that it is one (ODF 1.3, part 2, 3.3).
        return ZipFile.stored([ZipFile.Part("mimetype", OpenDocument.type)] + parts + [ZipFile.Part("META-INF/manifest.xml", manifest(of: parts))])
    }

    private static let type = "application/vnd.oasis.opendocument.text"

    /// LibreOffice opens no file in whose list one of its parts is missing.
    private func manifest(of parts: [ZipFile.Part]) -> String {
        let entries = [("/", OpenDocument.type)] + parts.map { ($0.name, "text/xml") }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\" manifest:version=\"\(version)\">\(separator)"
            + entries.map { "<manifest:file-entry manifest:full-path=\"\($0)\" manifest:media-type=\"\($1)\"/>\(separator)" }.joined() + "</manifest:manifest>\(separator)"
    }
}

/// Lengths, as the format has them.
extension OpenDocument {
    /// - Parameter length: in twentieths of a point.
    static func points(_ length: Int) -> String { "\(length / 20)" + (length % 20 == 0 ? "" : ".\(length % 20 * 5 / 10)") + "pt" }

    /// The attributes of how large letters are.
    /// - Parameter halves: of a point.
    static func size(_ halves: Int) -> String {
        let points = "\(halves / 2)\(halves % 2 == 0 ? "" : ".5")pt"
        // Japanese, and Arabic, have sizes of their own.
        return "fo:font-size=\"\(points)\" style:font-size-asian=\"\(points)\" style:font-size-complex=\"\(points)\""
    }

    /// - Parameter length: in inches.
    static func inches(_ length: Double) -> String {
        // To a thousandth, without what a number's description depends on.
        let thousandths = Int(bounded: (length * 1_000).rounded())
        let (whole, rest) = (abs(thousandths) / 1_000, String(abs(thousandths) % 1_000))
        return (thousandths < 0 ? "-" : "") + "\(whole)." + String(repeating: "0", count: 3 - rest.count) + rest + "in"
    }
}
