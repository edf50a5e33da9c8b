import ShedTestSupport
import Testing

/// What leads to a terminal, a log or another program, read from the sources.
@Suite struct `What is printed` {
    /// What prints by itself in Swift and in C.
    private static let printers = ["print", "debugPrint", "dump", "puts", "fputs", "fwrite", "printf", "fprintf", "putchar", "perror"]

    /// Where bytes may be written to the standard output and to the errors.
    private static let doors: Set = ["ShedCommand/Output/Output", "ShedCommand/Output/ProgressBar", "ShedDaemon/Logging/LineLogHandler"]

    /// Where bytes are printed that did not go through the wall for text (`PrintedText`): documents that were asked for, what went
    /// through it already, and constants.
    private static let documents: Set = [
        "ShedCommand/Output/OutputFile", "ShedCommand/Program/Program", "ShedPapersKind/Verbs/BundleTextVerb", "shed/Verbs/KeepingTrue/Check/CheckVerb",
    ]

    private static func name(of file: SourceFile) -> String { String(file.path.dropFirst("Sources/".count).dropLast(".swift".count)) }

    @Test func `leaves by one door`() throws {
        var seen: Set<String> = []
        for file in try House.files(in: "Sources") {
            let name = Self.name(of: file)
            for (position, line) in file.lines.enumerated() where line.has("(") && !line.trimmed.hasPrefix("//") {
                // A function or a closure of the file's own may be called so.
                if let printer = Self.printers.first(where: { Self.calls($0, in: line) }),
                    !file.lines.contains(where: { $0.has("func \(printer)(") || $0.has("_ \(printer): (") })
                {
                    Issue.record("“\(printer)” in \(file.place(position))")
                }
                if line.has("write("), line.has("STDOUT_FILENO") || line.has("STDERR_FILENO") {
                    seen.insert(name)
                    if !Self.doors.contains(name) { Issue.record("another door in \(file.place(position))") }
                }
            }
        }
        #expect(seen == Self.doors)
    }

    @Test func `is text that went through the wall, or a document`() throws {
        var seen: Set<String> = []
        for file in try House.files(in: "Sources") {
            for (position, line) in file.lines.enumerated() where line.has("output.bytes(") || line.has("{ $0.bytes(") {
                seen.insert(Self.name(of: file))
                if !Self.documents.contains(Self.name(of: file)) { Issue.record("bytes as they are in \(file.place(position))") }
            }
        }
        #expect(seen == Self.documents)
    }

    /// Above the room that knows how to escape it.
    @Test func `has no text of others put into it as it is`() throws {
        for file in try House.files(in: "Sources") where !file.path.hasPrefix("Sources/ShedModel/") {
            for (position, line) in file.lines.enumerated() where Self.putsRaw(line) { Issue.record("raw text in \(file.place(position))") }
        }
    }

    /// Whether a line calls a function by its bare name.
    private static func calls(_ name: String, in line: String) -> Bool {
        guard line.has(name) else { return false }
        var rest = line[...]
        while let range = rest.firstRange(of: "\(name)(") {
            let former = rest[..<range.lowerBound].last
            if !(former.map { $0.isLetter || $0.isNumber || "._`\"".contains($0) } ?? false), !rest[..<range.lowerBound].hasSuffix("func ") { return true }
            rest = rest[range.upperBound...]
        }
        return false
    }

    /// Whether words are made of a foreign text, a role or the bytes of a name without an escape.
    private static func putsRaw(_ line: String) -> Bool {
        guard line.has("\\(") else { return false }
        var rest = line[...]
        while let range = rest.firstRange(of: "\\(") {
            rest = rest[range.upperBound...]
            let value = rest.prefix { $0 != ")" }
            let isRole = value.lowercased().hasSuffix("role.rawvalue") || value.lowercased().hasSuffix("role?.rawvalue")
            if value.hasSuffix(".raw") || value.contains(".raw ") || value.hasPrefix("String(decoding") || isRole { return true }
        }
        return false
    }

    @Test func `is seen by these tests`() {
        #expect(Self.calls("print", in: "        print(a)") && Self.calls("fputs", in: "{ fputs(a, b) }"))
        #expect(!Self.calls("print", in: "a.print(b)") && !Self.calls("print", in: "func print(") && !Self.calls("puts", in: "fputs(a)"))
        #expect(Self.putsRaw(#""\(kind.raw)""#) && Self.putsRaw(#""\(folder.role.rawValue)""#) && Self.putsRaw(#""a \(String(decoding: name.bytes, as: UTF8.self))""#))
        #expect(!Self.putsRaw(#""\(kind) \(name.escaped) \(severity.rawValue)""#))
    }
}
