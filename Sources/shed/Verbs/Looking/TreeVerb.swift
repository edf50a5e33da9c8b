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
    var onlyLooks: Bool { true }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let path = try session.path(path, in: project)
        // Also what is deeper counts.
        var listing = try project.listing(of: path, depth: words ? .max : levels)
        if words { listing = try listing.counted(below: path) }
        let view = try listing.view(at: path, depth: levels)
        if global.json {
            // As `ls` would list it, so that both give an array.
            session.output.json(.array((path.isRoot || view.type.isDirectory ? view.children : [view]).map { $0.treeJSON(words: words) }))
        } else if global.zero {
            printPaths(view.children, session)
        } else {
            TreePicture(session: session, project: project, depth: levels).draw(view)
        }
        session.warnOfUncounted(listing.words)
        return .done
    }

    private func printPaths(_ views: [NodeView], _ session: Session) {
        for view in views {
            session.output.path(session.style.place(view.path))
            printPaths(view.children, session)
        }
    }
}

/// The tree as people see it.
private struct TreePicture {
    let session: Session
    let depth: Int
    private let nodes: NodeLine

    init(session: Session, project: Project, depth: Int) {
        self.session = session
        self.depth = depth
        nodes = NodeLine(session, project)
    }

    func draw(_ view: NodeView) {
        guard view.type == .project else {
            line(view, level: 0)
            return drawChildren(of: view, level: 1)
        }
        session.output.line(nodes.heading(view))
        var sections = SectionTitles(session, nodes, isBelowHeading: true)
        for child in view.children {
            sections.print(before: child)
            line(child, level: 1)
            if depth > 1 { drawChildren(of: child, level: 2) }
        }
        if let text = nodes.emptiness(of: view) { session.output.line("  " + session.style.faint(text)) }
    }

    private func line(_ view: NodeView, level: Int) {
        var text = String(repeating: "  ", count: level) + nodes.text(view)
        if session.options.verbose { text += session.style.faint("  " + (view.id?.description ?? session.style.text(.noIDYet))) }
        session.output.line(text)
    }

    private func drawChildren(of view: NodeView, level: Int) {
        for child in view.children {
            line(child, level: level)
            drawChildren(of: child, level: level + 1)
        }
        // Where there are no symbols its own line says so.
        guard session.style.hasSymbols, let text = nodes.emptiness(of: view) else { return }
        session.output.line(String(repeating: "  ", count: level) + session.style.faint(text))
    }
}
