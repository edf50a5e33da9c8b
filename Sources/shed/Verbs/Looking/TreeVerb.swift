import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct TreeVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "tree",
        abstract: "Show the project's folders and files, by section.",
        discussion: """
            --words counts the words of text and Markdown as LibreOffice does, of a folder with all below it.

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
        if let depth, depth < 1 { throw ValidationError("--depth is at least 1.") }
    }

    /// Reading all texts takes long; the daemon has better to do.
    var delegation: Delegation { words ? .never : .look }

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
    let project: Project
    let depth: Int
    private let strings: Strings
    private let kinds: [any KindCommands]

    init(session: Session, project: Project, depth: Int) {
        self.session = session
        self.project = project
        self.depth = depth
        strings = project.strings
        kinds = session.kinds(of: project)
    }

    func draw(_ view: NodeView) {
        guard view.type == .project else {
            line(view, level: 0)
            return drawChildren(of: view, level: 1)
        }
        session.output.line(session.style.heading(view.name.escaped) + session.style.faint("  \(session.style.label(view.projectKind ?? ""))\(view.words.map { "  \(Style.count($0, "word"))" } ?? "")"))
        var section: String?
        var isFirst = true
        for child in view.children {
            if isFirst || child.section != section {
                session.output.line()
                if let title = child.section { session.output.line(session.style.heading(session.style.label(title))) }
            }
            isFirst = false
            section = child.section
            line(child, level: 1)
            if depth > 1 { drawChildren(of: child, level: 2) }
        }
        let emptiness = emptiness(of: view) ?? Emptiness(isEmpty: view.children.isEmpty, text: strings.noFolders)
        if emptiness.isEmpty { session.output.line(session.style.faint("  " + emptiness.text)) }
    }

    private func line(_ view: NodeView, level: Int) {
        let indent = String(repeating: "  ", count: level)
        let symbol = session.style.symbol(view.symbol, isFolder: view.type.isDirectory)
        var text = indent + symbol + view.name.escaped
        if view.type.isDirectory { text += session.style.faint("  " + counts(view)) } else if let words = view.words { text += session.style.faint("  " + Style.count(words, "word")) }
        if session.options.verbose { text += session.style.faint("  " + (view.id?.description ?? "no ID yet")) }
        session.output.line(text)
    }

    private func counts(_ view: NodeView) -> String {
        var parts: [String] = []
        if view.folders > 0 { parts.append(Style.count(view.folders, "folder")) }
        if view.files > 0 { parts.append(Style.count(view.files, "file")) }
        if let words = view.words { parts.append(Style.count(words, "word")) }
        return parts.isEmpty ? "(0)" : "(\(parts.joined(separator: ", ")))"
    }

    private func drawChildren(of view: NodeView, level: Int) {
        for child in view.children {
            line(child, level: level)
            drawChildren(of: child, level: level + 1)
        }
        guard view.type.isDirectory, view.files + view.folders == 0, let message = emptiness(of: view)?.text ?? emptyMessage(view) else { return }
        session.output.line(String(repeating: "  ", count: level) + session.style.faint(message))
    }

    /// What a kind of project says of it.
    private func emptiness(of view: NodeView) -> Emptiness? { kinds.lazy.compactMap { $0.emptiness(of: view, strings) }.first }

    /// What stands in an empty folder says what it is there for.
    private func emptyMessage(_ view: NodeView) -> String? {
        switch view.accepts {
        case .folders: strings.noFolders
        case .files, .both: strings.noFiles
        case .nothing, nil:
            switch project.home.template.filling(of: view.role) {
            case .moves: strings.noFiles
            case .people, .anything, .derived: nil
            }
        }
    }
}
