import ShedTestSupport
import Testing

/// What holds of the sources throughout, read from the checkout.
@Suite struct `The house` {
    private static let targets = Manifest().targets

    /// What comes with the system and with Swift.
    private static let systemModules: Set = ["Swift", "Glibc", "Synchronization", "Testing", "Dispatch", "Foundation"]

    @Test(arguments: Vocabulary.rooms) func `has no word of a kind in a room of all projects`(room: String) throws {
        for file in try House.files(in: "Sources/\(room)") {
            for (position, line) in file.lines.enumerated() {
                let words = Vocabulary.found(in: line, of: file.path)
                if !words.isEmpty { Issue.record("\(words.joined(separator: ", ")) in \(file.place(position))") }
            }
        }
    }

    @Test(arguments: ["Sources", "Tests"]) func `has no file of more than 400 lines, and no function of more than 60`(folder: String) throws {
        for file in try House.files(in: folder) {
            // The last line ends too.
            #expect(file.lines.count <= 401, "\(file.path)")
            for position in file.functions(longerThan: 60) { Issue.record("longer than 60 lines: \(file.place(position))") }
        }
    }

    @Test func `opens nothing that a program would inherit which another thread starts`() throws {
        for file in try House.files(in: "Sources") { for position in Descriptors.open(in: file) { Issue.record("\(file.place(position))") } }
        let wrong = SourceFile("x.swift", text: """
            let a = mkstemp(&name)
            let b = open(path, O_RDONLY)
            let c = Glibc.dup(b)
            let d = fcntl(b, F_DUPFD, 3)
            let e = fopen(path, "r")
            let f = socket(AF_UNIX, SOCK_STREAM, 0)
            """)
        #expect(Descriptors.open(in: wrong) == Array(0..<6))
        let right = SourceFile("x.swift", text: """
            let a = mkdtemp(&name)
            let b = open(path, O_RDONLY | O_CLOEXEC)
            let d = fcntl(b, F_DUPFD_CLOEXEC, 3)
            let e = fopen(path, "re")
            let kind = SOCK_STREAM | SOCK_CLOEXEC
            let f = socket(AF_UNIX, kind, 0)
            """)
        #expect(Descriptors.open(in: right) == [])
    }

    @Test func `declares for each target what it imports, and nothing else`() throws {
        #expect(Self.targets.count > 40)
        for target in Self.targets {
            let files = try House.files(in: target.folder)
            guard !files.isEmpty else { continue }
            let imports = Set(files.flatMap(\.imports)).subtracting(Self.systemModules)
            #expect(imports.subtracting(target.dependencies) == [], "\(target.name) imports it and does not declare it")
            // Tests run the program itself.
            let programs = Self.targets.filter(\.isExecutable).map(\.name)
            #expect(target.dependencies.subtracting(imports).subtracting(programs) == [], "\(target.name) declares it and does not import it")
        }
    }

    @Test func `lets no test that waits for programs keep a processor from the others`() throws {
        let waiting = Self.targets.filter { $0.dependencies.contains("ShedTestSchedule") }
        #expect(waiting.count >= 8)
        for target in waiting {
            for file in try House.files(in: target.folder) {
                for (position, attribute) in file.suites {
                    #expect(attribute.contains(attribute.contains(".serialized") ? ".waitsInTurn" : ".waitsForPrograms"), "\(file.place(position))")
                }
            }
        }
        let types = SourceFile("x.swift", text: """
            struct A {
                @Test func a() {}
            }
            struct B {
                let b = 1
            }
            @Suite(.serialized)
            final class C {
                @Test func c() {}
            }
            @Suite struct D {}
            """)
        #expect(types.suites.map(\.position) == [0, 7, 10] && types.suites.map(\.attribute) == ["", "@Suite(.serialized)", "@Suite struct D {}"])
    }

    /// Why stands at ``Lock`` of `ShedThreads`.
    @Test(arguments: ["Sources", "Tests"]) func `guards no value in a way that the thread sanitizer does not see`(folder: String) throws {
        for file in try House.files(in: folder) {
            for (position, line) in file.lines.enumerated() where line.has("Mutex") && CodeTokens.of(line).contains("Mutex") {
                Issue.record("a Mutex in place of a Lock: \(file.place(position))")
            }
        }
    }

    @Test(arguments: ["Sources", "Tests"]) func `cites documents that are here, and no others`(folder: String) throws {
        // Here stands what is looked for.
        for file in try House.files(in: folder) where !file.path.hasPrefix("Tests/ShedHouseTests/") {
            for (position, line) in file.lines.enumerated() where !line.has("Source: seed") {
                for citation in Citations.found(in: line) where !Citations.isHere(citation) {
                    Issue.record("\(citation) in \(file.place(position))")
                }
            }
        }
    }
}

/// What Documentation/Security.md promises.
@Suite struct `The table of what may be hostile` {
    @Test func `names tests that are here`() throws {
        let lines = try #require(String(validating: TestFile.read(House.path + "/Documentation/Security.md"), as: UTF8.self)).split(separator: "\n")
        let rows = lines.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") && !$0.hasSuffix("| held by |") && $0.count { $0 == "|" } > 3 }
        #expect(rows.count > 25)
        let files = Set(try House.files(in: "Tests").map { $0.path.split(separator: "/") }.flatMap { path in
            [path.last.map { String($0.dropLast(".swift".count)) }, path.count > 1 ? String(path[1]) : nil].compactMap(\.self)
        })
        for row in rows {
            let cell = row.split(separator: "|").last ?? ""
            let tests = cell.split(separator: "`").map(String.init).filter { $0.hasSuffix("Tests") }.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
            #expect(!tests.isEmpty, "nothing holds: \(row)")
            for test in tests { #expect(files.contains(test), "\(test) is no test: \(row)") }
        }
    }
}

/// What the verbs print.
@Suite struct `The verbs` {
    @Test func `print paths as they are from where the program was started`() throws {
        for file in try House.files(in: "Sources") where file.path.contains("/Verbs/") || file.path.hasPrefix("Sources/ShedCommand/Session/") {
            for (position, line) in file.lines.enumerated() where line.has("output.path(") && line.has(".bytes)") {
                Issue.record("a path that is not put through “style.place”: \(file.place(position))")
            }
        }
    }
}

/// What is said in daily use.
@Suite struct `Messages` {
    /// The files in which all that is said comes from the catalogue.
    private static let files = verbs.map { "shed/Verbs/\($0)" } + ["Versions", "Restore"].map { "ShedRecordsKind/Verbs/Record\($0)Verb" }
        + ["Project+Undo", "Undone", "Undoing", "Undoing+Contents", "Transaction+UndoNotes"].map { "ShedProject/Undo/\($0)" }

    /// Those of the verbs of all projects.
    private static let verbs = ["Tree", "List", "Show", "Status", "Log"].map { "Looking/\($0)Verb" }
        + ["Looking/NodeLine", "Looking/History/HistoryLine", "Looking/History/HistoryPage"]
        + ["Accept", "Add", "Allow", "EmptyTrash", "Forget", "Move", "Order", "Relink", "Remove", "Restore", "Undo"].map { "Changing/\($0)Verb" }
        + ["Changing/UndoPage", "KeepingTrue/SyncVerb", "Projects/DeleteVerb", "Projects/ProjectsForgetVerb"]
        + ["Labelling", "TagAdd", "TagRemove", "VariableSet", "VariableUnset"].map { "Labels/\($0)Verb" }

    /// What takes words that are in no catalogue.
    private static let speakers = [
        "say(\"", "note(\"shed", "confirm(\"", "isTaken(offer: \"", "heading(\"", "good(\"", "bad(\"", "faint(\"(", "Style.count(", "session.done(",
        "ShedError(.usage, \"", "ShedError(.refused, \"", ".usage, \"", ".refused, \"", "remedy: \"",
    ]

    @Test(arguments: files) func `come from the catalogue`(name: String) throws {
        let file = SourceFile("Sources/\(name).swift")
        #expect(file.lines.count > 10)
        for (position, line) in file.lines.enumerated() where Self.speakers.contains(where: line.has) {
            Issue.record("English outside of the catalogue (Documentation/Messages.md): \(file.place(position))")
        }
    }

    /// Where verbs of daily use refuse something.
    private static let refusing = ["ShedPapersKind", "ShedRecordsKind", "ShedWritingKind", "ShedProject", "ShedCommand"]
        + ["Looking", "Changing", "Labels", "Projects"].map { "shed/Verbs/\($0)" }

    /// What refuses to programs, developers and those who mend a project, in English.
    private static let technical: Set = [
        "ShedPapersKind/Editing/EditState", "ShedPapersKind/Verbs/StateOption", "ShedPapersKind/Making/Transaction+Renumbering",
        "ShedProject/Home/Surroundings", "ShedProject/Changes/Transaction+Mending",
        "ShedCommand/Session/Session",
    ]

    /// An error that is made of words takes them from the catalogue, or says with `.verbatim` that they are another's.
    @Test func `refuse nothing of daily use in English alone`() throws {
        var english: Set<String> = []
        for file in try Self.refusing.flatMap({ try House.files(in: "Sources/\($0)") }) {
            let name = String(file.path.dropFirst("Sources/".count).dropLast(".swift".count))
            for (position, line) in file.lines.enumerated() where [".usage, \"", ".refused, \"", "refused(\""].contains(where: line.has) {
                english.insert(name)
                guard !Self.technical.contains(name) else { continue }
                Issue.record("English outside of the catalogue (Documentation/Messages.md): \(file.place(position))")
            }
        }
        #expect(Self.technical.subtracting(english) == [], "says nothing in English any more")
    }
}

/// That those tests see what they look for.
@Suite struct `A look at the sources` {
    @Test func `knows the words of kinds, however they are put together`() {
        #expect(Vocabulary.found(in: "let complaints: PDFComplaints // of papers", of: "") == ["pdf", "papers"])
        #expect(Vocabulary.found(in: "try index.writeRecords(RecordRow(pageNumber: 1))", of: "") == ["page", "writeRecords", "RecordRow"])
        #expect(Vocabulary.found(in: "/// Documentation, the doctor, a record of somePackage: some Collection<UInt8>", of: "").isEmpty)
    }

    @Test(arguments: [
        ("func a() {", "}"), ("    static func b(\n        c: Int\n    ) throws {", "    }"), ("    init?(_ d: [Int]) {", "    }"),
    ]) func `knows how long a function is`(beginning: String, end: String) {
        let (head, body) = (beginning.split(separator: "\n").count, "        e()\n\n        f()\n")
        let file = SourceFile("A.swift", text: "let a = 1\n\(beginning)\n\(body)\(end)\nlet b = 1\n")
        #expect(file.functions(longerThan: head + 4).isEmpty)
        #expect(file.functions(longerThan: head + 3) == [1])
    }

    @Test func `knows imports and citations`() {
        let file = SourceFile("A.swift", text: "import A\n@testable import B\nimport struct C.D\n    import E\nlet f = 1\n")
        #expect(file.imports == ["A", "B", "C"])
        #expect(Citations.found(in: "let a = \"SPEC\" // SPEC 7; DESIGN.md. SPECIAL") == ["SPEC", "DESIGN.md"])
        #expect(Citations.found(in: "“See Documentation/Absent.md.”") == ["Documentation/Absent.md"])
        #expect(Citations.isHere("Documentation/Design.md") && !Citations.isHere("Documentation/Absent.md") && !Citations.isHere("SPEC"))
    }
}

/// Documents that comments name.
private enum Citations {
    /// Documents that led to the house, and are not part of it.
    private static let elsewhere: Set = ["SPEC", "DESIGN", "STYLE"]

    /// Documents of `Documentation` anywhere in a line, others in its comment.
    static func found(in line: String) -> [String] {
        guard line.has("Documentation/") || elsewhere.contains(where: line.has) else { return [] }
        let comment = line.firstRange(of: "//").map { words(of: line[$0.upperBound...]) } ?? []
        return words(of: line[...]).filter { $0.hasPrefix("Documentation/") && $0.hasSuffix(".md") }
            + comment.filter { elsewhere.contains(String($0.prefix { $0 != "." })) }
    }

    private static func words(of text: Substring) -> [String] {
        text.split { !($0.isLetter || $0.isNumber || "/._-".contains($0)) }.map { String($0).trimmingEnd(".") }
    }

    /// Whether a document is part of the package. `NAME` stands for any.
    static func isHere(_ citation: String) -> Bool {
        citation.hasSuffix("/NAME.md") || citation.hasPrefix("Documentation/") && !TestFile.read("\(House.path)/\(citation)").isEmpty
    }
}

extension String {
    /// Without such characters at the end.
    fileprivate func trimmingEnd(_ character: Character) -> String {
        var text = self
        while text.last == character { text.removeLast() }
        return text
    }
}
