/// The words of kinds of project, which the rooms of all projects do not use: a kind comes in by the door alone
/// (Documentation/Extending.md).
enum Vocabulary {
    /// The rooms of all projects.
    static let rooms = [
        "ShedModel", "ShedRules", "ShedReconcile", "ShedDisk", "ShedSidecar", "ShedReplicas", "ShedSQLite", "ShedIndex", "ShedSearch", "ShedWatch", "ShedControl", "ShedProject", "ShedCheck",
        "ShedDaemon",
    ]

    /// What projects of papers and of records are made of.
    private static let words: Set = [
        "paper", "papers", "pdf", "pdfs", "page", "pages", "bundle", "bundles", "doc", "docs", "collection", "collections", "variant", "variants",
    ]

    /// The same words where they mean something else.
    private static let otherMeanings = [
        // Of the standard library.
        "<Collection", "some Collection", "CollectionOfOne", "RandomAccessCollection", "where Self: Collection",
        // Swift's, and the web's.
        "doc comment", "web pages", "docs.syncthing.net",
        // The folder of a poet's project, in examples.
        "Collections",
        // Of memory and of SQLite.
        "shed_prefer_large_pages", "pageSize", "page_size",
        // Of the manual of rules.
        "RulePage", "manual page",
    ]

    /// Files in which some of the words are something else's throughout, or stand for good.
    private static let exempt: [String: Set<String>] = [
        // Pages of the manual.
        "Sources/ShedRules/Manual/RulePage.swift": ["page", "pages"],
        "Sources/ShedRules/Manual/RuleManual.swift": words,
        // Pages of SQLite.
        "Sources/ShedIndex/ProjectIndex.swift": ["page"],
        "Sources/ShedIndex/ProjectIndex+Log.swift": ["page", "pages"],
        "Sources/ShedIndex/BatchTable.swift": ["pages"],
        "Sources/ShedSearch/WordShard.swift": ["page", "pages"],
        // “Collections that share their storage”: Swift's.
        "Sources/ShedIndex/MetaCoding.swift": ["collections"],
        // The columns of a table that earlier versions have made.
        "Sources/ShedIndex/ProjectIndex+ContentRows.swift": ["collection"],
        // What an index of an earlier version kept for papers becomes theirs.
        "Sources/ShedIndex/Layout.swift": ["papers", "pdf"],
    ]

    /// Names that are put together with “record”, a general word of the house for what stands written down. Others would be of
    /// a kind's records.
    private static let records: Set = [
        "ProjectRecord", "FolderRecord", "FileRecord", "ContentRecord", "WalkRecord", "LabelRecord", "RawRecord", "RecordBase", "RecordFlags",
        "IndexRecord", "folderRecords", "sortedRecords", "damagedRecords", "forEachRecord", "recordVanished",
    ]

    /// What every word of a kind has in it, as it may stand in a name: in small letters, in capitals, or with one at its beginning.
    private static let stems = ["paper", "pdf", "page", "bundle", "doc", "collection", "variant", "record"].flatMap { stem in
        [stem, stem.uppercased(), stem.prefix(1).uppercased() + stem.dropFirst()]
    }

    /// The words of kinds that a line has.
    static func found(in line: String, of path: String) -> [String] {
        guard stems.contains(where: line.has) else { return [] }
        let line = otherMeanings.reduce(line) { $0.replacing($1, with: "") }
        let names = line.split { !$0.isLetter || !$0.isASCII }.map(String.init)
        let compounds = names.filter { name in
            let parts = parts(of: name)
            return parts.count > 1 && (parts.contains("record") || parts.contains("records")) && !records.contains(name)
        }
        return names.flatMap(parts).filter { words.contains($0) && exempt[path]?.contains($0) != true } + compounds
    }

    /// The words that a name is put together of, in lower case: `PDFFile` is `pdf` and `file`.
    private static func parts(of name: String) -> [String] {
        var parts: [String] = []
        let letters = Array(name)
        for (position, letter) in letters.enumerated() {
            let beginsWord = letter.isUppercase && (position == 0 || letters[position - 1].isLowercase || position + 1 < letters.count && letters[position + 1].isLowercase)
            if beginsWord || parts.isEmpty { parts.append("") }
            parts[parts.count - 1] += letter.lowercased()
        }
        return parts
    }
}
