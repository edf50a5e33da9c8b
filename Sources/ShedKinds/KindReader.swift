import ShedModel
import ShedTOML

/// Makes a kind of its file.
struct KindReader {
    let file: KindFile
    /// In every language, for roles and sections that bring no names of their own.
    private let strings: [Strings]

    init(bytes: [UInt8], path: String) throws(KindError) {
        file = try KindFile(bytes: bytes, path: path)
        strings = Languages.all.map(Languages.strings)
    }

    /// The kind, with every rule checked that holds for shipped kinds as well.
    func kind() throws(KindError) -> Kind {
        try file.allow(["name", "synonyms", "root", "root-folders", "section", "folder", "file"], in: file.root)
        let sections = try sections()
        let folders = try folders(sections: Set(sections.map(\.key)))
        let kind = Kind(
            name: try identifier("name", in: file.root),
            synonyms: try file.texts("synonyms", in: file.root),
            root: try choice("root", among: Accepts.allCases, in: file.root) ?? .folders,
            rootFolders: try folderType("root-folders", in: file.root), folders: folders,
            sections: sections, files: try files(folders))
        if let synonym = kind.synonyms.first(where: { !Identifier.isValid($0) || $0 == kind.name }) {
            throw file.fault("synonyms", in: file.root, "“\(EscapedText.escape(Array(synonym.utf8)))” \(Identifier.rule)")
        }
        return kind
    }

    /// The kind, which may not pass itself off as a shipped one.
    /// - Parameters:
    ///   - reserved: the names of these.
    ///   - name: what it has to be called; `nil`: anything.
    func userKind(besides reserved: Set<String>, named name: String?) throws(KindError) -> Kind {
        let kind = try kind()
        if let name, kind.name != name {
            throw file.fault("name", in: file.root, "The file is called “\(EscapedText.escape(Array(name.utf8))).toml”, and this is “\(kind.name)”: both have one name.")
        }
        for (key, names) in [("name", [kind.name]), ("synonyms", kind.synonyms)] {
            if let taken = names.first(where: reserved.contains) {
                throw file.fault(key, in: file.root, "“\(taken)” is a kind that shed ships; choose another name.")
            }
        }
        return kind
    }

    private func sections() throws(KindError) -> [SectionTemplate] {
        var sections: [SectionTemplate] = []
        for block in try file.blocks("section") {
            try file.allow(["key", "title", "titles"], in: block)
            let key = try identifier("key", in: block)
            guard !sections.contains(where: { $0.key == key }) else {
                throw file.fault("key", in: block, "The section “\(key)” occurs twice; remove one.")
            }
            let titles = try translations("title", "titles", in: block) { $0.sections[key] }
            for title in titles.values where title.isEmpty || title.unicodeScalars.contains(where: EscapedText.isUnsafe) {
                throw file.fault("title", in: block, "A title is one line of text, and not empty.")
            }
            sections.append(SectionTemplate(key: key, titles: titles))
        }
        return sections
    }

    private func folders(sections: Set<String>) throws(KindError) -> [FolderTemplate] {
        var folders: [FolderTemplate] = []
        var taken: [Role?: [Language: Set<FoldKey>]] = [:]
        for block in try file.blocks("folder") {
            let folder = try folder(block, sections: sections, behind: folders)
            guard !folders.contains(where: { $0.role == folder.role }) else {
                throw file.fault("role", in: block, "The role “\(folder.role)” occurs twice; remove one.")
            }
            for language in Languages.all {
                let name = folder.name(in: language)
                guard taken[folder.nesting.parent, default: [:]][language, default: []].insert(FoldKey(Name(name))).inserted else {
                    throw file.fault(
                        "name", in: block, "Another folder is called “\(name)” (\(language)), case aside; change one.")
                }
            }
            folders.append(folder)
        }
        return folders
    }

    private static let folderKeys = [
        "role", "in", "section", "symbol", "emoji", "color", "accepts", "children", "filling", "inner-folders", "name", "names",
    ]

    private func folder(_ block: KindFile.Block, sections: Set<String>, behind others: [FolderTemplate]) throws(KindError) -> FolderTemplate {
        try file.allow(KindReader.folderKeys, in: block)
        let role = Role(rawValue: try identifier("role", in: block))
        guard role != .rejected else {
            throw file.fault("role", in: block, "shed makes the folder “rejected” itself; choose another role.")
        }
        let outer = try outerFolder(of: role, block, others)
        let section = if let outer, block.table["section"] == nil { outer.section } else { try file.requiredText("section", in: block) }
        guard sections.contains(section) else {
            throw file.fault("section", in: block, "There is no [[section]] with the key “\(EscapedText.escape(Array(section.utf8)))”; add it.")
        }
        guard let accepts = try choice("accepts", among: Accepts.allCases, in: block) else {
            throw file.fault("accepts", in: block, "This key is missing; add it.")
        }
        let filling = try choice("filling", among: [Filling.people, .moves, .anything, .derived], in: block) ?? .people
        guard filling == .people || accepts == .nothing else {
            throw file.fault("accepts", in: block, "A folder that is not filled by people accepts “nothing”.")
        }
        let names = try translations("name", "names", in: block) { $0.folders[role] }
        for name in names.values {
            if let reason = unusable(name) { throw file.fault("name", in: block, reason) }
        }
        let isShipped = block.table["name"] == nil && block.table["names"] == nil
        var folder = FolderTemplate(
            role: role, section: section, symbol: try symbol(in: block), accepts: accepts, filling: filling,
            innerFolders: try folderType("inner-folders", in: block), names: names,
            otherNames: isShipped ? strings.flatMap { $0.otherNames[role] ?? [] } : [])
        folder.nesting = FolderNesting(parent: outer?.role, children: try children(of: folder, block))
        folder.badge = try badge(block)
        return folder
    }

    func unusable(_ text: String, of what: String = "a folder") -> String? {
        let name = Name(text)
        let shown = "“\(name.escaped)”"
        if !name.isPossible { return "\(shown) cannot name \(what): 1 to 255 bytes, no “/”, not “.” or “..”." }
        if name.isHidden { return "\(shown) begins with a dot; such names are hidden." }
        if text.allSatisfy(\.isWhitespace) { return "\(shown) is only white space." }
        if text.unicodeScalars.contains(where: EscapedText.isUnsafe) { return "\(shown) has control characters." }
        if strings.first?.isRejectedName(name) == true { return "\(shown) is the folder that refused files go to." }
        return nil
    }

    private func symbol(in block: KindFile.Block) throws(KindError) -> String {
        let symbol = try file.text("symbol", in: block) ?? FolderTemplate.plainSymbol
        guard !symbol.isEmpty, symbol.utf8.count <= 100, symbol.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw file.fault("symbol", in: block, "A symbol is the name of an SF Symbol, such as “tray”.")
        }
        return symbol
    }

    func identifier(_ key: String, in block: KindFile.Block) throws(KindError) -> String {
        let text = try file.requiredText(key, in: block)
        guard Identifier.isValid(text) else {
            throw file.fault(key, in: block, "“\(EscapedText.escape(Array(text.utf8)))” \(Identifier.rule)")
        }
        return text
    }

    private func folderType(_ key: String, in block: KindFile.Block) throws(KindError) -> NodeType {
        try choice(key, among: NodeType.declared.filter { $0.isDirectory && $0 != .project }, in: block) ?? .folder
    }

    func choice<Choice: RawRepresentable<String>>(
        _ key: String, among choices: [Choice], in block: KindFile.Block
    ) throws(KindError) -> Choice? {
        guard let text = try file.text(key, in: block) else { return nil }
        guard let choice = choices.first(where: { $0.rawValue == text }) else {
            let choices = choices.map(\.rawValue).joined(separator: ", ")
            throw file.fault(key, in: block, "“\(EscapedText.escape(Array(text.utf8)))” is none of: \(choices).")
        }
        return choice
    }

    /// One text for all languages, a table of them, or what shed ships.
    private func translations(
        _ one: String, _ many: String, in block: KindFile.Block, shipped: (Strings) -> String?
    ) throws(KindError) -> [Language: String] {
        if let text = try file.text(one, in: block) {
            if block.table[many] != nil { throw file.fault(many, in: block, "Give “\(one)” or “\(many)”, not both.") }
            return [.english: text]
        }
        guard let value = block.table[many] else {
            let texts = strings.compactMap { strings in shipped(strings).map { (strings.language, $0) } }
            guard !texts.isEmpty else { throw file.fault(one, in: block, "This key is missing; add it.") }
            return Dictionary(uniqueKeysWithValues: texts)
        }
        guard let table = value.table else { throw file.fault(many, in: block, "Write { en = \"…\", fr = \"…\" }.") }
        var texts: [Language: String] = [:]
        for entry in table.sortedEntries {
            let code = entry.key
            guard Languages.all.contains(Language(rawValue: code)), let text = entry.value.string else {
                let known = Languages.all.map(\.rawValue).joined(separator: ", ")
                throw file.fault(many, in: block, "“\(EscapedText.escape(Array(code.utf8)))” must be one of \(known), with a text.")
            }
            texts[Language(rawValue: code)] = text
        }
        guard texts[.english] != nil else {
            throw file.fault(many, in: block, "“en” is missing; it stands in for every other language.")
        }
        return texts
    }
}

/// The words by which kinds, roles and sections are known.
enum Identifier {
    static let rule = "must be words of a to z and 0 to 9 with hyphens between, at most 64 bytes."

    static func isValid(_ text: String) -> Bool {
        let isWord = { (word: Substring.UTF8View) in
            !word.isEmpty && word.allSatisfy { $0 &- UInt8(ascii: "a") < 26 || $0 &- UInt8(ascii: "0") < 10 }
        }
        return text.utf8.count <= 64 && text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            .allSatisfy(isWord)
    }
}

extension Kind {
    /// Whether a kind can have a name: words of a to z and 0 to 9 with hyphens between, at most 64 bytes.
    public static func canBeCalled(_ name: String) -> Bool { Identifier.isValid(name) }
}
