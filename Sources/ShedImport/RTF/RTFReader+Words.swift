import ShedModel

/// What the words of RTF mean.
extension RTFReader {
    /// Destinations that hold nothing of the text.
    private static let skipped: Set<String> = [
        "colortbl", "stylesheet", "info", "generator", "listtable", "listoverridetable", "header", "headerl", "headerr", "headerf", "footer", "footerl",
        "footerr", "footerf", "pgdsctbl", "revtbl", "rsidtbl", "themedata", "colorschememapping", "latentstyles", "datastore", "xmlnstbl", "filetbl",
        "ftnsep", "ftnsepc", "ftncn", "aftnsep", "aftnsepc", "aftncn", "pntxta", "pntxtb", "pnseclvl", "atnid", "atnauthor", "atnref", "atrfstart",
        "atrfend", "atndate", "atnicn", "bkmkstart", "bkmkend", "do", "xe", "tc", "txe", "rxe", "nonshppict", "objdata", "mmathPr", "expandedcolortbl",
        "keywords", "template", "private", "userprops", "wgrffmtfilter", "fldtype", "formfield",
    ]

    /// Words that begin a destination.
    /// - Returns: whether this one does.
    mutating func enters(_ word: String) throws(ForeignError) -> Bool {
        guard state.target != .skipped else { return RTFReader.skipped.contains(word) || word == "pict" || word == "object" }
        switch word {
        case "fonttbl": state.target = .fonts
        case "pict", "object":
            document.losses.add(.images)
            // What is shown of an object stands in a group of its own within it.
            state.target = .skipped
        case "shppict": break
        case "footnote": state.target = .footnote(try add(\.footnotes) { .footnote($0) })
        case "annotation":
            document.losses.add(.comments)
            state.target = .comment(try add(\.comments) { .comment($0) })
        case "field":
            guard fields.count < RTFReader.most else { throw ForeignError(.tooMany(most: RTFReader.most), path) }
            fields.append("")
            state.field = fields.count - 1
        case "fldinst": state.target = state.field == nil ? .skipped : .instruction
        case "fldrslt":
            guard let field = state.field, let link = RTFReader.link(fields[field]) else { break }
            document.links.append(link)
            state.link = UInt32(truncatingIfNeeded: document.links.count)
        case "listtext", "pntext":
            state.target = .label
            label = []
        case _ where RTFReader.skipped.contains(word): state.target = .skipped
        default: return false
        }
        return true
    }

    /// A new note or comment, with its mark in the text.
    private mutating func add(
        _ notes: WritableKeyPath<RTFDocument, [[RTFPiece]]>, _ mark: (Int) -> RTFPiece.Mark
    ) throws(ForeignError) -> Int {
        let place = document[keyPath: notes].count
        guard place < RTFReader.most else { throw ForeignError(.tooMany(most: RTFReader.most), path) }
        document[keyPath: notes].append([])
        if state.target == .text { document.text.append(RTFPiece(mark(place))) }
        // How its mark looks is not how it looks.
        state.style = []
        return place
    }

    /// The address in the instruction of a field, `HYPERLINK "…"`; `nil` where it is another field.
    static func link(_ instruction: String) -> String? {
        let text = ForeignText.trimmed(instruction[...])
        guard text.uppercased().hasPrefix("HYPERLINK") else { return nil }
        let rest = ForeignText.trimmed(text.dropFirst("HYPERLINK".count))
        if let start = rest.firstIndex(of: "\"") {
            let inner = rest[rest.index(after: start)...]
            return inner.firstIndex(of: "\"").map { String(inner[..<$0]) }
        }
        return rest.split(separator: " ").first.map(String.init)
    }

    /// Words of how characters look.
    /// - Returns: whether it is one.
    mutating func looks(_ word: String, _ number: Int?) throws(ForeignError) -> Bool {
        let isOn = number != 0
        func set(_ style: RTFPiece.Style) { if isOn { state.style.insert(style) } else { state.style.remove(style) } }
        switch word {
        case "b": set(.bold)
        case "i": set(.italic)
        case "strike", "striked": set(.struck)
        case "plain":
            state.style = []
            state.isHidden = false
        case "v": state.isHidden = isOn
        case "ul", "uld", "uldb", "ulw", "ulwave":
            if isOn, document.losses[.styles] == 0 { document.losses.add(.styles) }
        case "highlight", "cb":
            if isOn, number != nil, document.losses[.styles] == 0 { document.losses.add(.styles) }
        case "qc", "qr", "super", "sub", "scaps":
            if isOn, state.target == .text, document.losses[.styles] == 0 { document.losses.add(.styles) }
        default: return false
        }
        return true
    }

    /// Words that stand for a character or a mark.
    mutating func writes(_ word: String) throws(ForeignError) {
        switch word {
        case "par", "sect", "page", "column": try put(.paragraph)
        case "row":
            if state.target == .text { document.losses.add(.tables) }
            try put(.paragraph)
        case "cell", "nestcell":
            for scalar in " | ".unicodeScalars { try put(scalar) }
        case "line", "lbr", "softline": try put(.line)
        case "tab": try put("\t")
        case "emdash": try put("\u{2014}")
        case "endash": try put("\u{2013}")
        case "emspace": try put("\u{2003}")
        case "enspace": try put("\u{2002}")
        case "qmspace": try put("\u{2005}")
        case "bullet": try put("\u{2022}")
        case "lquote": try put("\u{2018}")
        case "rquote": try put("\u{2019}")
        case "ldblquote": try put("\u{201c}")
        case "rdblquote": try put("\u{201d}")
        case "zwj": try put("\u{200d}")
        case "zwnj": try put("\u{200c}")
        default: break
        }
    }
}
