import ShedModel
import ShedProject
import ShedTOML

/// What people may set in `[records]` of `.shed/settings.toml`.
struct RecordsSettings: Hashable, Sendable {
    /// Whether record files are written with their keys in order, and not in the order in which they came.
    var sortsKeys = false

    static let table = SettingsTable("records") { table throws(SettingsFault) in try RecordsSettings(table) }

    init() {}

    private init(_ table: TOMLTable) throws(SettingsFault) {
        for entry in table.sortedEntries {
            guard entry.key == "sort-keys", let sorts = entry.value.bool else {
                throw SettingsFault("knows only “sort-keys”, which is true or false, not “\(EscapedText.escape(Array(entry.key.utf8)))”")
            }
            sortsKeys = sorts
        }
    }
}

extension ProjectReader {
    var recordsSettings: RecordsSettings { home.configuration.ofKind(RecordsSettings.self) ?? RecordsSettings() }
}
