import CCatalogues
import Glibc
import ShedModel
import ShedTOML
import ShedThreads

/// What shed says in one language.
public struct Catalogue: Sendable {
    public let language: Language
    /// TOML texts whose tables sort the patterns for who reads them; each pattern stands on a line of its own.
    private let files: [[UInt8]]
    private let known = KnownPatterns()

    init(_ language: Language, files: [UInt8]...) {
        self.language = language
        self.files = files
    }

    // MARK: Looking up

    /// The pattern of a key. A verb says a few messages of some hundred, so just their lines are read, and not the whole text.
    func pattern(_ key: String) -> String? { known(key).text }

    private func known(_ key: String) -> KnownPatterns.Known { known.pattern(key, else: find) }

    private func find(_ key: String) -> String? {
        let start = Array("\(key) = \"".utf8)
        for file in files {
            // The bytes are part of the program, and the tests read each of them. Were one wrong, it would be said in English, or by
            // its key: a program that says little is better than one that ends.
            if let line = line(of: file, startingWith: start), let pattern = (try? TOMLTable(parsing: line))?[key]?.string { return pattern }
        }
        return nil
    }

    private func line(of file: [UInt8], startingWith start: [UInt8]) -> [UInt8]? {
        file.withUnsafeBytes { text in
            guard let base = text.baseAddress else { return nil }
            var position = 0
            while position < text.count {
                let end = memchr(base + position, 0x0a, text.count - position).map { UnsafeRawPointer($0) - base } ?? text.count
                if end - position > start.count, memcmp(base + position, start, start.count) == 0 { return Array(text[position..<end]) }
                position = end + 1
            }
            return nil
        }
    }

    /// All patterns by their keys, as TOML has them.
    var patterns: [String: String] {
        var patterns: [String: String] = [:]
        for file in files {
            for table in (try? TOMLTable(parsing: file))?.entries ?? [] {
                for entry in table.value.table?.entries ?? [] { patterns[entry.key] = entry.value.string }
            }
        }
        return patterns
    }

    // MARK: Saying

    /// A message in words. What this language lacks is said in English; a key that nobody knows stands for itself.
    /// - Parameter stress: what becomes of the words that are to catch the eye.
    public func text(_ message: Message, stress: (String) -> String = { $0 }) -> String {
        guard !message.isVerbatim else { return text(message.values.first, nil) }
        guard let pattern = pattern(of: message) else { return EscapedText.escape(message.key.utf8) }
        return text(pattern.parts, of: message, number: nil, stress)
    }

    /// Whether there are words for a message that was written down, perhaps by another version.
    public func knows(_ message: Message) -> Bool { message.isVerbatim || pattern(of: message) != nil }

    private func pattern(of message: Message) -> MessagePattern? {
        let key = String(message.key)
        let own = known(key)
        return own.text == nil ? Catalogue.english.known(key).pattern : own.pattern
    }

    private func text(_ parts: [MessagePattern.Part], of message: Message, number: Int?, _ stress: (String) -> String) -> String {
        var result = ""
        for part in parts {
            switch part {
            case .text(let text): result += text
            case .value(let name, let form): result += formed(text(message[name], name), form)
            case .number: result += number.map { "\($0)" } ?? "#"
            case .stressed(let parts): result += stress(text(parts, of: message, number: number, stress))
            case .plural(let name, let branches):
                guard case .number(let count)? = message[name] else { continue }
                result += text(branches[category(of: count)] ?? branches["other"] ?? [], of: message, number: count, stress)
            case .select(let name, let branches):
                result += text(branches[text(message[name], name)] ?? branches["other"] ?? [], of: message, number: number, stress)
            }
        }
        return result
    }

    private func text(_ value: Message.Value?, _ name: String?) -> String {
        switch value {
        case .text(let text): text
        case .number(let number): "\(number)"
        case .message(let message): text(message)
        case nil: name.map { "{\($0)}" } ?? ""
        }
    }

    private func formed(_ text: String, _ form: MessagePattern.Form) -> String {
        let clause = form == .whole || !(text.hasSuffix(".") || text.hasSuffix("。")) ? text : String(text.dropLast())
        return switch form {
        case .uncapped: clause.prefix(1).lowercased() + clause.dropFirst()
        case .capped: clause.prefix(1).uppercased() + clause.dropFirst()
        case .whole, .clause: clause
        }
    }

    /// The plural category of a number (Unicode CLDR), as far as these languages have them for whole numbers below a million.
    private func category(of number: Int) -> String {
        switch language.rawValue {
        case "ja": "other"
        case "fr": number == 0 || number == 1 ? "one" : "other"
        default: number == 1 ? "one" : "other"
        }
    }
}

/// The patterns that were asked for, so that who says much looks for each, and reads it, but once.
private final class KnownPatterns: Sendable {
    struct Known {
        /// `nil` where the language has none.
        var text: String?
        /// `nil` also where the text is no pattern.
        var pattern: MessagePattern?
    }

    private let patterns = Lock<[String: Known]>([:])
    /// Keys of which a history or a journal tells may be any.
    private static let most = 1_024

    func pattern(_ key: String, else find: (String) -> String?) -> Known {
        if let known = patterns.withLock({ $0[key] }) { return known }
        let text = find(key)
        let found = Known(text: text, pattern: text.flatMap(MessagePattern.init))
        patterns.withLock { if $0.count < KnownPatterns.most { $0[key] = found } }
        return found
    }
}

// MARK: The five

extension Catalogue {
    public static let english = part(.english)
    private static let french = part(Language(rawValue: "fr"))
    private static let german = part(Language(rawValue: "de"))
    private static let japanese = part(Language(rawValue: "ja"))
    private static let spanish = part(Language(rawValue: "es"))

    /// The two files of a language, as they are part of the program.
    private static func part(_ language: Language) -> Catalogue {
        Catalogue(language, files: file(language.rawValue), file(language.rawValue + "-refusals"))
    }

    private static func file(_ name: String) -> [UInt8] {
        var length = 0
        return Array(UnsafeBufferPointer(start: ccatalogues_file(name, &length), count: length))
    }

    /// The languages that shed speaks, English first.
    public static let languages = ["en", "fr", "de", "es", "ja"].map(Language.init(rawValue:))

    /// The catalogue of a language; English for none, and for one that shed does not speak.
    public static func of(_ language: Language?) -> Catalogue {
        switch language?.rawValue {
        case "fr": french
        case "de": german
        case "es": spanish
        case "ja": japanese
        default: english
        }
    }
}
