import ShedModel

/// What pandoc has read, as it prints it for programs: put right before it is given to what writes it, so that nothing of a text leads that
/// to a file or to the network.
package enum PandocDocument {
    /// The readers' extensions: what prose needs, and nothing raw, no metadata, no macros.
    package static let reader = "markdown_strict-raw_html+footnotes+fenced_code_blocks+backtick_code_blocks+pipe_tables+strikeout+startnum"
        + "+intraword_underscores+escaped_line_breaks+all_symbols_escapable+space_in_atx_header+lists_without_preceding_blankline"

    /// As what a document of another program is written: a table that is too much for pipes as a drawn one, since else its words are lost.
    package static let writer = reader + "+grid_tables"

    /// Nested deeper, it is not taken: `JSONParser` has its own bound below this.
    private static let deepest = 200

    /// The document with page breaks in the places of their marks. Images that are none of those given, and everything raw, become what
    /// they say.
    /// - Parameters:
    ///   - images: the files of the images that there are, by their paths as the text has them.
    ///   - pageMark: the one word of the paragraphs that stand for page breaks.
    /// - Returns: `nil` for what is no document of pandoc's.
    package static func mended(_ bytes: [UInt8], images: [String: String], pageMark: String, for format: CompileProfile.Format) -> [UInt8]? {
        guard let value = try? JSONParser.parse(bytes), case .object(var document) = value, let blocks = document["blocks"] else { return nil }
        let mender = Mender(images: images, pageMark: pageMark, format: format)
        document["blocks"] = mender.mended(blocks, 0)
        document["meta"] = .object(JSONObject())
        return JSONValue.object(document).compact
    }

    private struct Mender {
        var images: [String: String]
        var pageMark: String
        var format: CompileProfile.Format

        func mended(_ value: JSONValue, _ depth: Int) -> JSONValue {
            guard depth < deepest else { return .null }
            switch value {
            case .array(let items): return .array(items.compactMap { isPageMark($0) ? pageBreak : mended($0, depth + 1) })
            case .object(let object): return element(object, depth)
            case .null, .bool, .integer, .number, .string: return value
            }
        }

        private func element(_ object: JSONObject, _ depth: Int) -> JSONValue {
            switch object["t"]?.string {
            case "Image":
                guard let parts = object["c"]?.array, parts.count == 3, let path = parts[2].array?.first?.string else { return space }
                if let file = images[path] { return ["t": "Image", "c": [["", [], []], mended(parts[1], depth + 1), [.string(file), ""]]] }
                return ["t": "Span", "c": [["", [], []], mended(parts[1], depth + 1)]]
            case "RawInline": return space
            case "RawBlock": return ["t": "Null"]
            default: break
            }
            return .object(JSONObject(object.members.map { JSONObject.Member($0.name, mended($0.value, depth + 1)) }))
        }

        private var space: JSONValue { ["t": "Space"] }

        private func isPageMark(_ value: JSONValue) -> Bool {
            guard let object = value.object, ["Para", "Plain"].contains(object["t"]?.string), let items = object["c"]?.array, items.count == 1 else { return false }
            return items[0].object?["c"]?.string == pageMark
        }

        /// `nil` where there is none. Nothing stands in its place then, not even an empty block: EPUB would have a chapter of it.
        private var pageBreak: JSONValue? {
            switch format {
            case .docx: ["t": "RawBlock", "c": ["openxml", "<w:p><w:r><w:br w:type=\"page\"/></w:r></w:p>"]]
            case .markdown, .text, .html, .fountain, .odt, .epub, .pdf: nil
            }
        }
    }
}
