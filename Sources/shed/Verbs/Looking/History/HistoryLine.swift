import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedRules

/// An entry of a history in plain words.
enum HistoryLine {
    static func text(_ entry: HistoryEntry, _ style: Style) -> String {
        style.catalogue.text(message(entry, style)) { stressed($0, entry.event, style) }
    }

    private static func message(_ entry: HistoryEntry, _ style: Style) -> Message {
        let path = shown(entry.path, style)
        let from = entry.from.map { shown($0, style) } ?? path
        let name = entry.path?.last?.escaped ?? style.text(path)
        let folder = entry.path?.parent
        let why = reason(entry, style).map { Message.because(why: $0) } ?? .nothing
        let said = safe(entry.message ?? "")
        switch entry.event {
        case .made: return .logMade
        case .adopted: return .logAdopted(files: .files(count: entry.counts["files"] ?? 0), folders: .folders(count: entry.counts["folders"] ?? 0))
        case .added: return .logAdded(isFolder: entry.kind?.isDirectory == true, path: path, remark: remark(entry, style))
        case .returned: return .logReturned(path: path)
        case .modified: return why.isEmpty ? .logModified(path: path) : .logRemade(path: path, why: why)
        case .moved: return moved(entry, style)
        case .renamed:
            let renamed: Message = why.isEmpty ? .logRenamed(from: from, name: name) : .logRenamedByShed(from: from, name: name, why: why)
            guard let former = entry.from, let path = entry.path else { return renamed }
            return renamed.explained(Respelling(from: former, to: path))
        case .removed: return .logRemoved(name: name, from: outOf(folder, style))
        case .deleted: return .logDeleted(name: name, from: outOf(folder, style))
        case .forgotten: return .logForgotten(name: name, isProject: folder?.isRoot ?? true, place: shown(folder, style))
        case .rejected: return .logRejected(from: from, why: why, path: path)
        case .putBack: return from == path ? .logPutBack(path: path, why: why) : .logSentBack(thing: from, to: into(folder, style), why: why)
        case .waiting: return waiting(entry, path, style)
        case .failed: return .logFailed(path: path, why: why)
        case .ordered: return reason(entry, style).map { .logOrderedBy(path: path, by: $0) } ?? .logOrdered(path: path)
        case .linked: return .logLinked(path: path, folder: said)
        case .unlinked: return .logUnlinked(path: path, folder: said)
        case .allowed: return .logAllowed(path: path, what: accepted(entry))
        case .accepted: return .logAccepted(path: path)
        case .relinked: return from == path ? .logRelinked(path: path) : .logRelinkedFrom(path: path, from: from)
        case .described: return .logDescribed
        case .tagged: return .logTagged(path: path, tag: said)
        case .untagged: return .logUntagged(path: path, tag: said)
        case .valueSet: return .logValueSet(path: path, value: said)
        case .valueUnset: return .logValueUnset(path: path, variable: said)
        case .undone: return .logUndone(what: reason(entry, style) ?? .nothing)
        case .templated: return reason(entry, style) ?? .changedTemplate
        case .labelled: return .logLabelled(what: reason(entry, style) ?? .changedLabels)
        case .finished: return reason(entry, style) ?? .nothing
        case .gaveUp: return .logGaveUp(what: said.isEmpty ? .lostBatches : .verbatim(said))
        case .device: return reason(entry, style) ?? .nothing
        case .summary: return summary(entry, style)
        }
    }

    /// What is said of a carrier's arrivals says itself that they wait; and that of several things says which.
    private static func waiting(_ entry: HistoryEntry, _ path: Message, _ style: Style) -> Message {
        guard let reason = reason(entry, style) else { return entry.path?.isRoot == true ? .logSomethingWaits(why: .nothing) : .logWaiting(path: path, why: .nothing) }
        if entry.path?.isRoot == true { return reason }
        return entry.rule == CarrierArrival.info.name ? .about(subject: style.text(path), text: reason) : .logWaiting(path: path, why: .because(why: reason))
    }

    private static func moved(_ entry: HistoryEntry, _ style: Style) -> Message {
        let (from, to) = (shown(entry.from, style), shown(entry.path, style))
        if let why = reason(entry, style) { return .logMovedByShed(from: from, to: to, why: .because(why: why)) }
        guard let name = entry.path?.last, entry.from?.last == name else { return .logMoved(from: from, to: to) }
        return .logMovedName(name: "\(name)", from: outOf(entry.from?.parent, style), to: into(entry.path?.parent, style))
    }

    /// The events that a summary counts, in their order.
    private static let counted: [HistoryEntry.Event] = [
        .added, .returned, .modified, .moved, .renamed, .removed, .deleted, .forgotten, .rejected, .putBack, .waiting, .failed, .tagged, .untagged,
        .valueSet, .valueUnset, .linked, .unlinked,
    ]

    private static func summary(_ entry: HistoryEntry, _ style: Style) -> Message {
        let parts = counted.compactMap { event in entry.counts[event.rawValue].map { style.text(.counted(event: event.rawValue, count: $0)) } }
        return .logSummary(what: parts.isEmpty ? .verbatim("?") : .list(parts), remark: remark(entry, style))
    }

    private static func accepted(_ entry: HistoryEntry) -> Message {
        guard let word = entry.message else { return .somethingElse }
        return Accepts(rawValue: word).map { .acceptedSort(what: $0.rawValue) } ?? .verbatim(safe(word))
    }

    /// Why it happened, made safe: the file may have been tampered with. A sentence that is in no catalogue stands as it was written.
    private static func reason(_ entry: HistoryEntry, _ style: Style) -> Message? {
        if let words = entry.words, style.catalogue.knows(words) { return .verbatim(safe(style.text(words))) }
        return entry.message.map { .verbatim(safe($0)) }
    }

    /// What a rule had to say of something that was taken in all the same.
    private static func remark(_ entry: HistoryEntry, _ style: Style) -> Message { reason(entry, style).map { .remark(text: $0) } ?? .nothing }

    /// The colour of the words that catch the eye.
    private static func stressed(_ text: String, _ event: HistoryEntry.Event, _ style: Style) -> String {
        switch event {
        case .made, .adopted, .added, .returned, .tagged, .valueSet: style.good(text)
        case .removed, .deleted, .rejected, .failed: style.bad(text)
        default: style.warning(text)
        }
    }

    /// A path; the root is the project.
    private static func shown(_ path: RelativePath?, _ style: Style) -> Message {
        guard let path, !path.isRoot else { return .theProject }
        return .verbatim(style.path(path))
    }

    private static func outOf(_ folder: RelativePath?, _ style: Style) -> Message { .outOf(isProject: folder?.isRoot ?? true, place: shown(folder, style)) }

    private static func into(_ folder: RelativePath?, _ style: Style) -> Message { .into(isProject: folder?.isRoot ?? true, place: shown(folder, style)) }

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
