import ShedModel
import ShedPapers
import ShedTOML

/// Reads `.shed/settings.toml`. Every key is optional; one that is unknown or has a wrong value is an error that names
/// the line and the key.
package enum SettingsFile {
    package static func parse(_ bytes: [UInt8]) throws(ShedError) -> Settings {
        let table: TOMLTable
        do throws(TOMLError) { table = try TOMLTable(parsing: bytes) } catch {
            throw failure(error.cause == .notUTF8 ? "it is not UTF-8; save the file as UTF-8" : error.message, line: error.position?.line)
        }
        var settings = Settings()
        for entry in table.sortedEntries {
            do throws(Wrong) { try set(entry.key, entry.value, in: &settings) } catch {
                throw failure("“\(EscapedText.escape(Array(entry.key.utf8)))” \(error.reason)", line: entry.position.line)
            }
        }
        return settings
    }

    private struct Wrong: Error { var reason: String }

    private static func set(_ key: String, _ value: TOMLValue, in settings: inout Settings) throws(Wrong) {
        switch key {
        case "quiet": settings.quiet = try duration(value, largest: 3_600_000)
        case "grace": settings.grace = try duration(value, largest: 30 * 86_400_000)
        case "return": settings.return = try duration(value, largest: 3_650 * 86_400_000)
        case "bulk":
            guard let number = value.integer, number >= 0, number <= 1_000_000 else { throw Wrong(reason: "must be a whole number from 0 to 1000000") }
            settings.bulk = number
        case "rejection":
            guard let mode = value.string.flatMap(Settings.RejectionMode.init) else { throw Wrong(reason: "must be \"move\" or \"report\"") }
            settings.rejection = mode
        case "views":
            guard let views = value.bool else { throw Wrong(reason: "must be true or false") }
            settings.views = views
        // Read by `check` alone (CheckLayer), so that a slip in it stops nothing else.
        case "check":
            guard value.table != nil else { throw Wrong(reason: "must be a table, [check]") }
        case "records":
            guard let table = value.table else { throw Wrong(reason: "must be a table, [records]") }
            for entry in table.sortedEntries {
                guard entry.key == "sort-keys", let sorts = entry.value.bool else {
                    throw Wrong(reason: "knows only “sort-keys”, which is true or false, not “\(EscapedText.escape(Array(entry.key.utf8)))”")
                }
                settings.sortsKeys = sorts
            }
        case "papers":
            guard let table = value.table else { throw Wrong(reason: "must be a table, [papers]") }
            for entry in table.sortedEntries { try setPapers(entry.key, entry.value, in: &settings) }
        case "language":
            guard let language = value.string else { throw Wrong(reason: "must be a two-letter code such as \"fr\"") }
            settings.language = language
        default: throw Wrong(reason: "is no setting; the settings are bulk, check, grace, language, papers, quiet, records, rejection, return and views")
        }
    }

    private static func setPapers(_ key: String, _ value: TOMLValue, in settings: inout Settings) throws(Wrong) {
        switch key {
        case "languages":
            let languages = value.strings ?? []
            guard (1...TextLanguage.most).contains(languages.count), languages.allSatisfy(TextLanguage.isCode), Set(languages).count == languages.count else {
                throw Wrong(reason: "has “languages”, which must be one to \(TextLanguage.most) codes of Tesseract, each once, such as [\"eng\", \"deu\"]")
            }
            settings.textLanguages = languages
        case "protect":
            guard let protection = value.string.flatMap(Settings.Protection.init) else { throw Wrong(reason: "has “protect”, which must be \"copy\" or \"none\"") }
            settings.protection = protection
        default: throw Wrong(reason: "knows “languages” and “protect”, not “\(EscapedText.escape(Array(key.utf8)))”")
        }
    }

    /// A number of seconds, or text such as `"10 min"`.
    private static func duration(_ value: TOMLValue, largest: Int64) throws(Wrong) -> Int64 {
        var milliseconds: Double?
        if let seconds = value.integer { milliseconds = Double(seconds) * 1_000 }
        if let seconds = value.double { milliseconds = seconds * 1_000 }
        if let text = value.string { milliseconds = span(text) }
        guard let milliseconds, milliseconds >= 0, milliseconds <= Double(largest) else {
            throw Wrong(reason: "must be a time from 0 to \(largest / 1_000) seconds, as a number of seconds or as text such as \"10 min\"")
        }
        return Int64(milliseconds)
    }

    private static func span(_ text: String) -> Double? {
        let digits = text.prefix { $0.isNumber || $0 == "." }
        guard let number = Double(digits) else { return nil }
        switch text.dropFirst(digits.count).filter({ $0 != " " }) {
        case "ms": return number
        case "s", "sec", "": return number * 1_000
        case "m", "min": return number * 60_000
        case "h", "hours", "hour": return number * 3_600_000
        case "d", "days", "day": return number * 86_400_000
        default: return nil
        }
    }

    private static func failure(_ reason: String, line: Int?) -> ShedError {
        let place = line.map { "line \($0): " } ?? ""
        var error = ShedError(.environment, ".shed/settings.toml: \(place)\(reason)", remedy: "Mend or remove the line.")
        error.line = line
        return error
    }
}
