import ShedModel
import ShedTOML

/// Reads `.shed/settings.toml`. Every key is optional; one that is unknown or has a wrong value is an error that names
/// the line and the key.
package enum SettingsFile {
    /// - Parameter kinds: whose tables are read too.
    /// - Returns: shed's own settings, and those of kinds whose tables are there.
    package static func parse(_ bytes: [UInt8], _ kinds: KindModules) throws(ShedError) -> (settings: Settings, ofKinds: [any Sendable]) {
        let table: TOMLTable
        do throws(TOMLError) { table = try TOMLTable(parsing: bytes) } catch {
            throw failure(error.cause == .notUTF8 ? "it is not UTF-8; save the file as UTF-8" : error.message, line: error.position?.line)
        }
        var settings = Settings()
        var ofKinds: [any Sendable] = []
        for entry in table.sortedEntries {
            do throws(SettingsFault) {
                if let kind = kinds.settings.first(where: { $0.key == entry.key }) {
                    guard let own = entry.value.table else { throw SettingsFault("must be a table, [\(kind.key)]") }
                    ofKinds.append(try kind.read(own))
                } else {
                    try set(entry.key, entry.value, in: &settings, besides: kinds.settings.map(\.key))
                }
            } catch {
                throw failure("“\(EscapedText.escape(Array(entry.key.utf8)))” \(error.reason)", line: entry.position.line)
            }
        }
        return (settings, ofKinds)
    }

    /// Shed's own settings.
    private static let keys = ["bulk", "check", "grace", "language", "links", "quiet", "rejection", "return", "search", "views"]

    private static func set(_ key: String, _ value: TOMLValue, in settings: inout Settings, besides others: [String]) throws(SettingsFault) {
        switch key {
        case "quiet": settings.quiet = try duration(value, largest: 3_600_000)
        case "grace": settings.grace = try duration(value, largest: 30 * 86_400_000)
        case "return": settings.return = try duration(value, largest: 3_650 * 86_400_000)
        case "bulk":
            guard let number = value.integer, number >= 0, number <= 1_000_000 else { throw SettingsFault("must be a whole number from 0 to 1000000") }
            settings.bulk = number
        case "rejection":
            guard let mode = value.string.flatMap(Settings.RejectionMode.init) else { throw SettingsFault("must be \"move\" or \"report\"") }
            settings.rejection = mode
        case "links":
            guard let mode = value.string.flatMap(Settings.LinkMode.init) else { throw SettingsFault("must be \"say\", \"check\" or \"mend\"") }
            settings.links = mode
        case "views":
            guard let views = value.bool else { throw SettingsFault("must be true or false") }
            settings.views = views
        case "search":
            guard let search = value.bool else { throw SettingsFault("must be true or false") }
            settings.search = search
        // Read by `check` alone (CheckLayer), so that a slip in it stops nothing else.
        case "check":
            guard value.table != nil else { throw SettingsFault("must be a table, [check]") }
        case "language":
            guard let language = value.string else { throw SettingsFault("must be a two-letter code such as \"fr\"") }
            settings.language = language
        default:
            let all = (keys + others).sorted()
            throw SettingsFault("is no setting; the settings are \(all.dropLast().joined(separator: ", ")) and \(all.last ?? "")")
        }
    }

    /// A number of seconds, or text such as `"10 min"`.
    private static func duration(_ value: TOMLValue, largest: Int64) throws(SettingsFault) -> Int64 {
        var milliseconds: Double?
        if let seconds = value.integer { milliseconds = Double(seconds) * 1_000 }
        if let seconds = value.double { milliseconds = seconds * 1_000 }
        if let text = value.string { milliseconds = span(text) }
        guard let milliseconds, milliseconds >= 0, milliseconds <= Double(largest) else {
            throw SettingsFault("must be a time from 0 to \(largest / 1_000) seconds, as a number of seconds or as text such as \"10 min\"")
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
