import ShedModel
import ShedProject
import ShedTOML

/// What people may set in `[snapshots]` of `.shed/settings.toml`. The file comes from other devices too: what it asks for costs this
/// one's disk no more than ``largestLimit``, and nothing where little is left (``DailySnapshots``).
struct SnapshotsSettings: Hashable, Sendable {
    /// Whether one is taken each day on which something changed.
    var daily = false
    /// How old one becomes that nobody named, in days.
    var keepDays = 365
    /// So many of the newest stay in any case.
    var keepLast = 5
    /// How much all of them may take, in bytes; those that somebody named stay all the same.
    var limit: Int64 = 2 << 30

    /// In bytes: 256 GiB.
    static let largestLimit: Int64 = 256 << 30

    static let table = SettingsTable("snapshots") { table throws(SettingsFault) in try SnapshotsSettings(table) }

    init() {}

    private init(_ table: TOMLTable) throws(SettingsFault) {
        for entry in table.sortedEntries { try set(entry.key, entry.value) }
    }

    private mutating func set(_ key: String, _ value: TOMLValue) throws(SettingsFault) {
        switch key {
        case "daily":
            guard let isDaily = value.bool else { throw SettingsFault("has “daily”, which must be true or false") }
            daily = isDaily
        case "keep-days": keepDays = try SnapshotsSettings.number(key, value, 1...36_500)
        case "keep-last": keepLast = try SnapshotsSettings.number(key, value, 0...10_000)
        case "limit":
            guard let mebibytes = value.integer, (1...Int(SnapshotsSettings.largestLimit >> 20)).contains(mebibytes) else {
                throw SettingsFault("has “limit”, which must be a number of MiB from 1 to \(SnapshotsSettings.largestLimit >> 20)")
            }
            limit = Int64(mebibytes) << 20
        default:
            throw SettingsFault("knows “daily”, “keep-days”, “keep-last” and “limit”, not “\(EscapedText.escape(Array(key.utf8)))”")
        }
    }

    private static func number(_ key: String, _ value: TOMLValue, _ range: ClosedRange<Int>) throws(SettingsFault) -> Int {
        guard let number = value.integer, range.contains(number) else {
            throw SettingsFault("has “\(key)”, which must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}

extension ProjectReader {
    var snapshotsSettings: SnapshotsSettings { home.configuration.ofKind(SnapshotsSettings.self) ?? SnapshotsSettings() }
}
