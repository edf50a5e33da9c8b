import ShedModel

extension WritingKinds {
    /// The languages that shed ships names in, English first.
    public static let languages = ["en", "fr", "de", "es", "ja"].map(Language.init(rawValue:))

    /// The texts of a language; English for one that is not shipped. Parses that language's file.
    public static func strings(_ language: Language) -> Strings {
        switch language.rawValue {
        case "fr": read(language, PackageResources.fr_toml)
        case "de": read(language, PackageResources.de_toml)
        case "es": read(language, PackageResources.es_toml)
        case "ja": read(language, PackageResources.ja_toml)
        default: read(.english, PackageResources.en_toml)
        }
    }

    private static func read(_ language: Language, _ file: [UInt8]) -> Strings {
        Strings(language: language, file: file, rejected: PackageResources.rejected_toml)
    }

    /// The language of a new project: the option, else the locale that LC_ALL, LC_MESSAGES or LANG names (the first
    /// that is not empty, locale(7)), else English.
    /// - Parameters:
    ///   - option: what `--language` gives: a code or a locale (`fr`, `fr_CA`, `fr-CA`), in any case.
    ///   - environment: the environment's variables.
    /// - Throws: ``LanguageError`` for an option that shed does not ship. A locale that it does not ship is English.
    public static func language(
        option: String?, environment: [String: String]
    ) throws(LanguageError) -> Language {
        if let option {
            guard let language = language(ofLocale: option) else {
                throw LanguageError(option: option, known: languages)
            }
            return language
        }
        let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let locale = variables.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        return locale.flatMap(language(ofLocale:)) ?? .english
    }

    /// The language of `language[_territory][.codeset][@modifier]` (setlocale(3)), if shed ships it.
    private static func language(ofLocale locale: String) -> Language? {
        let code = locale.utf8.prefix { !"_-.@".utf8.contains($0) }
        let language = Language(rawValue: String(decoding: Array(code), as: UTF8.self).lowercased())
        return languages.contains(language) ? language : nil
    }
}
