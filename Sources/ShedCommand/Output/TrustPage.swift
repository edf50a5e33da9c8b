import ShedModel
import ShedProject

/// What is shown of a project before somebody trusts it.
package struct TrustPage {
    private let project: Project
    private let style: Style
    private let read: Result<TrustSummary, ShedError>
    /// What is shown; `nil` of a project whose sidecar cannot be read.
    package var summary: TrustSummary? { try? read.get() }

    package init(_ project: Project, _ style: Style) {
        self.project = project
        self.style = style
        do throws(ShedError) { read = .success(try project.asKnown.trustSummary()) } catch { read = .failure(error) }
    }

    /// Line by line; of a project whose sidecar cannot be read, what can be said.
    package var lines: [String] {
        let title = style.heading(EscapedText.escape(project.home.path))
        switch read {
        case .success(let summary): return [title] + lines(of: summary)
        case .failure(let error): return [title, "  " + style.warning(error.message)]
        }
    }

    private func lines(of summary: TrustSummary) -> [String] {
        var lines: [String] = []
        func add(_ label: String, _ text: String) { lines.append("  \(DisplayWidth.padded(label, to: 10))\(text)") }
        add("kind", style.label("\(summary.kind)"))
        add("owner", summary.owner.map { "user \($0)" } ?? "?")
        add("holds", "\(Style.count(summary.files, "file")) and \(Style.count(summary.folders, "folder"))")
        for writer in summary.writers.prefix(TrustPage.most) {
            let batches = "\(writer.batches) batch\(writer.batches == 1 ? "" : "es")"
            add("written", "by \(style.label(writer.replica)): \(batches), the last of \(Style.time(writer.last))")
        }
        if summary.writers.count > TrustPage.most { add("written", "by \(summary.writers.count - TrustPage.most) more") }
        for shelter in summary.shelters {
            let label = style.label(shelter.role.rawValue)
            let confirmed = shelter.isConfirmed ? ", confirmed" : ", which trusting it confirms"
            if let path = shelter.path {
                add(label, style.path(path) + confirmed)
            } else if shelter.isAbsent {
                add(label, "not here, though .shed has it" + confirmed)
            } else {
                add(label, "none yet; it is made when it is needed")
            }
            for other in shelter.others { add("", style.warning("\(style.path(other)) bears this role too, and is not taken for it")) }
        }
        for path in summary.nested.prefix(TrustPage.most) {
            add("apart", style.warning("\(style.path(path)) holds a .shed of its own: nothing in it is looked at"))
        }
        if summary.nested.count > TrustPage.most { add("apart", style.warning("\(summary.nested.count - TrustPage.most) more such folders")) }
        if let original = summary.original { add("copy of", EscapedText.escape(original) + ", and gets IDs of its own") }
        for other in summary.otherRoots { add("also at", EscapedText.escape(other) + ", with the same IDs") }
        if !summary.otherRoots.isEmpty {
            let here = ShellWord.quote(style.place(.root))
            add("", "if this is a copy: “shed adopt \(here) --as copy”; if it is meant: “shed adopt \(here) --as replica”")
        }
        for root in summary.formerRoots.prefix(TrustPage.most) {
            let undoable = root.undoable == 0 ? "" : ", with \(Style.count(root.undoable, "thing")) that could be undone,"
            add("formerly", style.warning("at \(EscapedText.escape(root.path)), which is gone: its log\(undoable) stays with what is kept of that, and is not seen here"))
        }
        return lines
    }

    /// How many of a sort are named.
    private static let most = 20
}

extension TrustSummary {
    /// As `trust --json` has it.
    package var json: JSONValue {
        var object = JSONBuilder()
        object.add("projectKind", .string(kind.raw))
        object.add("owner", owner.map { .integer(Int64($0)) } ?? .null)
        object.add("counts", ["files": .integer(Int64(files)), "folders": .integer(Int64(folders))])
        object.add("writers", .array(writers.map { writer in
            ["replica": .string(writer.replica), "batches": .integer(Int64(writer.batches)), "last": .string(Timestamp.text(writer.last))]
        }))
        object.add("shelters", .array(shelters.map { shelter in
            var part = JSONBuilder()
            part.add("role", .string(shelter.role.rawValue))
            part.add("path", shelter.path)
            part.add("confirmed", .bool(shelter.isConfirmed))
            part.add("others", .array(shelter.others.map { other in
                var folder = JSONBuilder()
                folder.add("path", other)
                return folder.value
            }))
            return part.value
        }))
        object.add("nested", .array(nested.map { path in
            var folder = JSONBuilder()
            folder.add("path", path)
            return folder.value
        }))
        object.add("copyOf", bytes: original)
        return object.value
    }
}
