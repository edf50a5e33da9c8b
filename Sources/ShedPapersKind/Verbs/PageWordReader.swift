import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

/// Reads words that name pages as the verbs for pages read them (`Finals/Integration/2`), where nothing stands at the path that
/// the word is.
struct PageWordReader: WordReader {
    private let session: Session
    private let transaction: Transaction
    /// Made by the first word that needs it.
    private var finder: PageFinder?

    init(_ session: Session, in transaction: Transaction) {
        self.session = session
        self.transaction = transaction
    }

    private var project: Project { transaction.project }

    mutating func path(_ word: String) throws(ShedError) -> RelativePath? {
        if let path = try? session.path(word, in: project), transaction.hasEntry(at: path) { return nil }
        let pages: PageFinder
        if let finder {
            pages = finder
        } else {
            pages = PageFinder(try project.refreshPapers().papers())
            finder = pages
        }
        if let page = try? session.page(word, in: project, pages), page.stands { return page.path }
        // What is no path in the project is that before anything else.
        _ = try session.path(word, in: project)
        try refusePlace(word)
        return nil
    }

    /// A doc, group or bundle that is named as the verbs for pages read it: itself may be meant, or its pages.
    private func refusePlace(_ word: String) throws(ShedError) {
        guard let view = try? transaction.papers() else { return }
        let found: (sort: String, path: RelativePath, option: String)
        if let (doc, group) = try? session.docOrGroup(word, in: project, view), let path = doc?.path ?? group?.path {
            found = (doc == nil ? "group" : "doc", path, "--in")
        } else if let bundle = try? session.bundle(word, in: project, view) {
            found = ("bundle", bundle.path, "--of")
        } else {
            return
        }
        let shown = EscapedText.escape(RawArguments.bytes(of: word))
        throw ShedError(
            .usage, .itselfOrPages(name: shown, sort: found.sort),
            remedy: .writeItselfOrPages(path: "\(found.path)", sort: found.sort, option: found.option, name: shown))
    }
}
