import ArgumentParser
import Glibc
import ShedEngine
import ShedModel

/// The paths of a verb that takes many, or `-` for a list of them on standard input; in a papers project also the pages that fit.
struct PathsArgument: ParsableArguments {
    @Argument(help: "Files and folders, in a papers project also pages as DOC/GROUP/NUMBER; “-” reads them from standard input, a line each, or each ended by NUL with -0.", completion: .file())
    var paths: [String] = []
    @OptionGroup(title: "Pages of a papers project, where none is named") var query: PageChoiceOptions

    /// What is read from standard input at most: 64 MiB, in bytes.
    private static let longest = 64 << 20

    /// The daemon has another standard input.
    var readsInput: Bool { paths.contains("-") }

    /// Edits what is named, or the pages that fit. Nobody else changes the project from when a word is read as a path until the
    /// edit is done.
    /// - Parameter state: of the one that is named, as in ``Project/edit(_:ifState:_:)``.
    /// - Returns: `nil` where pages are asked for and none fits.
    func edit<Result>(
        _ session: Session, in project: Project, ifState state: String?, _ body: ([RelativePath]) throws(ShedError) -> Result
    ) throws(ShedError) -> Result? {
        // Before: who writes the list may be waiting for the project itself.
        let words = try PathsArgument.words(paths, session)
        return try project.asOne { () throws(ShedError) -> Result? in
            let paths = try resolved(words, session, in: project)
            guard !paths.isEmpty else { return nil }
            return try project.edit(paths, ifState: state) { () throws(ShedError) in try body(paths) }
        }
    }

    /// The paths in their order, each once. Where pages are asked for and none fits, there are none.
    private func resolved(_ words: [String], _ session: Session, in project: Project) throws(ShedError) -> [RelativePath] {
        guard query.isEmpty else { return try fitting(session, in: project) }
        guard !paths.isEmpty else {
            throw ShedError(.usage, "no file or folder is named", remedy: "Name some; in a papers project --tag, --var, --in and --of say which pages.")
        }
        var seen: Set<RelativePath> = []
        var result: [RelativePath] = []
        var finder: PageFinder?
        for argument in words {
            let page = try PathsArgument.page(argument, session, in: project, &finder)
            let path = if let page { page } else { try session.path(argument, in: project) }
            if page == nil, !project.hasEntry(at: path) { try PathsArgument.refusePlace(argument, session, in: project) }
            if seen.insert(path).inserted { result.append(path) }
        }
        return result
    }

    /// The pages that fit and whose files are there.
    private func fitting(_ session: Session, in project: Project) throws(ShedError) -> [RelativePath] {
        guard paths.isEmpty else {
            throw ShedError(.usage, "files or folders are named, and pages are asked for", remedy: "Name them, or say which pages with --tag, --var, --in and --of.")
        }
        try project.takeInPapers()
        let book = try project.papers()
        return try project.pages(try query.query(session, in: project, book), in: book).filter(\.stands).map(\.path)
    }

    /// A doc, group or bundle that is named as the verbs for pages read it: itself may be meant, or its pages.
    private static func refusePlace(_ argument: String, _ session: Session, in project: Project) throws(ShedError) {
        guard project.hasPapers, let book = try? project.papers() else { return }
        let found: (what: String, path: RelativePath, option: String)
        if let (doc, group) = try? session.docOrGroup(argument, in: project, book), let path = doc?.path ?? group?.path {
            found = (doc == nil ? "a page group" : "a doc", path, "--in")
        } else if let bundle = try? session.bundle(argument, in: project, book) {
            found = ("a bundle", bundle.path, "--of")
        } else {
            return
        }
        let word = EscapedText.escape(RawArguments.bytes(of: argument))
        throw ShedError(
            .usage, "“\(word)” is \(found.what), and the command may mean it or its pages",
            remedy: "Write “\(found.path)” for \(found.what == "a bundle" ? "the bundle" : found.what == "a doc" ? "the doc" : "the group") itself, \(found.option) “\(word)” for its pages.")
    }

    /// In a papers project, the page that a word names as the verbs for pages read it (`Finals/Integration/2`), where nothing
    /// stands at the path that the word is.
    /// - Parameter finder: made by the first word that needs it.
    private static func page(_ argument: String, _ session: Session, in project: Project, _ finder: inout PageFinder?) throws(ShedError) -> RelativePath? {
        guard project.hasPapers else { return nil }
        if let path = try? session.path(argument, in: project), project.hasEntry(at: path) { return nil }
        let pages: PageFinder
        if let finder {
            pages = finder
        } else {
            try project.takeInPapers()
            pages = PageFinder(try project.papers())
            finder = pages
        }
        guard let page = try? session.page(argument, in: project, pages), page.stands else { return nil }
        return page.path
    }

    /// The words, with those from standard input in place of `-`.
    static func words(_ arguments: [String], _ session: Session) throws(ShedError) -> [String] {
        var words: [String] = []
        for argument in arguments { words += argument == "-" ? try read(endedByNUL: session.options.zero) : [argument] }
        return words
    }

    private static func read(endedByNUL: Bool) throws(ShedError) -> [String] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw ShedError(.environment, "cannot read the list of paths from standard input: \(String(cString: strerror(errno)))")
            }
            if count == 0 { break }
            bytes += buffer[..<count]
            guard bytes.count <= longest else {
                throw ShedError(.usage, "the list of paths has more than \(longest >> 20) MiB", remedy: "Give it in parts.")
            }
        }
        return bytes.split(separator: endedByNUL ? 0 : UInt8(ascii: "\n")).map { RawArguments.text(of: Array($0)) }
    }
}
