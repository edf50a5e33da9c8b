import ShedModel

/// Reads BibTeX as Zotero writes it: entries with their title, keywords, files and notes.
struct BibTeX {
    private let bytes: [UInt8]
    private let path: RelativePath
    private var position = 0
    private var line = 1
    /// What names stand for, as `@string` says, in lower case.
    private var texts: [String: String] = [:]
    /// How much may still be put in place of names, in bytes: each can say others twice.
    private var room = BibTeX.mostReplaced
    private static let mostReplaced = 64 << 20

    /// Braces within each other, which are only counted.
    private static let deepest = 1_000
    private static let mostEntries = 200_000

    private init(_ bytes: [UInt8], _ path: RelativePath) { (self.bytes, self.path) = (bytes, path) }

    static func read(_ bytes: [UInt8], _ path: RelativePath) throws(ForeignError) -> ZoteroItems {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw ForeignError(.notUTF8, path) }
        var reader = BibTeX(bytes, path)
        var found = ZoteroItems()
        while let item = try reader.entry() {
            guard found.items.count < mostEntries else { throw ForeignError(.tooMany(most: mostEntries), path) }
            found.items.append(item)
        }
        return found
    }

    private var fault: ForeignError { ForeignError(.malformed(line: line), path) }
    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func advance() {
        if current == 0x0a { line += 1 }
        position += 1
    }

    private mutating func skipBlanks() { while let byte = current, byte == 0x20 || (0x09...0x0d).contains(byte) { advance() } }

    private mutating func takes(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard current == byte else { return false }
        advance()
        return true
    }

    /// The next entry; what stands between entries is a comment.
    private mutating func entry() throws(ForeignError) -> ZoteroItems.Item? {
        while true {
            while let byte = current, byte != UInt8(ascii: "@") { advance() }
            guard current != nil else { return nil }
            advance()
            let type = word().lowercased()
            guard takes(UInt8(ascii: "{")) else { continue }
            if type == "string" {
                try definition()
                continue
            }
            if type == "comment" || type == "preamble" {
                _ = try braced()
                continue
            }
            skipBlanks()
            let start = position
            while let byte = current, byte != UInt8(ascii: ","), byte != UInt8(ascii: "}") { advance() }
            let key = ForeignText.trimmed(String(decoding: bytes[start..<position], as: UTF8.self))
            return try fields(key)
        }
    }

    /// `NAME = VALUE}`; what has another form stands for nothing.
    private mutating func definition() throws(ForeignError) {
        let start = (position, line)
        do throws(ForeignError) {
            skipBlanks()
            let name = word().lowercased()
            guard !name.isEmpty, takes(UInt8(ascii: "=")) else { throw fault }
            let text = try value()
            guard takes(UInt8(ascii: "}")) else { throw fault }
            texts[name] = text
        } catch {
            guard case .malformed = error.cause else { throw error }
            (position, line) = start
            _ = try braced()
        }
    }

    private mutating func fields(_ key: String) throws(ForeignError) -> ZoteroItems.Item {
        var item = ZoteroItems.Item(id: key, title: key)
        while true {
            if takes(UInt8(ascii: "}")) { return item }
            guard takes(UInt8(ascii: ",")) else { throw fault }
            if takes(UInt8(ascii: "}")) { return item }
            skipBlanks()
            let name = word().lowercased()
            guard !name.isEmpty, takes(UInt8(ascii: "=")) else { throw fault }
            let value = try value()
            switch name {
            case "title": item.title = LaTeXText.plain(value)
            case "keywords", "keyword": item.tags = value.split(separator: ",").compactMap { ForeignTag(LaTeXText.plain(String($0))) }
            case "file": item.files = BibTeX.files(value).map { ZoteroItems.File($0) }
            case "annote":
                // A note, as Zotero's BibTeX.js writes each.
                let note = RTFMarkdown.make(plain: ForeignText.lines(value).map { LaTeXText.plain(String($0)) }.joined(separator: "\n"))
                if !note.isEmpty { item.notes.append(ZoteroItems.Note(note)) }
            default: break
            }
        }
    }

    private mutating func word() -> String {
        let start = position
        while let byte = current, byte.isDigit || (byte | 0x20) &- UInt8(ascii: "a") < 26 || "-_:.".utf8.contains(byte) { advance() }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// One in braces or quotation marks, a word, or what a name stands for; several with `#` between are one.
    private mutating func value() throws(ForeignError) -> String {
        var whole = ""
        repeat {
            skipBlanks()
            switch current {
            case UInt8(ascii: "{"):
                advance()
                whole += try braced()
            case UInt8(ascii: "\""):
                advance()
                whole += try quoted()
            default:
                let word = word()
                guard !word.isEmpty else { throw fault }
                if let text = texts[word.lowercased()] {
                    room -= text.utf8.count
                    guard room >= 0 else { throw ForeignError(.tooLarge(most: BibTeX.mostReplaced), path) }
                    whole += text
                } else {
                    whole += word
                }
            }
        } while takes(UInt8(ascii: "#"))
        return whole
    }

    private mutating func braced() throws(ForeignError) -> String { try text(until: UInt8(ascii: "}")) }
    private mutating func quoted() throws(ForeignError) -> String { try text(until: UInt8(ascii: "\"")) }

    private mutating func text(until end: UInt8) throws(ForeignError) -> String {
        let start = position
        var depth = 0
        while let byte = current {
            if byte == end, depth == 0 {
                let text = String(decoding: bytes[start..<position], as: UTF8.self)
                advance()
                return text
            }
            switch byte {
            case UInt8(ascii: "\\"):
                advance()
                if current == nil { throw fault }
            case UInt8(ascii: "{"):
                depth += 1
                guard depth <= BibTeX.deepest else { throw ForeignError(.tooDeep(most: BibTeX.deepest), path) }
            case UInt8(ascii: "}"):
                guard depth > 0 else { throw fault }
                depth -= 1
            default: break
            }
            advance()
        }
        throw fault
    }

    /// `TITLE:PATH:TYPE`, several with semicolons between; a backslash stands before these signs where they are none.
    private static func files(_ text: String) -> [String] {
        var files: [String] = []
        for part in split(text, at: ";") {
            let fields = split(part, at: ":")
            if fields.count >= 3 { files.append(unescaped(fields[fields.count - 2])) } else if fields.count == 1 { files.append(unescaped(part)) }
        }
        return files.filter { !$0.isEmpty }
    }

    private static func split(_ text: String, at sign: Unicode.Scalar) -> [String] {
        var parts = [String.UnicodeScalarView()]
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if scalar == sign, !isEscaped { parts.append(String.UnicodeScalarView()) } else { parts[parts.count - 1].append(scalar) }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return parts.map { String($0) }
    }

    private static func unescaped(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if scalar == "\\", !isEscaped {
                isEscaped = true
            } else {
                out.append(scalar)
                isEscaped = false
            }
        }
        return String(out)
    }
}
