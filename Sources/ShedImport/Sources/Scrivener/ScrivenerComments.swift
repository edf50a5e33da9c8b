import ShedModel

/// Comments and footnotes that stand beside a text of Scrivener's, in `content.comments`, and are tied to words of it by links
/// (`scrivcmt://ID`).
struct ScrivenerComments {
    private struct Comment {
        var isFootnote: Bool
        var text: RTFDocument
    }

    private var comments: [String: Comment] = [:]

    static func read(_ bytes: [UInt8], _ path: RelativePath) throws(ForeignError) -> ScrivenerComments {
        var read = ScrivenerComments()
        for element in try XMLElement.parse(bytes, root: "Comments", path).all("Comment") {
            guard let id = element["ID"], read.comments[id] == nil else { continue }
            let rtf = Array(ForeignText.trimmed(element.text).utf8)
            let text = rtf.isEmpty ? RTFDocument() : try RTFReader.read(rtf, path)
            read.comments[id] = Comment(isFootnote: element["Footnote"] == "Yes", text: text)
        }
        return read
    }

    /// Puts each behind the words that it is about; those of which no words are known come last.
    func resolve(_ document: inout RTFDocument) {
        var used: Set<String> = []
        var out: [RTFPiece] = []
        for (position, piece) in document.text.enumerated() {
            out.append(piece)
            let next = position + 1 < document.text.count ? document.text[position + 1].link : 0
            guard piece.link != next, let id = ScrivenerComments.id(piece.link, document), used.insert(id).inserted else { continue }
            if let mark = add(id, to: &document) { out.append(mark) }
        }
        for id in comments.keys.sorted() where !used.contains(id) {
            if let mark = add(id, to: &document) { out += [RTFPiece(.paragraph), mark] }
        }
        document.text = out
    }

    private func add(_ id: String, to document: inout RTFDocument) -> RTFPiece? {
        guard let comment = comments[id] else { return nil }
        // Links within it are numbered behind those of the text.
        let known = UInt32(truncatingIfNeeded: document.links.count)
        document.links += comment.text.links
        let pieces = comment.text.text.map { piece in
            var piece = piece
            if piece.link != 0 { piece.link += known }
            return piece
        }
        if comment.isFootnote {
            document.footnotes.append(pieces)
            return RTFPiece(.footnote(document.footnotes.count - 1))
        }
        document.losses.add(.comments)
        document.comments.append(pieces)
        return RTFPiece(.comment(document.comments.count - 1))
    }

    private static func id(_ link: UInt32, _ document: RTFDocument) -> String? {
        guard link > 0, Int(link) <= document.links.count else { return nil }
        let address = document.links[Int(link) - 1]
        return address.hasPrefix("scrivcmt://") ? String(address.dropFirst("scrivcmt://".count)) : nil
    }
}
