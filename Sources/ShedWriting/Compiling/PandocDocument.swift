import ShedModel

/// What stands for something in what pandoc reads: a paragraph of one word, that begins with what no text does.
enum PandocMark: String, CaseIterable {
    case page = ""
    case separator
    case end
    /// Where one list ends and the next begins.
    case divider

    func word(_ mark: String) -> String { mark + rawValue }
}

/// What pandoc has read, as it prints it for programs: put right before it is given to what writes it, so that nothing of a text leads that
/// to a file or to the network.
package enum PandocDocument {
    /// The readers' extensions: what prose needs, and nothing raw, no metadata, no macros.
    package static let reader = "markdown_strict-raw_html+footnotes+fenced_code_blocks+backtick_code_blocks+pipe_tables+strikeout+startnum"
        + "+intraword_underscores+escaped_line_breaks+all_symbols_escapable+space_in_atx_header+lists_without_preceding_blankline"

    /// As what a document of another program is written: a table that is too much for pipes as a drawn one, since else its words are lost.
    package static let writer = reader + "+grid_tables"

    /// The document with a title page, page breaks and separators in the places of their marks. Images that are none of those given, and
    /// everything raw, become what they say.
    /// - Parameters:
    ///   - images: those that there are, by their paths as the text has them.
    ///   - mark: what the words of the marks begin with.
    /// - Returns: `nil` for what is no document of pandoc's.
    package static func mended(_ bytes: [UInt8], images: [String: PandocImage], mark: String, of manuscript: Manuscript, for format: CompileProfile.Format) -> [UInt8]? {
        guard let value = try? JSONParser.parse(bytes), case .object(var document) = value, let blocks = document["blocks"]?.array else { return nil }
        let mender = PandocMender(images: images, layout: PandocLayout(manuscript, format), mark: mark)
        document["blocks"] = .array(mender.mended(blocks))
        document["meta"] = .object(JSONObject())
        return JSONValue.object(document).compact
    }
}

/// Goes once through a document.
private struct PandocMender {
    var images: [String: PandocImage]
    var layout: PandocLayout
    var mark: String

    /// Nested deeper, it is not taken: `JSONParser` has its own bound below this.
    private static let deepest = 200

    func mended(_ blocks: [JSONValue]) -> [JSONValue] {
        var result = layout.titlePage
        var (isPoem, isFirst) = (false, false)
        for (position, block) in blocks.enumerated() {
            if position == 0 || begins(block) { isPoem = self.isPoem(blocks[position...]) }
            let isText = isParagraph(block)
            defer { isFirst = !isText && (mark(of: block) == .separator || block.object?["t"]?.string == "HorizontalRule") }
            if leavesNothing(block) { continue }
            if mark(of: block) == .page {
                // Nothing stands in its place where there are no pages, not even an empty block: EPUB would have a chapter of it.
                let next = position + 1 < blocks.count ? blocks[position + 1] : .null
                if let start = layout.pageStart(before: next) { result.append(start) }
            } else if isFirst, isText, !isPoem, block.object.map(keepsLines) == false {
                result.append(layout.first(mended(block, 0)))
            } else {
                result.append(mended(block, 0, isVerse: isPoem && isText))
            }
        }
        return result
    }

    private func mended(_ value: JSONValue, _ depth: Int, isVerse: Bool = false) -> JSONValue {
        guard depth < PandocMender.deepest else { return .null }
        switch value {
        case .array(let items): return .array(items.filter { mark(of: $0) != .page && !leavesNothing($0) }.map { mended($0, depth + 1) })
        case .object(let object):
            let element = element(object, depth)
            if depth < 4, isPicture(object) { return layout.figure(element) }
            return isVerse || depth < 4 && keepsLines(object) ? layout.verse(element) : element
        case .null, .bool, .integer, .number, .string: return value
        }
    }

    private func element(_ object: JSONObject, _ depth: Int) -> JSONValue {
        switch object["t"]?.string {
        case "Image":
            guard let parts = object["c"]?.array, parts.count == 3, let path = parts[2].array?.first?.string else { return space }
            if let image = images[path] { return ["t": "Image", "c": [layout.attributes(of: image), mended(parts[1], depth + 1), [.string(image.file), ""]]] }
            return ["t": "Span", "c": [["", [], []], mended(parts[1], depth + 1)]]
        case "Link":
            // As in HTML: no link runs anything.
            guard let parts = object["c"]?.array, parts.count == 3, let path = parts[2].array?.first?.string else { return space }
            if !LinkPath.isHarmless(Array(path.utf8)) { return ["t": "Span", "c": [["", [], []], mended(parts[1], depth + 1)]] }
        case "Table": return layout.table(JSONObject(object.members.map { JSONObject.Member($0.name, mended($0.value, depth + 1)) }))
        case "RawInline": return space
        // Where blocks stand, there is none left of them.
        case "RawBlock": return PandocMender.nothing
        case "HorizontalRule": if let separator = layout.separator { return separator }
        case "Para", "Plain":
            switch mark(of: .object(object)) {
            case .separator: return layout.separator ?? PandocMender.nothing
            case .end: return layout.end
            case .page, .divider, nil: break
            }
        default: break
        }
        return .object(JSONObject(object.members.map { JSONObject.Member($0.name, mended($0.value, depth + 1)) }))
    }

    /// Whether nothing comes in place of a block: no empty one either, of which EPUB would have a chapter.
    private func leavesNothing(_ block: JSONValue) -> Bool {
        if block.object?["t"]?.string == "RawBlock" { return true }
        let mark = mark(of: block)
        return mark == .divider || layout.separator == nil && mark == .separator
    }

    /// A block of nothing, as all of pandoc's versions know it.
    private static let nothing: JSONValue = ["t": "Div", "c": [["", [], []], []]]

    private var space: JSONValue { ["t": "Space"] }

    private func mark(of value: JSONValue) -> PandocMark? {
        guard let object = value.object, ["Para", "Plain"].contains(object["t"]?.string), let items = object["c"]?.array, items.count == 1,
            let word = items[0].object?["c"]?.string, word.hasPrefix(mark)
        else { return nil }
        return PandocMark.allCases.first { $0.word(mark) == word }
    }

    // MARK: Verse

    /// Whether a block begins another text.
    private func begins(_ block: JSONValue) -> Bool {
        if block.object?["t"]?.string == "Header" { return true }
        let mark = mark(of: block)
        return mark != nil && mark != .divider
    }

    /// Whether there is nothing in a paragraph but a picture that there is.
    private func isPicture(_ object: JSONObject) -> Bool {
        guard object["t"]?.string == "Para", let items = object["c"]?.array, items.count == 1, let image = items[0].object, image["t"]?.string == "Image" else { return false }
        return image["c"]?.array?.last?.array?.first?.string.map { images[$0] != nil } ?? false
    }

    private func isParagraph(_ block: JSONValue) -> Bool { block.object?["t"]?.string == "Para" && mark(of: block) == nil }

    private func keepsLines(_ object: JSONObject) -> Bool {
        guard object["t"]?.string == "Para", let items = object["c"]?.array else { return false }
        return items.contains { $0.object?["t"]?.string == "LineBreak" }
    }

    /// Whether the lines of most paragraphs of the text that begins here are kept: then a line that stands alone is one of verse too.
    private func isPoem(_ blocks: ArraySlice<JSONValue>) -> Bool {
        var (kept, all) = (0, 0)
        for (number, block) in blocks.enumerated() {
            if number > 0, begins(block) { break }
            guard isParagraph(block), let object = block.object else { continue }
            all += 1
            if keepsLines(object) { kept += 1 }
        }
        return kept > 0 && kept * 2 >= all
    }
}
