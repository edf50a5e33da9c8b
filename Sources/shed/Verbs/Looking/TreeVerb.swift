import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct TreeVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "tree",
        abstract: "Show the project's folders and files, by section.",
        discussion: """
            --words counts the words of text, Markdown, .docx and .odt as LibreOffice does, of a folder with all below it.

            Example: shed tree --depth 1
            """)

    @Argument(help: "Where to begin; else where you are.", completion: .directory) var path: String = "."
    @Option(help: ArgumentHelp("How many levels to show, \(deepest) at most.", valueName: "levels")) var depth: Int?
    @Flag(help: "Count the words of texts.") var words = false
    @OptionGroup var global: GlobalOptions

    /// Deeper trees, which only a broken or a hostile program makes, would need more stack than there is.
    private static let deepest = 256

    private var levels: Int { min(depth ?? TreeVerb.deepest, TreeVerb.deepest) }

    func validate() throws {
        if let depth, depth < 1 { throw ValidationError(.isAtLeast(option: "--depth", least: 1)) }
    }

    /// Reading all texts takes long; the daemon has better to do.
    var delegation: Delegation { words ? .never : .look }
    static var isAskedUnread: Bool { true }
    var onlyLooks: Bool { true }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let path = try session.path(named: path, in: project)
        // Also what is deeper counts.
        var listing = try project.listing(of: path, depth: words ? .max : levels)
        if words { listing = try listing.counted(below: path) }
        let view = try listing.view(at: path)
        if global.json {
            try session.output.json { stream throws(ShedError) in
                stream.beginArray()
                // As `ls` would list it, so that both give an array.
                if view.type.isDirectory { try write(listing.contents(of: view), levels, listing, to: &stream) } else { try write(view, 0, listing, to: &stream) }
                stream.end()
            }
        } else if global.zero {
            printPaths(below: view, levels, listing, session)
        } else {
            TreePicture(session: session, project: project, listing: listing, depth: levels).draw(view)
        }
        session.warnOfUncounted(listing.words)
        return .done
    }

    /// - Parameter depth: how many levels are shown, this one among them.
    private func write(_ views: FolderContents, _ depth: Int, _ listing: Listing, to stream: inout JSONStream) throws(ShedError) {
        for view in views { try write(view, depth - 1, listing, to: &stream) }
    }

    /// The shape of `show --json` with `children`, of which the deepest have none.
    private func write(_ view: NodeView, _ depth: Int, _ listing: Listing, to stream: inout JSONStream) throws(ShedError) {
        stream.beginObject()
        try stream.members(view.builder.members)
        stream.beginArray("children")
        if depth > 0 { try write(listing.contents(of: view), depth, listing, to: &stream) }
        stream.end()
        if words { try stream.member(view.wordMember) }
        stream.end()
    }

    private func printPaths(below view: NodeView, _ depth: Int, _ listing: Listing, _ session: Session) {
        guard depth > 0 else { return }
        for child in listing.contents(of: view) {
            session.output.path(session.style.place(child.path))
            printPaths(below: child, depth - 1, listing, session)
        }
    }
}

/// The tree as people see it.
private struct TreePicture {
    let session: Session
    let listing: Listing
    let depth: Int
    private let nodes: NodeLine

    init(session: Session, project: Project, listing: Listing, depth: Int) {
        self.session = session
        self.listing = listing
        self.depth = depth
        nodes = NodeLine(session, project, listing)
    }

    func draw(_ view: NodeView) {
        guard view.type == .project else {
            line(view, level: 0)
            return drawChildren(of: view, depth, level: 1)
        }
        session.output.line(nodes.heading(view))
        var sections = SectionTitles(session, nodes, isBelowHeading: true)
        for child in sections.together(listing.contents(of: view)) {
            sections.print(before: child)
            line(child, level: 1)
            if depth > 1 { drawChildren(of: child, depth - 1, level: 2) }
        }
        if let text = nodes.emptiness(of: view) { session.output.line("  " + session.style.faint(text)) }
    }

    private func line(_ view: NodeView, level: Int) {
        var text = String(repeating: "  ", count: level) + nodes.text(view)
        if session.options.verbose { text += session.style.faint("  " + (view.id?.description ?? session.style.text(.noIDYet))) }
        session.output.line(text)
    }

    private func drawChildren(of view: NodeView, _ depth: Int, level: Int) {
        if depth > 0 {
            for child in listing.contents(of: view) {
                line(child, level: level)
                drawChildren(of: child, depth - 1, level: level + 1)
            }
        }
        // Where there are no symbols its own line says so.
        guard session.style.hasSymbols, let text = nodes.emptiness(of: view) else { return }
        session.output.line(String(repeating: "  ", count: level) + session.style.faint(text))
    }
}
