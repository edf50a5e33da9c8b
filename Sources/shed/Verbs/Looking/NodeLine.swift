import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

/// Files and folders in one line each, and what stands around them, as `ls` and `tree` show them.
///
/// With symbols: `📝 Draft  (3 files)`. Without, so that it reads well aloud: `Draft, folder, 3 files, accepts files`.
struct NodeLine {
    private let style: Style
    private let template: Template
    /// In the project's language, as the titles of its template are.
    private let titles: Strings
    /// What is said of what is empty.
    private let strings: Strings
    private let kinds: [any KindCommands]
    private let listing: Listing

    init(_ session: Session, _ project: Project, _ listing: Listing) {
        style = session.style
        template = project.home.template
        titles = project.strings
        strings = session.strings(of: project)
        kinds = session.kinds(of: project)
        self.listing = listing
    }

    /// - Parameter slash: whether a slash stands behind a folder's name, where symbols are shown.
    func text(_ view: NodeView, slash: Bool = false) -> String {
        guard style.hasSymbols else { return spoken(view) }
        // In a view files are told apart that have one name.
        let symbol = view.badge.emoji.map { "\($0) " } ?? style.symbol(view.symbol, isFolder: view.type.isDirectory)
        let name = symbol + style.tinted((view.link?.last ?? view.name).listed, view.badge.colour)
        guard view.type.isDirectory else { return name + (view.counts.words.map { style.faint("  " + style.text(.words(count: $0))) } ?? "") }
        let counts = counts(view)
        return name + (slash ? "/" : "") + style.faint(counts.isEmpty ? "  (0)" : "  (\(counts.joined(separator: ", ")))")
    }

    /// The project itself.
    func heading(_ view: NodeView) -> String {
        let kind = view.project?.kind.escaped ?? ""
        let words = view.counts.words.map { style.text(.words(count: $0)) }
        guard style.hasSymbols else { return ([view.name.escaped, style.text(.projectOfKind(kind: kind))] + (words.map { [$0] } ?? [])).joined(separator: ", ") }
        return style.heading(view.name.escaped) + style.faint("  \(kind)\(words.map { "  \($0)" } ?? "")")
    }

    /// The title that stands above something at the project's root; `nil` where there is none.
    func section(_ view: NodeView) -> String? {
        if let title = view.section { return title.escaped }
        if view.role == .rejected { return titles.refused }
        // What is special about a folder, its kind says. A role that the template does not have is none.
        return !template.isInForce(view.role) && (view.type == .folder || view.type == .file) ? titles.yourFolders : nil
    }

    /// What stands where a folder is empty, without symbols in its line; `nil` where nothing does.
    func emptiness(of view: NodeView) -> String? {
        guard view.type.isDirectory else { return nil }
        if view.type == .project {
            let emptiness = ofKind(view) ?? Emptiness(isEmpty: view.counts.isEmpty, text: strings.noFolders)
            return emptiness.isEmpty ? emptiness.text : nil
        }
        guard view.counts.isEmpty else { return nil }
        return ofKind(view)?.text ?? message(view)
    }

    private func ofKind(_ view: NodeView) -> Emptiness? { kinds.lazy.compactMap { $0.emptiness(of: view, in: listing, strings) }.first }

    /// What stands in an empty folder says what it is there for.
    private func message(_ view: NodeView) -> String? {
        switch view.accepts {
        case .folders: strings.noFolders
        case .files, .both: strings.noFiles
        case .nothing, nil: isFilledByMoves(view) ? strings.noFiles : nil
        }
    }

    private func isFilledByMoves(_ view: NodeView) -> Bool {
        switch template.filling(of: view.role) {
        case .moves: true
        case .people, .anything, .derived: false
        }
    }

    private func counts(_ view: NodeView) -> [String] {
        var parts: [String] = []
        if view.counts.folders > 0 { parts.append(style.text(.folders(count: view.counts.folders))) }
        if view.counts.files > 0 { parts.append(style.text(.files(count: view.counts.files))) }
        if let words = view.counts.words { parts.append(style.text(.words(count: words))) }
        return parts
    }

    // MARK: Without symbols

    private func spoken(_ view: NodeView) -> String {
        var parts = [view.name.listed, style.text(.noun(type: view.type.rawValue, word: NodeLine.noun(view.type)))]
        if view.type.isDirectory {
            let counts = counts(view)
            parts += counts.isEmpty ? [emptiness(of: view) ?? style.text(.emptyFolder)] : counts
            if let accepts = accepts(view) { parts.append(accepts) }
        } else if let words = view.counts.words {
            parts.append(style.text(.words(count: words)))
        }
        return parts.joined(separator: ", ")
    }

    private func accepts(_ view: NodeView) -> String? {
        view.accepts.map { style.text(.accepts(what: $0 == .nothing && isFilledByMoves(view) ? "moves" : $0.rawValue)) }
    }

    /// The word of a type, in English words.
    private static func noun(_ type: NodeType) -> String {
        type.rawValue.reduce(into: "") { text, letter in text += letter.isUppercase ? " \(letter.lowercased())" : String(letter) }
    }
}

/// The titles of the sections at a project's root, each above the first that is in it.
struct SectionTitles {
    private let session: Session
    private let nodes: NodeLine
    /// Whether something stands above the next one, so that a line is left free.
    private var isBelow: Bool
    /// `nil` before the first.
    private var current: String??

    init(_ session: Session, _ nodes: NodeLine, isBelowHeading: Bool) {
        self.session = session
        self.nodes = nodes
        isBelow = isBelowHeading
    }

    /// What stands at the root with each section together, where the first of it stands: people put folders in another order, and the template of
    /// a project of an earlier version may have them in any.
    func together(_ views: some Sequence<NodeView>) -> [NodeView] { views.grouped(by: nodes.section).flatMap(\.elements) }

    /// Prints the title above something, where it begins a section.
    mutating func print(before view: NodeView) {
        let title = nodes.section(view)
        guard current != .some(title) else { return }
        current = .some(title)
        if isBelow { session.output.line() }
        isBelow = true
        if let title { session.output.line(session.style.heading(title)) }
    }
}
