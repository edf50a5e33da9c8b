import ShedModel

/// The kinds of projects that shed ships, and the languages that it names their folders in.
///
/// Kinds and languages are data files inside the program. They are parsed when they are asked for, once in a process: most
/// verbs never need a kind, since a project's template is recorded in its sidecar.
public enum WritingKinds {
    /// The names of the shipped kinds, in the order in which they are offered.
    public static let names = ["blank", "poetry", "short-story", "novel", "script", "records", "papers"]

    /// Other names that people may use, and the kind each stands for.
    public static let synonyms = ["prose": "short-story", "drama": "script"]

    /// A shipped kind, with its names in every language.
    /// - Parameter name: its name or a synonym, exactly.
    /// - Throws: ``KindError/unknown(name:known:nearest:)``, with what there is.
    public static func kind(named name: String) throws(KindError) -> Kind {
        let resolved = synonyms[name] ?? name
        guard let kind = shipped[resolved] else {
            throw .unknown(name: name, known: names, nearest: Nearest.of(name, among: names + synonyms.keys.sorted()))
        }
        return kind
    }

    /// A kind that a person wrote, in the format of the shipped files (Sources/ShedWriting/Kinds) with the names in
    /// place: `name = "…"` for every language, or `names = { en = "…", fr = "…" }`; for sections `title` or `titles`.
    /// A role or section that shed ships needs none.
    /// - Parameters:
    ///   - bytes: the file's content, at most 256 KiB of UTF-8.
    ///   - path: the file's path, for messages.
    /// - Throws: ``KindError/invalid(path:line:key:reason:)`` at the first fault.
    public static func kind(fromTOML bytes: [UInt8], path: String) throws(KindError) -> Kind {
        let reader = try KindReader(bytes: bytes, path: path, strings: allStrings())
        return try reader.userKind()
    }

    /// Names that a person's own kind cannot take.
    static let reserved = Set(names + synonyms.keys)

    private static let shipped: [String: Kind] = [
        "blank": read(PackageResources.blank_toml), "poetry": read(PackageResources.poetry_toml),
        "short-story": read(PackageResources.short_story_toml), "novel": read(PackageResources.novel_toml),
        "script": read(PackageResources.script_toml), "records": read(PackageResources.records_toml),
        "papers": read(PackageResources.papers_toml),
    ]

    private static func read(_ file: [UInt8]) -> Kind {
        do throws(KindError) { return try KindReader(bytes: file, path: "", strings: allStrings()).kind() } catch {
            // The bytes are part of the program, and the tests read each of them.
            preconditionFailure("a shipped kind is malformed: \(error)")
        }
    }

    private static func allStrings() -> [Strings] { languages.map(strings) }
}
