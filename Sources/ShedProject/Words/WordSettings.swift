import ShedModel

/// What people may set in `[words]` of `.shed/settings.toml`.
public struct WordSettings: Hashable, Sendable {
    /// Whether it is kept how many words came and went on each day.
    public var keepsHistory = true

    public static let table = SettingsTable("words") { table throws(SettingsFault) in
        var settings = WordSettings()
        for entry in table.sortedEntries {
            guard entry.key == "history", let value = entry.value.bool else {
                throw SettingsFault("knows only “history”, true or false, not “\(EscapedText.escape(Array(entry.key.utf8)))”")
            }
            settings.keepsHistory = value
        }
        return settings
    }

    public init() {}
}

extension ProjectHome {
    var wordSettings: WordSettings { configuration.ofKind(WordSettings.self) ?? WordSettings() }
}
