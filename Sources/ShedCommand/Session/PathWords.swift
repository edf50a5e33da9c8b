import ShedModel
import ShedProject

/// Reads words that name what is there: by their paths or, where nothing stands at one, as the project's kind calls things. A file's own name
/// goes first, and what is no path in the project is that before anything else. Made once for many.
///
/// For verbs that look, and for tags and values: who moves or removes something names it by its path, so that no word that is wrong leads to
/// something else.
struct PathWords {
    private let session: Session
    private let project: Project
    private var typed: [any WordReader]
    private var listed: [any WordReader]

    init(_ session: Session, in project: Project) {
        (self.session, self.project) = (session, project)
        func readers(_ session: Session) -> [any WordReader] { session.kinds(of: project).compactMap { $0.wordReader(session, in: project) } }
        (typed, listed) = (readers(session), readers(session.ofLists))
    }

    /// The path of what a word names.
    /// - Parameter isChoosy: whether a word is refused that may mean several things: the verb can be told which.
    mutating func path(_ word: PathWord, isChoosy: Bool = false) throws(ShedError) -> RelativePath {
        let session = session.reading(word)
        guard !typed.isEmpty else { return try session.path(word.text, in: project) }
        let path = try session.path(word.text, in: project)
        guard !isMeant(path, by: word), !word.text.hasPrefix("/") else { return path }
        if let path = try named(word) { return path }
        if isChoosy { try refuse(word) }
        return path
    }

    private func isMeant(_ path: RelativePath, by word: PathWord) -> Bool { session.isLink(word.text) || project.asKnown.hasEntry(at: path) }

    private mutating func named(_ word: PathWord) throws(ShedError) -> RelativePath? {
        if word.isListed { return try PathWords.first(&listed, word.text) }
        return try PathWords.first(&typed, word.text)
    }

    private static func first(_ readers: inout [any WordReader], _ word: String) throws(ShedError) -> RelativePath? {
        for position in readers.indices {
            if let path = try readers[position].path(word) { return path }
        }
        return nil
    }

    private mutating func refuse(_ word: PathWord) throws(ShedError) {
        if word.isListed {
            for position in listed.indices { try listed[position].refuse(word.text) }
        } else {
            for position in typed.indices { try typed[position].refuse(word.text) }
        }
    }
}

extension Session {
    /// The path of something that is there, which an argument names: by its path or, where nothing stands at that, as the project's kind
    /// calls it (a record without the ending of its file, a page by its number).
    package func path(named argument: String, in project: Project) throws(ShedError) -> RelativePath {
        var words = PathWords(self, in: project)
        return try words.path(PathWord(text: argument, isListed: false))
    }

    /// The same of several, each once, with those of the standard input in place of `-`.
    /// - Throws: ``ShedError`` as ``words(_:)`` does.
    package func paths(named arguments: [String], in project: Project) throws(ShedError) -> [RelativePath] {
        var names = PathWords(self, in: project)
        var paths: [RelativePath] = []
        for word in try words(arguments) { paths.append(try names.path(word)) }
        return paths.once
    }
}
