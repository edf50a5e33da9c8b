/// A language that shed ships folder names in: a two-letter code of ISO 639-1.
public struct Language: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    public static let english = Language(rawValue: "en")

    /// The language that a locale names: `language[_territory][.codeset][@modifier]` (setlocale(3)), or such as `fr-CA`, in any case. Whether
    /// there is such a language, and who knows it, is another matter.
    public init(locale: String) {
        self.init(rawValue: String(decoding: Array(locale.utf8.prefix { !"_-.@".utf8.contains($0) }), as: UTF8.self).lowercased())
    }

    /// The locale of messages that an environment names: by LC_ALL, LC_MESSAGES or LANG, the first that is not empty (locale(7)).
    public static func locale(in environment: [String: String]) -> String? {
        ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
}

/// A sort of project: the template its folders are made from. Comes from data files, not from code.
public struct Kind: Hashable, Sendable {
    /// `poetry`, `short-story`, …
    public var name: String
    /// Other names that are accepted for it.
    public var synonyms: [String]
    /// What people may add at the project's root.
    public var root: Accepts
    /// What folders at the root are that people add.
    public var rootFolders: NodeType
    /// In display order.
    public var folders: [FolderTemplate]
    /// The names of its sections, by key, in display order.
    public var sections: [SectionTemplate]
    /// Files that a project begins with, and those that a new file may begin as.
    public var files: [StartingFile]

    public init(
        name: String, synonyms: [String], root: Accepts, rootFolders: NodeType = .folder, folders: [FolderTemplate],
        sections: [SectionTemplate], files: [StartingFile] = []
    ) {
        self.files = files
        self.name = name
        self.synonyms = synonyms
        self.root = root
        self.rootFolders = rootFolders
        self.folders = folders
        self.sections = sections
    }
}

/// One folder of a kind's template.
public struct FolderTemplate: Hashable, Sendable {
    public var role: Role
    /// The key of its section in ``Kind/sections``.
    public var section: String
    /// The name of an SF Symbol, as in the seed documents.
    public var symbol: String
    public var accepts: Accepts
    public var filling: Filling
    /// What folders in it are that people add.
    public var innerFolders: NodeType
    /// The folder's name by language; English is always there.
    public var names: [Language: String]
    /// What people call such a folder too, in any language: an adoption takes it for this one.
    public var otherNames: [String]
    /// In which folder of the template it stands, and what folders in it are for.
    public var nesting = FolderNesting()
    /// What it is shown with beside its symbol.
    public var badge = FolderBadge()

    public init(
        role: Role, section: String, symbol: String, accepts: Accepts, filling: Filling, innerFolders: NodeType = .folder,
        names: [Language: String], otherNames: [String] = []
    ) {
        self.innerFolders = innerFolders
        self.otherNames = otherNames
        self.role = role
        self.section = section
        self.symbol = symbol
        self.accepts = accepts
        self.filling = filling
        self.names = names
    }

    /// The symbol of a folder of which none is said.
    public static let plainSymbol = "folder"

    /// The name in a language, else in English, else the role.
    public func name(in language: Language) -> String { names[language] ?? names[.english] ?? role.rawValue }
}

/// A section of a kind's listing.
public struct SectionTemplate: Hashable, Sendable {
    public var key: String
    public var titles: [Language: String]

    public init(key: String, titles: [Language: String]) {
        self.key = key
        self.titles = titles
    }

    public func title(in language: Language) -> String { titles[language] ?? titles[.english] ?? key }
}
