import ShedModel

extension Language {
    /// The language that somebody wants to read, by the environment: the first of `LANGUAGE` that shed speaks, where the locale is
    /// not `C` or `POSIX`, as gettext(3) has it; else that of the locale, which LC_ALL, LC_MESSAGES or LANG names, the first that is
    /// not empty. `nil` where shed does not speak it, or nothing is said of it.
    public static func wanted(in environment: [String: String]) -> Language? {
        let locale = Language.locale(in: environment) ?? "C"
        guard !["c", "posix"].contains(Language(locale: locale).rawValue) else { return nil }
        let list = environment["LANGUAGE", default: ""].split(separator: ":").map(String.init)
        return (list.isEmpty ? [locale] : list).lazy.compactMap(Language.init(spoken:)).first
    }

    /// The language of a locale, if shed speaks it: `fr`, `fr_CA.UTF-8`, `fr-CA`, in any case.
    public init?(spoken locale: String) {
        let language = Language(locale: locale)
        guard Catalogue.languages.contains(language) else { return nil }
        self = language
    }
}
