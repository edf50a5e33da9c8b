import ShedModel
import ShedPapers
import TOMLKit

/// Reads `.shed/settings.toml`. Every key is optional; one that is unknown or has a wrong value is an error that names
/// the line and the key.
package enum SettingsFile {
    package static func parse(_ bytes: [UInt8]) throws(ShedError) -> Settings {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let line = UTF8Lines.firstBroken(in: bytes) ?? 1
            throw failure("line \(line): it is not UTF-8; save the file as UTF-8", line: line)
        }
        // TOMLKit reads C strings: what follows a NUL would be left out without a word.
        if let end = bytes.firstIndex(of: 0) {
            let line = 1 + bytes[..<end].count { $0 == UInt8(ascii: "\n") }
            throw failure("line \(line): it holds a NUL byte", line: line)
        }
        if let line = TOMLGuard.namelessHeader(in: bytes) { throw failure("line \(line): a table has no name", line: line) }
        let table: TOMLTable
        do { table = try TOMLTable(string: text) } catch let error as TOMLParseError {
            throw failure("line \(error.source.begin.line): \(error.description)", line: Int(error.source.begin.line))
        } catch { throw failure("\(error)") }
        var settings = Settings()
        for (key, value) in table {
            do throws(Wrong) { try set(key, value, in: &settings) } catch {
                let line = line(of: key, in: text)
                throw failure("line \(line): “\(EscapedText.escape(Array(key.utf8)))” \(error.reason)", line: line)
            }
        }
        return settings
    }

    private struct Wrong: Error { var reason: String }

    private static func set(_ key: String, _ value: any TOMLValueConvertible, in settings: inout Settings) throws(Wrong) {
        switch key {
        case "quiet": settings.quiet = try duration(value, largest: 3_600_000)
        case "grace": settings.grace = try duration(value, largest: 30 * 86_400_000)
        case "return": settings.return = try duration(value, largest: 3_650 * 86_400_000)
        case "bulk":
            guard let number = value.int, number >= 0, number <= 1_000_000 else { throw Wrong(reason: "must be a whole number from 0 to 1000000") }
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
            for (key, value) in table {
                guard key == "sort-keys", let sorts = value.bool else {
                    throw Wrong(reason: "knows only “sort-keys”, which is true or false, not “\(EscapedText.escape(Array(key.utf8)))”")
                }
                settings.sortsKeys = sorts
            }
        case "papers":
            guard let table = value.table else { throw Wrong(reason: "must be a table, [papers]") }
            for (key, value) in table { try setPapers(key, value, in: &settings) }
        case "language":
            guard let language = value.string else { throw Wrong(reason: "must be a two-letter code such as \"fr\"") }
            settings.language = language
        default: throw Wrong(reason: "is no setting; the settings are bulk, check, grace, language, papers, quiet, records, rejection, return and views")
        }
    }

    private static func setPapers(_ key: String, _ value: any TOMLValueConvertible, in settings: inout Settings) throws(Wrong) {
        switch key {
        case "languages":
            let languages = value.array?.map { $0.string ?? "" } ?? []
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
    private static func duration(_ value: any TOMLValueConvertible, largest: Int64) throws(Wrong) -> Int64 {
        var milliseconds: Double?
        if let seconds = value.int { milliseconds = Double(seconds) * 1_000 }
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

    private static func line(of key: String, in text: String) -> Int {
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.drop(while: { $0 == " " || $0 == "\t" || $0 == "[" || $0 == "\"" }).hasPrefix(key) { return number + 1 }
        }
        return 1
    }

    private static func failure(_ reason: String, line: Int? = nil) -> ShedError {
        var error = ShedError(.environment, ".shed/settings.toml: \(reason)", remedy: "Mend or remove the line.")
        error.line = line
        return error
    }
}
