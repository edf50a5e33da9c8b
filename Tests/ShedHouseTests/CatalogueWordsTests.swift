import ShedTestSupport
import Testing

/// What holds of the catalogues, read as texts (Documentation/Messages.md).
@Suite struct `The catalogues as they are written` {
    private static let languages = ["de", "fr", "es", "ja"]

    @Test(arguments: languages) func `name what is to be put in by words of their language`(language: String) throws {
        let english = Self.patterns("en")
        let patterns = Self.patterns(language)
        #expect(english.count > 1_000 && patterns.count == english.count)
        for (key, text) in patterns where !Self.asPrinted.contains(key) {
            let left = Self.capitals(in: text).intersection(Self.capitals(in: english[key] ?? "")).subtracting(Self.names)
            #expect(left.subtracting(Self.same[language] ?? []) == [], "\(language): \(key)")
        }
    }

    /// A deed that a catalogue does not know is told in English.
    @Test(arguments: languages) func `have a word for each deed that a disk can refuse`(language: String) throws {
        let pattern = try #require(Self.patterns(language)["diskFault"])
        var seen: Set<String> = []
        for file in try ["ShedDisk", "ShedSidecar", "ShedProject", "ShedPapers", "ShedWritingKind"].flatMap({ try House.files(in: "Sources/\($0)") }) {
            for (position, line) in file.lines.enumerated() {
                for deed in Self.deeds(in: line, isOfDisk: file.path.hasPrefix("Sources/ShedDisk/")) {
                    seen.insert(deed)
                    if !pattern.contains(" \(deed) {") { Issue.record("\(language) lacks “\(deed)” of \(file.place(position))") }
                }
            }
        }
        #expect(seen.isSuperset(of: ["read", "write", "look-at", "move", "exchange", "take-anything-out-of"]), "\(seen)")
    }

    @Test func `are seen by these tests`() {
        #expect(Self.capitals(in: "„shed resolve DATEI --diff“ SHED_STATE_DIR, UTF-8, REQUÊTE A") == ["DATEI", "UTF", "REQU", "TE"])
        #expect(Self.deeds(in: #"throw DiskError(.changed, action: "put anything into", path: label)"#, isOfDisk: false) == ["put-anything-into"])
        #expect(Self.deeds(in: #"guard result == 0 else { throw failure(-result, "look at", name) }"#, isOfDisk: true) == ["look-at"])
        #expect(Self.deeds(in: #"throw failure("it is odd")"#, isOfDisk: false) == [] && Self.deeds(in: "func failure(_ number: Int32)", isOfDisk: true) == [])
    }

    // MARK: Reading

    /// What is called so, and formats.
    private static let names: Set = ["CSV", "EDITOR", "FIFO", "HOME", "HTML", "ID", "JSON", "NFC", "NFD", "OCR", "PDF", "TMPDIR", "UTF", "YAML", "ZIP"]
    /// Words that are the same in a language.
    private static let same: [String: Set<String>] = ["de": ["NAME", "TEXT"], "fr": ["COLLECTION", "DATE"]]
    /// They tell of a command that is printed below, with these very words in it.
    private static let asPrinted: Set = ["setupTrust", "setupRcloneEach"]

    private static func patterns(_ language: String) -> [String: String] {
        var patterns: [String: String] = [:]
        for name in [language, language + "-refusals"] {
            let text = String(decoding: TestFile.read("\(House.path)/Sources/ShedMessages/Catalogues/\(name).toml"), as: UTF8.self)
            for line in text.split(separator: "\n") {
                guard let middle = line.firstRange(of: " = \"") else { continue }
                patterns[String(line[..<middle.lowerBound])] = String(line[middle.upperBound...].dropLast())
            }
        }
        return patterns
    }

    /// The words of two capital letters and more.
    private static func capitals(in text: String) -> Set<String> {
        let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
        return Set(words.filter { $0.count > 1 && $0.allSatisfy(\.isUppercase) }.map(String.init))
    }

    /// What a line says was tried, with hyphens in place of spaces.
    /// - Parameter isOfDisk: whether it is of the room that has a function for faults.
    private static func deeds(in line: String, isOfDisk: Bool) -> [String] {
        var start = line.has("action: \"") ? line.firstRange(of: "action: \"")?.upperBound : nil
        if start == nil, isOfDisk, line.has("ailure("), let call = line.firstRange(of: "ailure(") {
            start = line[call.upperBound...].firstIndex(of: "\"").map { line.index(after: $0) }
        }
        guard let start else { return [] }
        let deed = String(line[start...].prefix { $0 != "\"" })
        return deed.isEmpty ? [] : [deed.replacing(" ", with: "-")]
    }
}
