import ShedCommand
import ShedMessages
import ShedModel
import ShedWriting

/// What `diff` prints.
struct DiffPage {
    let session: Session
    /// So many words are shown around each change.
    let context: Int

    init(_ session: Session, context: Int) { (self.session, self.context) = (session, context) }

    // MARK: For people

    func show(_ comparison: VersionComparison) {
        let (output, style) = (session.output, session.style)
        output.line(style.faint("\(label(comparison.old)) → \(label(comparison.new))"))
        switch comparison.difference {
        case .none: output.line(style.text(.versionsAreSame))
        case .form: output.line(style.text(.versionsDifferInForm))
        case .files:
            output.line(style.text(.versionsDifferAsFiles(old: facts(comparison.old, comparison.oldHash), new: facts(comparison.new, comparison.newHash))))
        case .words(let diff, let old, let new):
            for hunk in diff.hunks(old, context: context) { output.line(text(hunk, old, new)) }
            output.line(style.faint("-\(diff.removed) +\(diff.added)"))
        }
    }

    private func label(_ content: VersionContent) -> String {
        let path = session.style.path(content.path)
        guard let version = content.version else { return path }
        return "\(path) \(version)" + (content.time.map { " (\(Style.time($0)))" } ?? "")
    }

    private func facts(_ content: VersionContent, _ hash: ContentHash) -> String { "\(SnapshotPage.size(content.size)) (\(hash.description.prefix(12))…)" }

    private func text(_ hunk: DiffHunk, _ old: [UInt8], _ new: [UInt8]) -> String {
        var text = hunk.isCutBefore ? "… " : ""
        for part in hunk.parts {
            if part.isEqual {
                text += shown(new[part.new])
                continue
            }
            if !part.old.isEmpty { text += marked(shown(old[part.old]), "[-", "-]", session.style.bad) }
            if !part.new.isEmpty { text += marked(shown(new[part.new]), "{+", "+}", session.style.good) }
        }
        while text.last == "\n" { text.removeLast() }
        return text + (hunk.isCutBehind ? " …" : "") + "\n"
    }

    /// A color ends with its line.
    private func marked(_ text: String, _ begin: String, _ end: String, _ color: (String) -> String) -> String {
        guard session.style.isColored else { return begin + text + end }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "¶" : String($0) }.map(color).joined(separator: "\n")
    }

    /// A text of others, line by line.
    private func shown(_ bytes: ArraySlice<UInt8>) -> String {
        let end = bytes.last == UInt8(ascii: "\n") ? "\n" : ""
        return TextBlock.lines(String(decoding: bytes, as: UTF8.self)).joined(separator: "\n") + end
    }

    // MARK: For programs

    /// The shape of `diff --json`.
    func json(_ comparison: VersionComparison) -> JSONValue {
        var object = JSONBuilder()
        object.add("old", json(comparison.old, comparison.oldHash))
        object.add("new", json(comparison.new, comparison.newHash))
        object.add("differ", .bool(comparison.oldHash != comparison.newHash))
        guard case .words(let diff, let old, let new) = comparison.difference else {
            object.add("removed", .null)
            object.add("added", .null)
            object.add("changes", .null)
            return object.value
        }
        object.add("removed", .integer(Int64(diff.removed)))
        object.add("added", .integer(Int64(diff.added)))
        object.add("changes", .array(diff.parts.filter { !$0.isEqual }.map { part in
            var object = JSONBuilder()
            object.add("oldStart", .integer(Int64(part.old.lowerBound)))
            object.add("newStart", .integer(Int64(part.new.lowerBound)))
            object.add("removed", bytes: Array(old[part.old]))
            object.add("added", bytes: Array(new[part.new]))
            return object.value
        }))
        return object.value
    }

    private func json(_ content: VersionContent, _ hash: ContentHash) -> JSONValue {
        var object = JSONBuilder()
        object.add("version", JSONValue(content.version))
        object.add("path", content.path)
        object.add("time", time: content.time)
        object.add("size", .integer(content.size))
        object.add("hash", .string("\(hash)"))
        return object.value
    }
}
