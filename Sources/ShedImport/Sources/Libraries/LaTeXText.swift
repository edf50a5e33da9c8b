import ShedModel

/// Text of BibTeX as it is meant: without braces, and with the characters that commands of LaTeX stand for. A command that is not known stays.
struct LaTeXText {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var out = String.UnicodeScalarView()
    /// Of arguments in each other.
    private let depth: Int

    /// More accents on one letter nobody writes.
    private static let deepest = 8

    private init(_ scalars: [Unicode.Scalar], depth: Int) { (self.scalars, self.depth) = (scalars, depth) }

    static func plain(_ text: String) -> String {
        var reader = LaTeXText(Array(text.unicodeScalars), depth: 0)
        reader.read()
        return ForeignText.trimmed(ForeignText.singleSpaced(String(reader.out)))
    }

    private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func read() {
        while let scalar = current {
            position += 1
            switch scalar {
            case "\\": command()
            case "{", "}": break
            // A blank at which no line ends.
            case "~": out.append(" ")
            default: out.append(scalar)
            }
        }
    }

    private mutating func skipBlanks() { while let scalar = current, scalar.properties.isWhitespace { position += 1 } }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && scalar.properties.isAlphabetic }

    /// Behind a backslash: a word of letters, or one other character.
    private mutating func command() {
        guard let first = current else { return }
        guard LaTeXText.isLetter(first) else {
            position += 1
            if let mark = LaTeXText.signs[first] { return accent(mark, otherwise: first) }
            out.append(first == "\\" || first.properties.isWhitespace ? " " : first)
            return
        }
        var name = ""
        while let letter = current, LaTeXText.isLetter(letter) {
            name.unicodeScalars.append(letter)
            position += 1
        }
        if let mark = LaTeXText.letters[name] {
            accent(mark, otherwise: nil)
        } else if let text = LaTeXText.symbols[name] {
            out.add(text.unicodeScalars)
            skipBlanks()
        } else if LaTeXText.styles.contains(name) {
            skipBlanks()
        } else {
            out.append("\\")
            out.add(name.unicodeScalars)
        }
    }

    /// Puts a mark on the letter that follows.
    /// - Parameter sign: what stands there where none does.
    private mutating func accent(_ mark: Unicode.Scalar, otherwise sign: Unicode.Scalar?) {
        let argument = argument()
        guard var base = argument.first, base.properties.isAlphabetic else {
            if let sign { out.append(sign) }
            out.add(argument)
            return
        }
        // Without its dot it is only there to get a mark.
        if base == "\u{131}" { base = "i" }
        if base == "\u{237}" { base = "j" }
        let pair = String(String.UnicodeScalarView([base, mark]))
        if let letter = LaTeXText.composed[pair] { out.append(letter) } else { out.add(pair.unicodeScalars) }
        out.add(argument.dropFirst())
    }

    /// What a command is for: a group in braces, another command, or one character.
    private mutating func argument() -> [Unicode.Scalar] {
        skipBlanks()
        guard let first = current, first != "}", depth < LaTeXText.deepest else { return [] }
        var inner: LaTeXText
        if first == "{" {
            let start = position + 1
            var open = 0
            repeat {
                switch scalars[position] {
                case "\\": position += 1
                case "{": open += 1
                case "}": open -= 1
                default: break
                }
                position += 1
            } while open > 0 && position < scalars.count
            position = min(position, scalars.count)
            inner = LaTeXText(Array(scalars[start..<max(start, open > 0 ? position : position - 1)]), depth: depth + 1)
            inner.read()
        } else if first == "\\" {
            inner = LaTeXText(scalars, depth: depth + 1)
            inner.position = position + 1
            inner.command()
            position = inner.position
        } else {
            position += 1
            return [first]
        }
        return Array(inner.out)
    }

    /// Marks that a sign stands for, and that a letter does.
    private static let signs: [Unicode.Scalar: Unicode.Scalar] = [
        "`": "\u{300}", "'": "\u{301}", "^": "\u{302}", "~": "\u{303}", "=": "\u{304}", ".": "\u{307}", "\"": "\u{308}",
    ]
    private static let letters: [String: Unicode.Scalar] = [
        "u": "\u{306}", "r": "\u{30a}", "H": "\u{30b}", "v": "\u{30c}", "d": "\u{323}", "c": "\u{327}", "k": "\u{328}", "b": "\u{331}",
    ]

    private static let symbols = [
        "ss": "ß", "SS": "ẞ", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł",
        "i": "\u{131}", "j": "\u{237}", "dh": "ð", "DH": "Ð", "dj": "đ", "DJ": "Đ", "th": "þ", "TH": "Þ", "ng": "ŋ", "NG": "Ŋ",
        "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textunderscore": "_", "textbar": "|", "textless": "<",
        "textgreater": ">", "textbraceleft": "{", "textbraceright": "}", "textdollar": "$", "textquotesingle": "'", "textquotedbl": "\"",
        "textquoteleft": "‘", "textquoteright": "’", "textquotedblleft": "“", "textquotedblright": "”", "guillemotleft": "«",
        "guillemotright": "»", "quotedblbase": "„", "quotesinglbase": "‚", "textendash": "–", "textemdash": "—", "textellipsis": "…", "ldots": "…",
        "dots": "…", "textexclamdown": "¡", "textquestiondown": "¿", "S": "§", "P": "¶", "copyright": "©", "textregistered": "®",
        "texttrademark": "™", "pounds": "£", "euro": "€", "texteuro": "€", "textdegree": "°", "textmu": "µ", "textperiodcentered": "·",
        "TeX": "TeX", "LaTeX": "LaTeX",
    ]

    /// Of these the words stay.
    private static let styles: Set = [
        "emph", "textbf", "textit", "textsl", "textsc", "textrm", "textsf", "texttt", "textup", "textmd", "textnormal", "textsuperscript",
        "textsubscript", "enquote", "mkbibquote", "mkbibemph", "mbox", "text", "url", "em", "bf", "it", "sl", "sc", "rm", "sf", "tt",
    ]

    /// Letters by what they are made up of: strings are alike, and have one hash, where Unicode says that they are canonically equivalent.
    private static let composed: [String: Unicode.Scalar] = {
        var letters: [String: Unicode.Scalar] = [:]
        for block in [0xc0...0x24f, 0x1e00...0x1eff] as [ClosedRange<UInt32>] {
            for scalar in block.lazy.compactMap(Unicode.Scalar.init) { letters[String(Character(scalar))] = scalar }
        }
        return letters
    }()
}
