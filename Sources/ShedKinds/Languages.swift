import ShedModel

/// The languages that shed names folders in.
public enum Languages {
    /// Those that it ships, English first.
    public static let all = ["en", "fr", "de", "es", "ja"].map(Language.init(rawValue:))

    /// The texts of a language; English for one that is not shipped.
    public static func strings(_ language: Language) -> Strings {
        switch language.rawValue {
        case "fr": ShippedStrings.french
        case "de": ShippedStrings.german
        case "es": ShippedStrings.spanish
        case "ja": ShippedStrings.japanese
        default: ShippedStrings.english
        }
    }

    /// The language of a new project: the option, else the locale that LC_ALL, LC_MESSAGES or LANG names (the first
    /// that is not empty, locale(7)), else English.
    /// - Parameters:
    ///   - option: what `--language` gives: a code or a locale (`fr`, `fr_CA`, `fr-CA`), in any case.
    ///   - environment: the environment's variables.
    /// - Throws: ``LanguageError`` for an option that shed does not ship. A locale that it does not ship is English.
    public static func chosen(
        option: String?, environment: [String: String]
    ) throws(LanguageError) -> Language {
        if let option {
            guard case let language = Language(locale: option), all.contains(language) else {
                throw LanguageError(option: option, known: all)
            }
            return language
        }
        let language = Language.locale(in: environment).map(Language.init(locale:)) ?? .english
        return all.contains(language) ? language : .english
    }
}

/// The language files inside the program, each parsed when it is asked for the first time.
private enum ShippedStrings {
    static let english = Strings(language: .english, file: PackageResources.en_toml, rejectedNames: rejectedNames)
    static let french = Strings(language: Language(rawValue: "fr"), file: PackageResources.fr_toml, rejectedNames: rejectedNames)
    static let german = Strings(language: Language(rawValue: "de"), file: PackageResources.de_toml, rejectedNames: rejectedNames)
    static let spanish = Strings(language: Language(rawValue: "es"), file: PackageResources.es_toml, rejectedNames: rejectedNames)
    static let japanese = Strings(language: Language(rawValue: "ja"), file: PackageResources.ja_toml, rejectedNames: rejectedNames)

    private static let rejectedNames = Strings.rejectedNames(PackageResources.rejected_toml)
}
