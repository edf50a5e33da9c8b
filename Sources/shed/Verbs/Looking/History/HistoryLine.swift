import ShedCommand
import ShedProject
import ShedModel

/// An entry of a history in plain words.
enum HistoryLine {
    static func text(_ entry: HistoryEntry, _ style: Style) -> String {
        let path = shown(entry.path, style)
        let from = entry.from.map { shown($0, style) } ?? path
        let name = entry.path?.last?.escaped ?? path
        let why = entry.message.map { ": \(clause($0))" } ?? ""
        switch entry.event {
        case .made: return style.good("the project was made")
        case .adopted:
            let counts = [("file", entry.counts["files"]), ("folder", entry.counts["folders"])].map { Style.count($1 ?? 0, $0) }
            return style.good("the folder became a project") + " with \(counts.joined(separator: " and "))"
        case .added: return style.good("a new \(noun(entry))") + ": \(path)" + note(entry)
        case .returned: return style.good("\(path) is back")
        case .modified where entry.message != nil: return "\(path) " + style.warning("was made anew by shed") + why
        case .modified: return "\(path) was changed"
        case .moved: return moved(entry, style)
        case .renamed where entry.message != nil: return "\(from) " + style.warning("was renamed by shed") + " to \(name)\(why)"
        case .renamed: return style.warning("you renamed") + " \(from) to \(name)"
        case .removed: return style.bad("\(name) is gone") + " from \(folder(entry.path, style))"
        case .deleted: return style.bad("\(name) was deleted for good") + " from \(folder(entry.path, style))"
        case .rejected: return "\(from) " + style.bad("was rejected") + "\(why); it is in \(path)"
        case .putBack where from == path: return "\(path) " + style.warning("was put back") + why
        case .putBack: return "\(from) " + style.warning("was sent back to \(folder(entry.path, style))") + why
        case .waiting: return entry.path?.isRoot == true ? "something waits\(why)" : "\(path) waits\(why)"
        case .failed: return style.bad("\(path) could not be moved") + why
        case .allowed: return "\(path) accepts \(safe(entry.message ?? "something else")) now"
        case .accepted: return "\(path) may stay where it is"
        case .relinked: return "\(path) was joined with " + (from == path ? "its old ID" : "what was \(from)")
        case .described: return "the project's details were changed"
        case .tagged: return "\(path) " + style.good("was tagged") + " \(safe(entry.message ?? ""))"
        case .untagged: return "\(path) " + style.warning("lost the tag") + " \(safe(entry.message ?? ""))"
        case .valueSet: return "\(path) " + style.good("was given") + " \(safe(entry.message ?? ""))"
        case .valueUnset: return "\(path) " + style.warning("lost its value of") + " \(safe(entry.message ?? ""))"
        case .labelled: return "you " + safe(entry.message ?? "changed tags or variables")
        case .gaveUp: return "you gave up " + safe(entry.message ?? "lost batches of the sidecar")
        case .summary: return summary(entry)
        }
    }

    private static func moved(_ entry: HistoryEntry, _ style: Style) -> String {
        if let why = entry.message { return "\(shown(entry.from, style)) " + style.warning("was moved by shed") + " to \(shown(entry.path, style)): \(clause(why))" }
        let word = style.warning("you moved")
        guard let name = entry.path?.last, entry.from?.last == name else { return "\(word) \(shown(entry.from, style)) to \(shown(entry.path, style))" }
        return "\(word) \(name) from \(folder(entry.from, style)) to \(folder(entry.path, style))"
    }

    private static func summary(_ entry: HistoryEntry) -> String {
        let words: [(HistoryEntry.Event, String)] = [
            (.added, "new"), (.returned, "back"), (.modified, "changed"), (.moved, "moved"), (.renamed, "renamed"), (.removed, "gone"),
            (.deleted, "deleted for good"), (.rejected, "rejected"), (.putBack, "sent back"), (.waiting, "waiting"), (.failed, "not moved"),
            (.tagged, "tagged"), (.untagged, "not tagged any more"), (.valueSet, "given"), (.valueUnset, "without a value"),
        ]
        let parts = words.compactMap { event, word in entry.counts[event.rawValue].map { "\($0) \(word)" } }
        return "much at once: " + (parts.isEmpty ? "?" : parts.joined(separator: ", ")) + note(entry)
    }

    /// What a rule had to say of something that was taken in all the same.
    private static func note(_ entry: HistoryEntry) -> String {
        guard let message = entry.message else { return "" }
        return " (\(clause(message)))"
    }

    private static func noun(_ entry: HistoryEntry) -> String { entry.kind?.isDirectory == true ? "folder" : "file" }

    /// A path; the root is the project.
    private static func shown(_ path: RelativePath?, _ style: Style) -> String {
        guard let path, !path.isRoot else { return "the project" }
        return style.path(path)
    }

    private static func folder(_ path: RelativePath?, _ style: Style) -> String { shown(path?.parent, style) }

    /// A sentence without its full stop, made safe: the file may have been tampered with.
    private static func clause(_ sentence: String) -> String {
        let text = safe(sentence)
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// Text of the file, made safe for a terminal.
    static func safe(_ text: String) -> String { EscapedText.escape(Array(text.utf8)) }
}

extension HistoryEntry {
    /// The shape of `log --json`.
    var json: JSONValue {
        var object = JSONBuilder()
        object.add("time", time: time)
        object.add("event", .string(event.rawValue))
        object.add("id", id)
        object.add("kind", JSONValue(kind?.rawValue))
        object.add("path", path)
        object.add("from", from)
        object.add("rule", JSONValue(rule))
        object.add("message", JSONValue(message))
        object.add("by", .string(actor))
        let sorted = counts.sorted { $0.key < $1.key }
        object.add("counts", counts.isEmpty ? .null : .object(JSONObject(sorted.map { .init($0.key, .integer(Int64($0.value))) })))
        return object.value
    }
}
