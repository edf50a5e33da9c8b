import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct ShowVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what is known of a file or folder, with a preview of text.",
        discussion: """
            Of a text of up to 4 MiB it says how many words it holds; --words says that of any text, of a folder with all \
            below it, and in JSON.

            Example: shed show "Draft/Ode.txt"
            """)

    @Argument(help: "The file or folder, or its ID; “.” at the root is the project.", completion: .file()) var path: String
    @Flag(help: "Count words, also of a folder.") var words = false
    @OptionGroup var global: GlobalOptions

    /// Reading many texts takes long; the daemon has better to do.
    var delegation: Delegation { words ? .never : .look }
    static var isAskedUnread: Bool { true }
    var onlyLooks: Bool { true }

    /// Of a longer text words are counted on request.
    private static let largestText: Int64 = 4 << 20

    func perform(_ session: Session) throws -> Ending {
        let linked = try LinkedPlace.outside(self.path, session)
        let project = try linked?.project ?? session.openToShow()
        let path = try linked?.path ?? place(session, in: project)
        var listing = try project.listing(of: path, depth: words ? .max : 0)
        var view = try listing.view(at: path)
        if words || !view.type.isDirectory && view.size <= ShowVerb.largestText && !global.json && !global.zero {
            listing = try listing.counted(below: path)
            view = try listing.view(at: path)
        }
        if global.json {
            session.output.json(try shape(view, project, session))
        } else if global.zero {
            session.output.path(session.style.place(path))
        } else {
            try show(view, listing.formerPlace(of: view), project, session)
        }
        session.warnOfUncounted(listing.words)
        return .done
    }

    /// What the argument means: a path, or what has an ID, wherever it stands now.
    private func place(_ session: Session, in project: Project) throws(ShedError) -> RelativePath {
        guard let id = NodeID(path) else { return try session.path(named: path, in: project) }
        return try project.place(of: id)
    }

    /// With what the kind of the project knows of it besides.
    private func shape(_ view: NodeView, _ project: Project, _ session: Session) throws(ShedError) -> JSONValue {
        guard case .object(let object) = view.json else { return view.json }
        var members = object.members
        for kind in session.kinds(of: project) { members += try kind.members(of: view, project.asKnown) }
        if words { members.append(view.wordMember) }
        return .object(JSONObject(members))
    }

    /// The lines, in their order.
    private enum Field: String, CaseIterable {
        case path, kind, id, role, section, accepts, refused, from
        case fitsIn = "fits-in"
        case created, updated, modified, holds, size, words, tags, variable, project, details
    }

    private func show(_ view: NodeView, _ former: FormerPlace?, _ project: Project, _ session: Session) throws(ShedError) {
        let (output, style) = (session.output, session.style)
        let width = Field.allCases.map { DisplayWidth.of(style.text(.field(name: $0.rawValue))) }.max().map { $0 + 2 } ?? 0
        func field(_ field: Field, _ value: String?) {
            guard let value else { return }
            output.line(DisplayWidth.padded(style.text(.field(name: field.rawValue)), to: width) + value)
        }
        output.line(session.style.heading(session.style.symbol(view.symbol, isFolder: view.type.isDirectory) + view.name.escaped))
        field(.path, session.style.path(view.path))
        field(.kind, style.text(.sort(type: view.type.rawValue)))
        field(.id, view.id?.description ?? style.text(.noneYet))
        field(.role, view.role?.description)
        field(.section, view.section?.escaped)
        field(.accepts, view.accepts.map { style.text(.acceptedSort(what: $0.rawValue)) })
        if let rejection = former?.rejection {
            let why = project.home.surroundings.kinds.rules.info(named: rejection.rule.raw).map { Message.explained(by: $0.summaryInWords) } ?? .nothing
            field(.refused, style.text(.refusedBy(time: Style.time(rejection.time), rule: EscapedText.beginning(rejection.rule.raw), why: why)))
        }
        field(.from, former?.path.map(session.style.path))
        field(.fitsIn, former?.fittingFolder.map(session.style.path))
        if view.times.created > 0 { field(.created, Style.time(view.times.created / 1_000_000)) }
        field(.updated, view.times.updated.map { Style.time($0 / 1_000_000) })
        field(.modified, Style.time(view.times.modified / 1_000_000))
        if view.type.isDirectory {
            field(.holds, style.text(.listed(names: .folders(count: view.counts.folders), next: style.text(.files(count: view.counts.files)))))
        } else {
            field(.size, style.text(.bytes(count: Int(view.size))))
        }
        field(.words, view.counts.words.map { "\($0)" })
        for kind in view.counts.words == nil ? [] : session.kinds(of: project) {
            for (title, text) in try kind.lines(of: view, project.asKnown) {
                output.line(DisplayWidth.padded(style.text(title), to: width) + style.text(text))
            }
        }
        if !view.labels.tags.isEmpty { field(.tags, view.labels.tags.map { session.style.label($0.title) }.joined(separator: ", ")) }
        for (variable, value) in view.labels.values { field(.variable, "\(session.style.label(variable.name)) = \(session.style.label(value.description))") }
        field(.project, view.project?.kind.escaped)
        if let details = view.project?.details, !details.isEmpty { field(.details, TextBlock.lines(details).joined(separator: "\n" + String(repeating: " ", count: width))) }
        guard !view.type.isDirectory, view.size > 0 else { return }
        output.line()
        guard let text = project.preview(of: view.path) else { return output.line(session.style.faint(style.text(.noPreview))) }
        for line in TextBlock.lines(text) { output.line("  " + line) }
        if view.size > Int64(text.utf8.count) { output.line(session.style.faint("  …")) }
    }
}
