import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

extension Search.Order: ExpressibleByArgument {}

struct FindVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Find files and folders by name, text, tags, time, size and state.",
        discussion: """
            WORDS are parts of the name, case and accents aside; all of them must be in it. A word with * ? or [ is a pattern for the \
            whole name. In a papers project words are also looked for in what pages say, as --text does. All options that are given must hold. Exits 1 if nothing was found.

            Times are spans (30min, 12h, 2d, 3w, 1y), dates (2026-11-21, 2026-11-21T18:30, with Z in UTC), today or \
            yesterday. Sizes are bytes, or 10k, 5M, 1G. Documentation/Find.md says more.

            --text takes words, which must stand in the text as words, case and accents aside, and phrases in double quotes, which must \
            stand in one line as they are. What fits best comes first.

            Example: shed find ode --text "spring wind*" --newer 2d
            """)

    @Argument(help: "Parts of the name, or patterns for it.") var words: [String] = []
    @OptionGroup var conditions: FindConditions
    @Option(help: "relevance, path, name, modified or created (newest first), or size (largest first).") var sort = Search.Order.relevance
    @Option(parsing: .unconditional, help: ArgumentHelp("The most results.", valueName: "number")) var limit: Int?
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if conditions.missing, conditions.linkingTo != nil { throw ValidationError(.giveEither(first: "--missing", second: "--linking-to")) }
        if let limit, limit < 1 { throw ValidationError(.isAtLeast(option: "--limit", least: 1)) }
    }

    /// Reading many texts takes long; the daemon has better to do. What was no text it does not count.
    var delegation: Delegation { conditions.linkingTo == nil && (conditions.text.isEmpty || !global.verbose) ? .look : .never }
    var onlyLooks: Bool { true }
    static var isAskedUnread: Bool { true }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        var search = try conditions.search(words, session, in: project)
        search.order = sort
        search.limit = limit
        search = project.widened(search)
        if !search.phrases.isEmpty { try session.leaveToCaller() }
        let result = try result(of: search, session, project)
        let further = session.kinds(of: project).flatMap { $0.furtherHits(of: result) }
        if global.json {
            try session.output.json { stream throws(ShedError) in
                stream.beginArray()
                for hit in result.hits { try stream.value(json(hit)) }
                for hit in further { try stream.value(hit.json) }
                stream.end()
            }
        } else if global.zero {
            var told: Set<RelativePath> = []
            for path in result.hits.map(\.view.path) + further.flatMap(\.paths) where told.insert(path).inserted { session.output.path(session.style.place(path)) }
        } else if !global.quiet {
            for hit in result.hits { HitLines(session).print(hit) }
            for hit in further { for line in hit.lines(session.style) { session.output.line(line) } }
        }
        warn(result, session)
        if result.isEmpty, !global.quiet, !words.isEmpty, conditions.text.isEmpty, search.phrases.isEmpty {
            session.note(.noNameHasThat(command: textCommand))
        }
        if result.isEmpty, !global.quiet, !global.json { hint(search, session, project) }
        return result.isEmpty ? .findings : .done
    }

    /// Says what may help where nothing was found.
    private func hint(_ search: Search, _ session: Session, _ project: Project) {
        for hint in search.hints {
            switch hint {
            case .star(let word): session.note(.starEndsWords(word: shown(word)))
            case .joiner(let word): session.note(.operatorIsWord(word: shown(word), sort: word.lowercased()))
            case .part(let word): session.note(.partsNeedExact(word: shown(word)))
            }
        }
        if let id = search.marks.id, !project.asKnown.knows(id), let (words, advice) = session.elsewhere(id) {
            session.note(.withAdvice(message: words, advice: advice))
        }
    }

    private func shown(_ word: String) -> String { EscapedText.escape(Array(word.utf8)) }

    /// What looks for the same words in texts.
    private var textCommand: String {
        let directory = global.directory.map { " -C \(ShellWord.quote(RawArguments.bytes(of: $0)))" } ?? ""
        return "shed\(directory) find --text \(ShellWord.quote(words.joined(separator: " ")))"
    }

    private func result(of search: Search, _ session: Session, _ project: Project) throws -> SearchResult {
        if session.isDelegated, search.isOfTexts {
            if let result = try project.searchAsTold(search) { return result }
            try session.leaveToCaller()
        }
        // What was no text is counted where all files are looked at.
        return try global.verbose ? project.listing().search(search) : project.search(search)
    }

    private func json(_ hit: SearchHit) -> JSONValue {
        var value = hit.view.json
        guard !conditions.text.isEmpty, case .object(let object) = value else { return value }
        let matches = hit.lines.map { line -> JSONValue in
            ["line": .integer(Int64(line.line)), "column": .integer(Int64(line.column)), "text": .string(line.text)]
        }
        value = .object(JSONObject(object.members + [JSONObject.Member("matches", .array(matches))]))
        return value
    }

    private func warn(_ result: SearchResult, _ session: Session) {
        let most = 10
        for path in result.tooLarge.prefix(most) {
            session.note(.notSearched(path: session.style.path(path), limit: Int(Search.largestText >> 20)))
        }
        if result.isDamaged { session.note(.searchIndexDamaged) }
        if result.tooLarge.count > most { session.note(.moreAsLarge(count: result.tooLarge.count - most)) }
        for message in result.unreadable.prefix(most) { session.note(sentence: message) }
        if result.unreadable.count > most { session.note(.moreUnreadable(count: result.unreadable.count - most)) }
        if global.verbose, result.notText > 0 {
            session.note(.noTexts(count: result.notText))
        }
    }
}
