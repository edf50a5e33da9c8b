import ShedModel
import ShedTOML

/// What shed calls things in one language: template folders, sections, the Rejected folder, empty states.
public struct Strings: Hashable, Sendable {
    public var language: Language
    /// The names of template folders, by role.
    public var folders: [Role: String]
    /// What people call template folders too, by role: an adoption takes them for these.
    public var otherNames: [Role: [String]]
    /// The titles of sections, by the key that kinds give them.
    public var sections: [String: String]
    /// What stands where a folder could hold folders and holds none.
    public var noFolders: String
    /// What stands where a folder could hold files and holds none.
    public var noFiles: String
    /// The title above what people made at a project's root.
    public var yourFolders: String
    /// The title above the Rejected folder.
    public var refused: String
    /// What else is said, by the keys of the file: what kinds of project say.
    public var messages: [String: String]
    /// The names of the folder that refused additions go to, in every language: a project keeps its folder when it is
    /// opened under another locale.
    public var rejectedNames: [Language: String]

    /// The name of the Rejected folder in this language.
    public var rejected: String { rejectedNames[language] ?? rejectedNames[.english] ?? Role.rejected.rawValue }

    /// Whether a name is that of the Rejected folder in any language, case and normalisation aside.
    public func isRejectedName(_ name: Name) -> Bool {
        let key = FoldKey(name)
        return rejectedNames.values.contains { FoldKey(Name($0)) == key }
    }
}

extension Strings {
    /// Reads the file of a language that ships inside the program.
    init(language: Language, file: [UInt8], rejectedNames: [Language: String]) {
        let root = Strings.table(file)
        self.language = language
        self.rejectedNames = rejectedNames
        folders = Dictionary(
            uniqueKeysWithValues: Strings.texts(root["folders"]?.table).map { (Role(rawValue: $0.key), $0.value) })
        otherNames = [:]
        for entry in root["other-names"]?.table?.entries ?? [] { otherNames[Role(rawValue: entry.key)] = entry.value.strings }
        sections = Strings.texts(root["sections"]?.table)
        messages = Strings.texts(root["messages"]?.table)
        noFolders = messages["no-folders"] ?? ""
        noFiles = messages["no-files"] ?? ""
        yourFolders = messages["your-folders"] ?? ""
        refused = messages["refused"] ?? ""
    }

    /// Reads the file with the names of the Rejected folder.
    static func rejectedNames(_ file: [UInt8]) -> [Language: String] {
        Dictionary(uniqueKeysWithValues: texts(table(file)).map { (Language(rawValue: $0.key), $0.value) })
    }

    private static func table(_ bytes: [UInt8]) -> TOMLTable {
        do {
            return try TOMLTable(parsing: bytes)
        } catch {
            // No foreign bytes come here: they are part of the program, and LanguageTests reads each file that ships.
            preconditionFailure("a shipped language file is malformed: \(error)")
        }
    }

    private static func texts(_ table: TOMLTable?) -> [String: String] {
        var result: [String: String] = [:]
        for entry in table?.entries ?? [] { result[entry.key] = entry.value.string }
        return result
    }
}
