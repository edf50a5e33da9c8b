import Glibc
import ShedMessages
import ShedModel

/// How text for people looks on this terminal.
package struct Style {
    /// Whether to color.
    package let isColored: Bool
    /// Whether to show symbols.
    package let hasSymbols: Bool
    /// That of who reads it; `nil`: nobody said, which is English.
    package let language: Language?
    /// Where the project is, seen from where the program was started.
    let whereabouts = Whereabouts()

    /// - Parameter isTerminal: whether the text goes to a terminal.
    package init(_ options: GlobalOptions, environment: [String: String], isTerminal: Bool) {
        self.init(options, environment: environment, isTerminal: isTerminal, isPlain: false, Language.wanted(in: environment))
    }

    /// The same with what a person has set for all projects.
    init(_ options: GlobalOptions, environment: [String: String], isTerminal: Bool, _ settings: UserSettings) {
        // What is set for this one command goes first.
        let wish = environment["SHED_PLAIN", default: ""]
        self.init(
            options, environment: environment, isTerminal: isTerminal, isPlain: wish.isEmpty ? settings.isPlain : wish != "0",
            settings.language ?? Language.wanted(in: environment))
    }

    private init(_ options: GlobalOptions, environment: [String: String], isTerminal: Bool, isPlain: Bool, _ language: Language?) {
        self.language = language
        let isDumb = environment["TERM"] == "dumb"
        hasSymbols = !options.plain && !isPlain && !isDumb
        isColored =
            switch options.color {
            case .always: true
            case .never: false
            // no-color.org: set and not empty.
            case .auto: environment["NO_COLOR", default: ""].isEmpty && !isDumb && isTerminal
            }
    }

    /// What is said in the language of who reads it.
    package var catalogue: Catalogue { Catalogue.of(language) }

    /// A message in words.
    package func text(_ message: Message) -> String { catalogue.text(message) }

    package func heading(_ text: String) -> String { wrap(text, "1") }
    package func bad(_ text: String) -> String { wrap(text, "31") }
    package func warning(_ text: String) -> String { wrap(text, "33") }
    package func good(_ text: String) -> String { wrap(text, "32") }
    package func faint(_ text: String) -> String { wrap(text, "2") }

    /// Text in a colour of its own; as it is for `nil`.
    package func tinted(_ text: String, _ colour: Colour?) -> String {
        guard let value = colour?.rawValue else { return text }
        return wrap(text, "38;2;\(value >> 16 & 0xff);\(value >> 8 & 0xff);\(value & 0xff)")
    }

    /// What was looked for: bold, or in angle quotes where there is no color.
    package func found(_ text: String) -> String { isColored ? heading(text) : "«\(text)»" }

    /// A line of a text, with what was looked for marked in it.
    /// - Parameter marks: which bytes of its UTF-8 that is, in their order.
    package func marked(_ text: String, _ marks: [Range<Int>]) -> String {
        let bytes = Array(text.utf8)
        var result = ""
        var position = 0
        func part(_ range: Range<Int>) -> String { TextBlock.lines(String(decoding: bytes[range], as: UTF8.self)).joined() }
        for mark in marks where mark.lowerBound >= position && mark.upperBound <= bytes.count {
            result += part(position..<mark.lowerBound) + found(part(mark))
            position = mark.upperBound
        }
        return result + part(position..<bytes.count)
    }

    private func wrap(_ text: String, _ code: String) -> String { isColored ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text }

    /// A symbol with a space behind it, or nothing.
    package func symbol(_ name: String?, isFolder: Bool) -> String {
        guard hasSymbols else { return "" }
        if let name, let glyph = Style.glyphs[name] { return glyph + " " }
        return isFolder ? "📁 " : ""
    }

    /// What stands for a symbol of Apple's SF Symbols, which the templates name, in a terminal. Each is two columns wide everywhere,
    /// so that names stand below each other.
    private static let glyphs = [
        "globe": "🌐", "doc.badge.ellipsis": "📝", "checkmark.circle": "✅", "archivebox": "📦", "book.circle": "📖",
        "books.vertical": "📚", "paperplane": "📨", "magnifyingglass": "🔍", "magazine": "📰", "medal": "🏅",
        "person.2": "👥", "tray": "📥", "trash": "🚮", "book.closed.fill": "📕", "document.on.document": "📑",
        "doc.on.doc": "📑", "document.badge.plus": "📄", "person.circle": "👤", "mountain.2": "🗻",
    ]

    /// `1 file`, `2 files`: for what is said in English alone.
    package static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// A time in the local zone.
    /// - Parameter milliseconds: since 1970.
    package static func time(_ milliseconds: Int64) -> String {
        var seconds = time_t(milliseconds / 1_000)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return "?" }
        var buffer = [CChar](repeating: 0, count: 64)
        let count = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M", &parts)
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
