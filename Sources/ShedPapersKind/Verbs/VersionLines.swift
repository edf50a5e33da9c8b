import ShedCommand
import ShedProject
import ShedModel
import ShedPapers

/// A page's versions for people.
struct VersionLines {
    let session: Session
    let view: PapersView

    init(_ session: Session, _ view: PapersView) {
        self.session = session
        self.view = view
    }

    func print(_ page: PapersView.Page) {
        let versions = view.model.nodes[page.id]?.pageVersions ?? []
        for (position, version) in versions.enumerated() {
            let changes = version.changes(since: position > 0 ? versions[position - 1] : nil).compactMap(text)
            let more = changes.isEmpty ? "" : "; \(changes.joined(separator: ", "))"
            let old = view.isReplaced(version) ? "; of a display.pdf that was replaced since (\(version.source?.description.prefix(12) ?? "")…)" : ""
            let line = "version \(position + 1)  \(Style.time(version.time))  \(version.cause.rawValue): \(session.title(version.reference, view))\(more)" + session.style.warning(old)
            session.output.line(line + (session.options.verbose ? session.style.faint("  \(version.id)") : ""))
        }
        if versions.isEmpty { session.output.line(session.style.faint("No versions yet")) }
    }

    /// What the line does not say already.
    private func text(_ change: VersionChange) -> String? {
        func shown(_ value: JSONValue) -> String { session.style.label(value.string ?? value.integer.map { "\($0)" } ?? "none") }
        switch change.aspect {
        case .bundle, .number: return nil
        case .tag: return change.to == .null ? "without the tag \(shown(change.from))" : "with the tag \(shown(change.to))"
        case .variable: return "\(session.style.label(change.name ?? "")) \(shown(change.from)) → \(shown(change.to))"
        }
    }
}
