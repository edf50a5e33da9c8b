import ShedModel
import ShedPapers
import ShedProject
import ShedTOML

/// What people may set in `[papers]` of `.shed/settings.toml`.
struct PapersSettings: Hashable, Sendable {
    /// Whether copies are kept of the PDFs that pages are made from.
    enum Protection: String, Hashable, Sendable, CaseIterable {
        /// A copy of each that a page refers to.
        case copy
        /// None: what a bundle loses is lost.
        case none
    }

    /// The languages in which text is recognised, as Tesseract names them; empty: the project's own.
    var textLanguages: [String] = []
    /// What becomes of what pages are made from.
    var protection = Protection.copy

    static let table = SettingsTable("papers") { table throws(SettingsFault) in try PapersSettings(table) }

    init() {}

    private init(_ table: TOMLTable) throws(SettingsFault) {
        for entry in table.sortedEntries { try set(entry.key, entry.value) }
    }

    private mutating func set(_ key: String, _ value: TOMLValue) throws(SettingsFault) {
        switch key {
        case "languages":
            let languages = value.strings ?? []
            guard (1...TextLanguage.most).contains(languages.count), languages.allSatisfy(TextLanguage.isCode), Set(languages).count == languages.count else {
                throw SettingsFault("has “languages”, which must be one to \(TextLanguage.most) codes of Tesseract, each once, such as [\"eng\", \"deu\"]")
            }
            textLanguages = languages
        case "protect":
            guard let protection = value.string.flatMap(Protection.init) else { throw SettingsFault("has “protect”, which must be \"copy\" or \"none\"") }
            self.protection = protection
        default: throw SettingsFault("knows “languages” and “protect”, not “\(EscapedText.escape(Array(key.utf8)))”")
        }
    }
}

extension ProjectReader {
    var papersSettings: PapersSettings { home.configuration.ofKind(PapersSettings.self) ?? PapersSettings() }
}
