import ShedModel
import ShedTOML

extension CompileProfile {
    /// The largest file of a profile, in bytes.
    package static let largest = 64 << 10

    /// Reads a profile's TOML. An unknown key is an error: a slip would else do nothing, and nobody would know.
    /// - Parameter language: that of the text where the profile names none.
    package init(_ text: [UInt8], named name: String, language: String = "en") throws(ProfileFault) {
        self.init(name: name)
        work.language = language
        breaks.end = CompileProfile.manuscript.breaks.end
        let table: TOMLTable
        do throws(TOMLError) {
            table = try TOMLTable(parsing: text, limits: TOMLLimits(length: CompileProfile.largest, depth: 8, count: 500))
        } catch {
            throw ProfileFault(line: error.position?.line, reason: error.message)
        }
        for entry in table.entries {
            do throws(ProfileFault) { try take(entry) } catch {
                throw ProfileFault(line: error.line ?? entry.position.line, key: error.key ?? EscapedText.escape(Array(entry.key.utf8)), reason: error.reason)
            }
        }
    }

    /// The keys that there are, for messages.
    package static let keys = [
        "author", "chapter-heading", "contact", "end", "folders", "font", "language", "layout", "leave-out", "page-breaks", "paper", "reference", "separator",
        "shift-headings", "strip", "strip-numbers", "title", "title-page", "to", "width", "words",
    ]

    private mutating func take(_ entry: TOMLTable.Entry) throws(ProfileFault) {
        let value = entry.value
        switch entry.key {
        case "title": work.title = try CompileProfile.text(value)
        case "author": work.author = try CompileProfile.text(value)
        case "language": work.language = try CompileProfile.languageTag(value)
        case "title-page": titlePage.isWanted = try CompileProfile.truth(value)
        case "contact": titlePage.contact = try CompileProfile.texts(value, atMost: 10)
        case "words": titlePage.saysWords = try CompileProfile.truth(value)
        case "folders": selection.folders = try CompileProfile.texts(value, atMost: 20).map(CompileProfile.folder)
        case "leave-out": selection.leftOut = try CompileProfile.texts(value, atMost: 100)
        case "strip": selection.strips = Set(try CompileProfile.words(value))
        case "chapter-heading": headings.pattern = try CompileProfile.text(value)
        case "strip-numbers": headings.stripsNumbers = try CompileProfile.truth(value)
        case "shift-headings": headings.shift = try CompileProfile.number(value, 0...5)
        case "separator": breaks.separator = try CompileProfile.text(value)
        case "page-breaks": breaks.startsChaptersOnPages = try CompileProfile.truth(value)
        case "end": breaks.end = try CompileProfile.text(value)
        case "layout": pages.layout = try CompileProfile.word(value)
        case "font": pages.font = try CompileProfile.typeface(value)
        case "paper": pages.paper = try CompileProfile.word(value) as Paper
        case "width": pages.width = try CompileProfile.number(value, 0...1_000)
        case "reference": pages.references = try CompileProfile.references(value)
        case "to":
            let formats: [Format] = try CompileProfile.words(value)
            guard !formats.isEmpty else { throw ProfileFault(reason: "names no format") }
            self.formats = formats
        default: throw ProfileFault(reason: "is no key of a profile; there are \(CompileProfile.keys.joined(separator: ", "))")
        }
    }

    // MARK: Values

    private static func text(_ value: TOMLValue) throws(ProfileFault) -> String {
        guard let text = value.string else { throw ProfileFault(reason: "must be a text") }
        guard text.utf8.count <= 500, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
            throw ProfileFault(reason: "must be one line of 500 bytes at most")
        }
        return text
    }

    private static func texts(_ value: TOMLValue, atMost most: Int) throws(ProfileFault) -> [String] {
        guard let array = value.array, array.count <= most else { throw ProfileFault(reason: "must be a list of \(most) texts at most") }
        var texts: [String] = []
        for value in array { texts.append(try text(value)) }
        return texts
    }

    private static func truth(_ value: TOMLValue) throws(ProfileFault) -> Bool {
        guard let truth = value.bool else { throw ProfileFault(reason: "must be true or false") }
        return truth
    }

    private static func number(_ value: TOMLValue, _ range: ClosedRange<Int>) throws(ProfileFault) -> Int {
        guard let number = value.integer, range.contains(number) else {
            throw ProfileFault(reason: "must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func word<Word: CaseIterable & RawRepresentable<String>>(_ value: TOMLValue) throws(ProfileFault) -> Word {
        guard let word = value.string.flatMap(Word.init) else {
            throw ProfileFault(reason: "must be one of \(Word.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", "))")
        }
        return word
    }

    private static func words<Word: CaseIterable & RawRepresentable<String>>(_ value: TOMLValue) throws(ProfileFault) -> [Word] {
        guard let array = value.array, array.count <= 20 else { throw ProfileFault(reason: "must be a list of words") }
        var words: [Word] = []
        for value in array { words.append(try word(value)) }
        return words
    }

    /// The name of a typeface, which stands in documents as it is.
    private static func typeface(_ value: TOMLValue) throws(ProfileFault) -> String {
        let name = try text(value)
        guard (1...100).contains(name.utf8.count), name.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || $0.properties.numericType != nil || " -_.".unicodeScalars.contains($0) }) else {
            throw ProfileFault(reason: "must be the name of a typeface, such as “Courier Prime”")
        }
        return name
    }

    private static func languageTag(_ value: TOMLValue) throws(ProfileFault) -> String {
        let tag = try text(value)
        guard LanguageTag.isTag(tag) else { throw ProfileFault(reason: "must be the tag of a language, such as “en” or “pt-BR”") }
        return tag
    }

    /// A folder by its role or name: what would lead elsewhere is an error.
    private static func folder(_ text: String) throws(ProfileFault) -> String {
        guard CompileProfile.isInside(text) else { throw ProfileFault(reason: "must name folders of the project, not “\(EscapedText.escape(Array(text.utf8)))”") }
        return text
    }

    private static func references(_ value: TOMLValue) throws(ProfileFault) -> [Format: String] {
        guard let table = value.table else { throw ProfileFault(reason: "must be a table, such as { docx = \"Research/Style.docx\" }") }
        var result: [Format: String] = [:]
        for entry in table.entries {
            guard let format = Format(rawValue: entry.key), format == .docx || format == .odt else {
                throw ProfileFault(line: entry.position.line, reason: "is for docx and odt, not for “\(EscapedText.escape(Array(entry.key.utf8)))”")
            }
            let path = try text(entry.value)
            guard CompileProfile.isInside(path), Name(path).hasSuffix(".\(format.rawValue)") else {
                throw ProfileFault(line: entry.position.line, reason: "must name a .\(format.rawValue) file of the project")
            }
            result[format] = path
        }
        return result
    }

    /// Whether a path stays in the project and in what people see of it.
    private static func isInside(_ path: String) -> Bool {
        guard !path.isEmpty, !path.hasPrefix("/"), let path = RelativePath(bytes: Array(path.utf8)), !path.isRoot, !path.isTooDeep else { return false }
        return path.names.allSatisfy { $0.bytes != Array("..".utf8) && !$0.isHidden }
    }
}
