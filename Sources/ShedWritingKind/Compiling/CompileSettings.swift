import ShedModel
import ShedProject
import ShedTOML
import ShedWriting

/// What people may set in `[compile]` of `.shed/settings.toml`.
struct CompileSettings: Hashable, Sendable {
    /// Whether a daemon compiles the manuscript anew in idle moments, when something of it changed.
    var isAutomatic = false
    /// The profile where none is named.
    var profile = CompileProfile.standard

    static let table = SettingsTable("compile") { table throws(SettingsFault) in try CompileSettings(table) }

    init() {}

    private init(_ table: TOMLTable) throws(SettingsFault) {
        for entry in table.sortedEntries {
            switch entry.key {
            case "auto":
                guard let isAutomatic = entry.value.bool else { throw SettingsFault("knows “auto”, which is true or false") }
                self.isAutomatic = isAutomatic
            case "profile":
                guard let profile = entry.value.string, ProfileFolder.isPossible(profile) else { throw SettingsFault("knows “profile”, which is the name of a profile") }
                self.profile = profile
            default: throw SettingsFault("knows only “auto” and “profile”, not “\(EscapedText.escape(Array(entry.key.utf8)))”")
            }
        }
    }
}

extension ProjectReader {
    package var compileProfileName: String { (home.configuration.ofKind(CompileSettings.self) ?? CompileSettings()).profile }
    var compilesAutomatically: Bool { (home.configuration.ofKind(CompileSettings.self) ?? CompileSettings()).isAutomatic }
}
