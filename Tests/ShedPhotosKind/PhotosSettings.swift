import ShedModel
import ShedProject
import ShedTOML

/// What people may set in `[photos]` of `.shed/settings.toml`.
struct PhotosSettings: Hashable, Sendable {
    /// What albums take.
    var formats = ImageFormat.allCases

    static let table = SettingsTable("photos") { table throws(SettingsFault) in try PhotosSettings(table) }

    init() {}

    private init(_ table: TOMLTable) throws(SettingsFault) {
        for entry in table.sortedEntries {
            let formats = (entry.value.strings ?? []).map(ImageFormat.init)
            guard entry.key == "formats", !formats.isEmpty, !formats.contains(nil) else {
                throw SettingsFault("knows only “formats”, a list of \"jpeg\" and \"png\", not “\(EscapedText.escape(Array(entry.key.utf8)))”")
            }
            self.formats = formats.compactMap(\.self)
        }
    }
}

extension ProjectReader {
    var photosSettings: PhotosSettings { home.configuration.ofKind(PhotosSettings.self) ?? PhotosSettings() }
}
