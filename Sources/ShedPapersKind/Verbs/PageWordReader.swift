import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

/// Reads words that name pages as the verbs for pages read them (`Finals/Integration/2`).
struct PageWordReader: WordReader {
    private let session: Session
    private let project: Project
    /// Made by the first word that needs it.
    private var finder: PageFinder?

    init(_ session: Session, in project: Project) {
        self.session = session
        self.project = project
    }

    mutating func path(_ word: String) throws(ShedError) -> RelativePath? {
        let pages: PageFinder
        if let finder {
            pages = finder
        } else {
            // What cannot be read now is no page to anybody.
            guard let view = try? ((try? project.refreshPapers()) ?? project.asKnown).papers() else { return nil }
            pages = PageFinder(view)
            finder = pages
        }
        guard let page = try? session.page(word, in: project, pages), page.stands else { return nil }
        return page.path
    }

    /// A doc, group or bundle that is named as the verbs for pages read it: itself may be meant, or its pages.
    mutating func refuse(_ word: String) throws(ShedError) {
        if let path = try? session.path(word, in: project), project.asKnown.hasEntry(at: path) { return }
        guard let view = try? project.asKnown.papers() else { return }
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
