import ShedMessages
import ShedModel

extension Transaction {
    /// Writes down what a verb did that no walk sees, of the project itself.
    package func record(_ event: HistoryEntry.Event, message: String? = nil, counts: [String: Int] = [:]) {
        append(HistoryEntry(
            event, at: surroundings.now(), by: actor, id: id, kind: .project, path: .root, message: message, counts: counts))
    }

    /// The same of a node.
    package func record(_ event: HistoryEntry.Event, _ placed: PlacedNode, from: RelativePath? = nil, message: String? = nil, words: Message? = nil) {
        append(HistoryEntry(
            event, at: surroundings.now(), by: actor, id: placed.node.id, kind: placed.node.type, path: placed.path, from: from,
            message: message, words: words))
    }

    /// That something was taken back.
    func record(undone entry: UndoEntry) {
        let words = Message.tookBack(verb: EscapedText.escape(Array(entry.actor.utf8)), number: entry.number)
        append(HistoryEntry(.undone, at: surroundings.now(), by: actor, id: id, kind: .project, path: .root, words: words))
    }

    /// That a change was brought to its end which a killed process had begun: what came with it has been told as what changed on disk, by who found
    /// it. Nothing where nobody knows any more who that was.
    func record(finished change: StagedChange) {
        let files = Set(change.entries.map { $0.identity.onAnyDevice })
        for number in project.undo.allUnderWay.sorted().reversed() {
            guard let entry = try? project.undoEntry(number), entry.steps.contains(where: { $0.brings(oneOf: files) }) else { continue }
            let words = Message.finishedInterrupted(verb: EscapedText.escape(Array(entry.actor.utf8)), number: number)
            return append(HistoryEntry(.finished, at: surroundings.now(), by: actor, id: id, kind: .project, path: .root, words: words))
        }
    }

    /// What is the news of a device that writes into the project.
    func record(device words: Message) {
        append(HistoryEntry(.device, at: surroundings.now(), by: actor, id: id, kind: .project, path: .root, words: words))
    }

    /// What became of the template.
    func record(template words: Message) {
        append(HistoryEntry(.templated, at: surroundings.now(), by: actor, id: id, kind: .project, path: .root, words: words))
    }

    /// What was done to labels.
    func record(_ deeds: [Message]) {
        for deed in deeds {
            append(HistoryEntry(.labelled, at: surroundings.now(), by: actor, id: id, kind: .project, path: .root, words: deed))
        }
    }

    /// What was done to many nodes at once; more than a walk tells one by one are only counted.
    package func record(_ event: HistoryEntry.Event, _ all: [PlacedNode], message: String? = nil, words: Message? = nil) {
        guard all.count > WalkRecord.most else {
            for placed in all { record(event, placed, message: message, words: words) }
            return
        }
        append(HistoryEntry(.summary, at: surroundings.now(), by: actor, message: message, words: words, counts: [event.rawValue: all.count]))
    }

    /// Writes down what a kind did, as far as no walk has it.
    package func record(_ entries: [HistoryEntry]) {
        var record = WalkRecord(actor: actor)
        record.take(entries)
        project.journal.remember(record, dirty: [])
    }

    private func append(_ entry: HistoryEntry) {
        guard project.purpose == .change else { return }
        project.journal.append(entry)
    }
}

extension UndoStep {
    /// Whether one of some files comes into the project by it, whatever the device's number.
    fileprivate func brings(oneOf files: Set<FileIdentity>) -> Bool {
        switch self {
        case .replaced(let file): files.contains(file.new.onAnyDevice)
        case .made(let made): made.identity.map { files.contains($0.onAnyDevice) } ?? false
        case .moved, .renamed, .removed, .set, .sidecar, .final, .kept: false
        }
    }
}
