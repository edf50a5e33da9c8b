import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedPapers

extension Session {
    /// The project that is worked in with what it holds, to be changed.
    func papersToChange(dryRun: Bool) throws -> (reading: Reading, view: PapersView) {
        let reading = try openToChange(dryRun: dryRun).refreshPapers()
        return (reading, try reading.papers())
    }

    /// The same to be looked at.
    func papersToShow() throws -> (reading: Reading, view: PapersView) {
        let reading = try openToShow().refreshPapers()
        return (reading, try reading.papers())
    }

    func bundle(_ argument: String, in project: Project, _ view: PapersView) throws(ShedError) -> PapersView.Bundle {
        if let path = here(argument, in: project), let bundle = view.bundles.first(where: { $0.path == path }) { return bundle }
        return try view.bundle(paperWord(argument))
    }

    func doc(_ argument: String, in project: Project, _ view: PapersView) throws(ShedError) -> PapersView.Doc {
        if let path = here(argument, in: project), let doc = view.docs.first(where: { $0.path == path }) { return doc }
        return try view.doc(paperWord(argument))
    }

    /// - Returns: `nil` where there is none, or where the argument names a doc: a word means the same in all verbs.
    func group(_ argument: String, in project: Project, _ view: PapersView) -> PapersView.Group? {
        guard (try? doc(argument, in: project, view)) == nil else { return nil }
        if let path = here(argument, in: project), let group = view.groups.first(where: { $0.path == path }) { return group }
        return view.group(paperWord(argument))
    }

    /// The doc that an argument names, or else one of the groups: `DOC/GROUP`.
    func docOrGroup(_ argument: String, in project: Project, _ view: PapersView) throws(ShedError) -> (doc: PapersView.Doc?, group: PapersView.Group?) {
        do throws(ShedError) { return (try doc(argument, in: project, view), nil) } catch {
            guard let group = group(argument, in: project, view) else { throw view.noPlace(RawArguments.bytes(of: argument), error) }
            return (nil, group)
        }
    }

    func page(_ argument: String, in project: Project, _ finder: PageFinder) throws(ShedError) -> PapersView.Page {
        if let path = here(argument, in: project), let page = finder.page(at: path) { return page }
        return try finder.page(paperWord(argument))
    }

    /// A path from the directory that the person is in, if the argument can be one, or where a link of shed's leads.
    private func here(_ argument: String, in project: Project) -> RelativePath? {
        // Who asks has just taken in what is there.
        if let id = LinkTo.node(of: argument) { return try? project.asKnown.path(of: id) }
        return base == project.home.path && !isLink(argument) ? nil : try? path(argument, in: project)
    }

    /// What an argument says where it is no path from here: of `shed:ID` the ID, which also names what is not there.
    func paperWord(_ argument: String) -> [UInt8] {
        LinkTo.node(of: argument).map { Array($0.description.utf8) } ?? RawArguments.bytes(of: argument)
    }

    /// The one page group of a place that need not be there yet: `DOC/GROUP`.
    func groupPath(_ argument: String, in project: Project, _ view: PapersView) throws(ShedError) -> RelativePath {
        if let group = group(argument, in: project, view) { return group.path }
        let word = try isLink(argument) ? self.path(argument, in: project).bytes : RawArguments.bytes(of: argument)
        if let doc = try? doc(argument, in: project, view) {
            throw ShedError(
                .usage, .docIsNoGroup(name: EscapedText.escape(word)),
                remedy: doc.groups.first.map { .nameGroupLike(example: "\(doc.name)/\($0.name)") } ?? .nameGroup)
        }
        guard let path = RelativePath(bytes: word), let name = path.last, path.names.count >= 2, !path.parent.isRoot else {
            throw ShedError(.usage, .namesNoGroup(name: EscapedText.escape(word)), remedy: .nameOneGroup)
        }
        return try view.doc(path.parent.bytes).path.appending(name)
    }

    /// A PDF that an argument names.
    func pdf(_ argument: String, in project: Project) throws(ShedError) -> PDFFile { try project.openPDF(absolute(argument)) }

    /// The pages that a text names: `3-5,9`.
    func pageNumbers(_ text: String, of count: Int, _ option: String) throws(ShedError) -> [Int] {
        let text = try self.text(text, of: option)
        if text.hasPrefix("--") || text.isEmpty {
            let next = EscapedText.escape(Array(text.utf8))
            throw ShedError(
                .usage, text.isEmpty ? .optionLacksValue(option: option) : .optionFollows(option: option, next: next), remedy: .writePages(option: option))
        }
        do throws(PageRange.Fault) { return try PageRange.parse(text, pages: count) } catch {
            throw ShedError(.usage, .about(subject: option, text: error.words))
        }
    }

    /// What a page shows, in a few words.
    func title(_ reference: PageReference?, _ view: PapersView) -> String {
        reference.map { "\(view.name(ofBundle: $0.bundle)) p\($0.number)" } ?? "no page yet"
    }

    /// The version of a page that an argument names, with its number.
    func version(_ argument: String, of page: PapersView.Page, _ view: PapersView) throws(ShedError) -> (number: Int, version: PageVersion) {
        let word = try text(argument, of: "the version")
        if let found = view.version(word, of: page) { return found }
        let count = view.model.nodes[page.id]?.pageVersions.count ?? 0
        throw ShedError(
            .usage, .noVersionCalled(path: "\(page.path)", version: style.label(word)),
            remedy: count == 0 ? .noVersionsYet : .versionsListed(count: count, command: "shed page versions"))
    }
}
