import ShedModel

extension Kind {
    /// The file of a kind, as ``Kinds/kind(fromTOML:path:)`` reads it. What shed has in all its languages by itself is left out.
    public var toml: String {
        var text = TOMLWords.line("name", name)
        if !synonyms.isEmpty { text += "synonyms = \(TOMLWords.list(synonyms))\n" }
        if root != .folders { text += TOMLWords.line("root", root.rawValue) }
        if rootFolders != .folder { text += TOMLWords.line("root-folders", rootFolders.rawValue) }
        for section in sections {
            text += "\n[[section]]\nkey = \(TOMLWords.quoted(section.key))\n"
            text += TOMLWords.translations("title", "titles", section.titles) { $0.sections[section.key] }
        }
        for folder in folders { text += folder.toml(in: self) }
        for file in files { text += file.toml }
        return text
    }
}

extension FolderTemplate {
    fileprivate func toml(in kind: Kind) -> String {
        var text = "\n[[folder]]\n" + TOMLWords.line("role", role.rawValue)
        let outer = nesting.parent.flatMap { parent in kind.folders.first { $0.role == parent } }
        if let outer { text += TOMLWords.line("in", outer.role.rawValue) }
        if outer?.section != section { text += TOMLWords.line("section", section) }
        if symbol != "folder" { text += TOMLWords.line("symbol", symbol) }
        if let emoji = badge.emoji { text += TOMLWords.line("emoji", emoji) }
        if let colour = badge.colour { text += TOMLWords.line("color", "\(colour)") }
        text += TOMLWords.line("accepts", accepts.rawValue)
        if let children = nesting.children { text += TOMLWords.line("children", children.rawValue) }
        if filling != .people { text += TOMLWords.line("filling", filling.rawValue) }
        if innerFolders != .folder { text += TOMLWords.line("inner-folders", innerFolders.rawValue) }
        return text + TOMLWords.translations("name", "names", names) { $0.folders[role] }
    }
}

extension StartingFile {
    fileprivate var toml: String {
        var written = "\n[[file]]\n"
        if let key { written += TOMLWords.line("key", key) }
        if let folder { written += TOMLWords.line("in", folder.rawValue) }
        if let name { written += TOMLWords.line("name", name) }
        return written + "text = \(TOMLWords.lines(text))\n"
    }
}

/// Values as TOML writes them. Source: TOML v1.0.0, “String”.
private enum TOMLWords {
    static func quoted(_ text: String) -> String { "\"\(escaped(text, keepsLines: false))\"" }

    static func line(_ key: String, _ value: String) -> String { "\(key) = \(quoted(value))\n" }

    static func list(_ texts: [String]) -> String { "[\(texts.map(quoted).joined(separator: ", "))]" }

    /// A text of several lines as it stands; one of a single line in quotes.
    static func lines(_ text: String) -> String {
        guard text.unicodeScalars.contains("\n") else { return quoted(text) }
        return "\"\"\"\n\(escaped(text, keepsLines: true))\"\"\""
    }

    private static func escaped(_ text: String, keepsLines: Bool) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result.add(["\\", scalar])
            case "\n" where keepsLines: result.append(scalar)
            case "\t": result.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                let digits = String(scalar.value, radix: 16)
                result.add("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// A text for all languages, a table of them, or nothing where they are just what shed ships.
    static func translations(_ one: String, _ many: String, _ texts: [Language: String], shipped: (Strings) -> String?) -> String {
        let known = Languages.all.compactMap { language in shipped(Languages.strings(language)).map { (language, $0) } }
        if !known.isEmpty, texts == Dictionary(uniqueKeysWithValues: known) { return "" }
        if texts.count == 1, let text = texts[.english] { return "\(one) = \(quoted(text))\n" }
        let table = Languages.all.compactMap { language in texts[language].map { "\(language) = \(quoted($0))" } }
        return "\(many) = { \(table.joined(separator: ", ")) }\n"
    }
}
