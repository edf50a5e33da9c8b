import ArgumentParser
import ShedEngine
import ShedModel

extension Search.Order: ExpressibleByArgument {}

/// What `--type` takes.
enum FoundType: String, ExpressibleByArgument, CaseIterable {
    case file
    case folder
}

struct FindVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Find files and folders by name, text, tags, time, size and state.",
        discussion: """
            WORDS are parts of the name, case aside; all of them must be in it. A word with * ? or [ is a pattern for the \
            whole name. In a papers project words are also looked for in what pages say, as --text does. All options that are given must hold. Exits 1 if nothing was found.

            Times are spans (30min, 12h, 2d, 3w, 1y), dates (2026-11-21, 2026-11-21T18:30, with Z in UTC), today or \
            yesterday. Sizes are bytes, or 10k, 5M, 1G. Documentation/Find.md says more.

            Example: shed find ode --text "spring" --newer 2d
            """)

    @Argument(help: "Parts of the name, or patterns for it.") var words: [String] = []
    @Option(name: .customLong("in"), help: ArgumentHelp("Only in this folder, at any depth.", valueName: "folder"), completion: .directory) var folder: String?
    @Option(help: "Only file or folder.") var type: FoundType?
    @Option(help: ArgumentHelp("The folder with this role, such as draft or trash.", valueName: "role")) var role: String?
    @Option(help: ArgumentHelp("A pattern for the whole name, such as \"*.txt\".", valueName: "glob")) var name: [String] = []
    @Option(help: ArgumentHelp("Words that the file's text holds; \"…\" within keeps a phrase together.", valueName: "words")) var text: [String] = []
    @Option(help: ArgumentHelp("Modified after this time.", valueName: "time")) var newer: String?
    @Option(help: ArgumentHelp("Modified before this time.", valueName: "time")) var older: String?
    @Option(help: ArgumentHelp("Files of more bytes than this.", valueName: "size")) var larger: String?
    @Option(help: ArgumentHelp("Files of fewer bytes than this.", valueName: "size")) var smaller: String?
    @Option(help: ArgumentHelp("What has this tag: NAME or GROUP/NAME.", valueName: "tag")) var tag: [String] = []
    @Option(name: .customLong("var"), help: ArgumentHelp("What has such a value: \"rating>=4\", state=open, or rating for any.", valueName: "test")) var variable: [String] = []
    @Flag(help: "Look among what is missing.") var missing = false
    @Flag(help: "Only what was refused and lies in Rejected.") var rejected = false
    @Option(help: ArgumentHelp("What has this ID.", valueName: "id")) var id: String?
    @Option(help: "relevance, path, name, modified or created (newest first), or size (largest first).") var sort = Search.Order.relevance
    @Option(parsing: .unconditional, help: ArgumentHelp("The most results.", valueName: "number")) var limit: Int?
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is at least 1.") }
    }

    /// Reading texts takes long; the daemon has better to do.
    var delegation: Delegation { text.isEmpty ? .look : .never }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let search = try search(session, project)
        if !search.phrases.isEmpty { try session.leaveToCaller() }
        let result = try project.listing().search(search)
        if global.json {
            session.output.json(.array(result.hits.map { json($0) } + result.pages.map(\.json)))
        } else if global.zero {
            var told: Set<RelativePath> = []
            for path in result.hits.map(\.view.path) + result.pages.flatMap(\.shownAt) where told.insert(path).inserted { session.output.path(path.bytes) }
        } else if !global.quiet {
            for hit in result.hits { FoundLines(session).print(hit) }
            for hit in result.pages { FoundLines(session).print(hit) }
        }
        warn(result, session)
        return result.hits.isEmpty && result.pages.isEmpty ? .findings : .done
    }

    // MARK: What is looked for

    private func search(_ session: Session, _ project: Project) throws(ShedError) -> Search {
        var search = Search()
        search.words = words.map(RawArguments.bytes)
        search.globs = name.map(RawArguments.bytes)
        for text in text {
            let found = Search.words(of: try session.text(text, of: "--text"))
            guard !found.isEmpty else { throw ShedError(.usage, "--text has no word in it", remedy: "Say what to look for.") }
            search.texts += found
        }
        if let folder { search.folder = try session.path(folder, in: project) }
        search.type = type.map { $0 == .file ? .file : .folder }
        if let role { search.role = try knownRole(role, project) }
        let now = project.surroundings.now()
        if let newer { search.newer = try TimeArgument.time(newer, now: now, of: "--newer") }
        if let older { search.older = try TimeArgument.time(older, now: now, of: "--older") }
        if let larger { search.larger = try SizeArgument.bytes(larger, of: "--larger") }
        if let smaller { search.smaller = try SizeArgument.bytes(smaller, of: "--smaller") }
        if let id {
            guard let known = NodeID(id) else { throw ShedError(.usage, "“\(id)” is no ID", remedy: "“shed show PATH” prints one.") }
            search.id = known
        }
        for word in tag { search.tags.append(try session.text(word, of: "--tag")) }
        for test in variable { search.values.append(try session.text(test, of: "--var")) }
        search.isMissing = missing
        search.isRejected = rejected
        search.order = sort
        search.limit = limit
        if project.hasPapers, looksIntoPages(search) { search.phrases = search.words.map { String(decoding: $0, as: UTF8.self) } }
        return search
    }

    /// Whether words mean what pages say, as well as names.
    private func looksIntoPages(_ search: Search) -> Bool {
        !search.words.isEmpty && search.texts.isEmpty && search.globs.isEmpty && search.role == nil && search.id == nil && !missing && !rejected
            && search.words.allSatisfy { word in
                String(validating: word, as: UTF8.self)?.contains { !$0.isWhitespace } == true && !word.contains { [0x2a, 0x3f, 0x5b, 0x0a, 0x0d].contains($0) }
            }
    }

    private func knownRole(_ text: String, _ project: Project) throws(ShedError) -> Role {
        let role = Role(rawValue: text)
        let roles = project.template.folders.map(\.role) + [.rejected]
        guard roles.contains(role) else {
            throw ShedError(.usage, "no folder of this project has the role “\(text)”", remedy: "Roles are \(roles.map(\.rawValue).joined(separator: ", ")).")
        }
        return role
    }

    // MARK: What was found

    private func json(_ hit: SearchHit) -> JSONValue {
        var value = hit.view.json
        guard !text.isEmpty, case .object(let object) = value else { return value }
        let matches = hit.lines.map { line -> JSONValue in
            ["line": .integer(Int64(line.line)), "column": .integer(Int64(line.column)), "text": .string(line.text)]
        }
        value = .object(JSONObject(object.members + [JSONObject.Member("matches", .array(matches))]))
        return value
    }

    private func warn(_ result: SearchResult, _ session: Session) {
        let most = 10
        for path in result.tooLarge.prefix(most) {
            session.output.note("shed: \(path) was not searched: it holds more than \(Search.largestText >> 20) MiB.")
        }
        if result.tooLarge.count > most { session.output.note("shed: and \(result.tooLarge.count - most) more that are as large.") }
        for message in result.unreadable.prefix(most) { session.output.note("shed: \(message).") }
        if result.unreadable.count > most { session.output.note("shed: and \(result.unreadable.count - most) more that cannot be read.") }
        if global.verbose, result.notText > 0 {
            session.output.note("shed: \(Style.count(result.notText, "file")) not searched: no UTF-8 text.")
        }
    }
}

/// What was found, for people.
private struct FoundLines {
    let session: Session

    init(_ session: Session) { self.session = session }

    func print(_ hit: SearchHit) {
        let view = hit.view
        let style = session.style
        var line = view.path.parent.isRoot ? "" : style.faint("\(view.path.parent)/")
        line += name(view.name, hit.nameMarks) + (view.type.isDirectory ? "/" : "")
        if session.options.verbose {
            let size = view.type.isDirectory ? "\(view.files + view.folders) inside" : "\(view.size) bytes"
            line += style.faint("  \(size)  \(Style.time(view.modified / 1_000_000))  \(view.id?.description ?? "no ID yet")")
        }
        session.output.line(line)
        for hit in hit.lines { session.output.line("  " + style.faint("\(hit.line): ") + marked(hit.text, hit.marks)) }
    }

    func print(_ hit: PageHit) {
        let style = session.style
        for path in hit.pages.map(\.path) { session.output.line((path.parent.isRoot ? "" : style.faint("\(path.parent)/")) + (path.last?.escaped ?? "")) }
        if hit.pages.isEmpty { session.output.line(style.faint("\(hit.path.parent)/") + (hit.path.last?.escaped ?? "") + "/") }
        let page = hit.number.map { "page \($0)" } ?? "page \(hit.textNumber) of ocr.pdf"
        let place = hit.pages.isEmpty ? page : "\(hit.path.last?.escaped ?? ""), \(page)"
        session.output.line("  " + style.faint("\(place): ") + marked(hit.excerpt, hit.marks))
    }

    /// Paths are often piped on, so without color nothing is put into them.
    private func name(_ name: Name, _ marks: [Range<Int>]) -> String {
        // An escaped name has other positions.
        guard session.style.isColored, let text = name.text, name.escaped == text else { return name.escaped }
        return marked(text, marks)
    }

    private func marked(_ text: String, _ marks: [Range<Int>]) -> String {
        let bytes = Array(text.utf8)
        var result = ""
        var position = 0
        func part(_ range: Range<Int>) -> String { TextBlock.lines(String(decoding: bytes[range], as: UTF8.self)).joined() }
        for mark in marks where mark.lowerBound >= position && mark.upperBound <= bytes.count {
            result += part(position..<mark.lowerBound) + session.style.found(part(mark))
            position = mark.upperBound
        }
        return result + part(position..<bytes.count)
    }
}

extension PageHit {
    /// The files to open: the pages that show it, else the OCR variant that it was found in.
    fileprivate var shownAt: [RelativePath] { pages.isEmpty ? [path.appending(Name("ocr.pdf"))] : pages.map(\.path) }

    /// An element of `find --json`.
    fileprivate var json: JSONValue {
        var object = JSONBuilder()
        object.add("kind", "text")
        object.add("bundle", bundle)
        object.add("path", path)
        object.add("number", number.map { .integer(Int64($0)) } ?? .null)
        object.add("textNumber", .integer(Int64(textNumber)))
        object.add("pages", .array(pages.map { page in
            var object = JSONBuilder()
            object.add("id", page.id)
            object.add("path", page.path)
            return object.value
        }))
        object.add("text", .string(excerpt))
        return object.value
    }
}

extension Style {
    /// What was looked for: bold, or in angle quotes where there is no color.
    func found(_ text: String) -> String { isColored ? heading(text) : "«\(text)»" }
}
