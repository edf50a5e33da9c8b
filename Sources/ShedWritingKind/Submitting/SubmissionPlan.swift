import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedRules
import ShedWriting

/// What a person wants to submit, and how.
package struct SubmissionWish: Sendable {
    package var venue: SubmissionVenue
    package var sent: CalendarDay
    package var due: CalendarDay?
    package var note: String?

    package init(venue: SubmissionVenue, sent: CalendarDay, due: CalendarDay? = nil, note: String? = nil) {
        self.venue = venue
        self.sent = sent
        self.due = due
        self.note = note
    }
}

/// What submitting some pieces would do.
package struct SubmissionPlan: Sendable {
    package struct Item: Sendable {
        package var piece: PlacedNode
        package var record: SubmissionRecord
        /// Of the record.
        package var path: RelativePath
        /// Of the copy of the text.
        package var copy: RelativePath
    }

    /// What speaks against sending a piece.
    package struct Conflict: Sendable {
        package var piece: RelativePath
        /// What was submitted before: to the same venue, or it is still out at another.
        package var before: Submission
        package var isSameVenue: Bool
    }

    package var wish: SubmissionWish
    /// The folder of the venue's records.
    package var folder: RelativePath
    /// Whether that is still to be made.
    package var makesFolder: Bool
    package var items: [Item]
    package var conflicts: [Conflict]
}

extension ProjectReader {
    /// Plans to submit pieces; nothing is written. All are held against the rules, and against what was submitted before.
    package func planSubmission(of paths: [RelativePath], _ wish: SubmissionWish) throws(ShedError) -> SubmissionPlan {
        let shelf = try submissionsFolder()
        let book = try submissions()
        let state = try load()
        let known = folders(in: shelf, named: wish.venue.name, state).first
        let folder = known ?? shelf.appending(wish.venue.name)
        var plan = SubmissionPlan(wish: wish, folder: folder, makesFolder: known == nil, items: [], conflicts: [])
        if known == nil { try mayMake(folder, state) }
        if let path = wish.venue.path, wish.venue.isNew { try mayMake(path, state) }
        var names = FreeNames(besides: known == nil ? [] : try self.names(in: folder))
        let key = wish.venue.key
        let before = Dictionary(grouping: book.submissions.filter { $0.pieceID != nil }, by: \.pieceID)
        for path in paths {
            let piece = try piece(at: path, outside: shelf, state)
            plan.items.append(try item(of: piece, in: folder, wish, &names))
            for submission in before[piece.node.id] ?? [] {
                let isSame = VenueKey(submission.venue).fits(key)
                guard isSame || submission.isOut else { continue }
                plan.conflicts.append(SubmissionPlan.Conflict(piece: path, before: submission, isSameVenue: isSame))
            }
        }
        if let facts = try known.map({ path throws(ShedError) in try facts(of: find(path)) }), let item = plan.items.first {
            for path in [item.path, item.copy] {
                guard let name = path.last, let refusal = home.rules.refusal(of: Candidate(name: name, type: .file, provenance: .new), in: facts) else { continue }
                throw ShedError.refused(refusal, path)
            }
        }
        return plan
    }

    /// Asks whether a folder may be made.
    private func mayMake(_ path: RelativePath, _ state: ProjectState) throws(ShedError) {
        guard let name = path.last else { return }
        try ShedError.requireName(name, of: "a folder")
        try isNoIgnoredName(path, .folder)
        guard !hasEntry(at: path) else { throw ShedError(.refused, .notAFolder(path: "\(path)"), remedy: .chooseOtherName) }
        if let refusal = try home.rules.refusal(of: Candidate(name: name, type: .folder, provenance: .new), in: facts(of: find(path.parent))) {
            throw ShedError.refused(refusal, path)
        }
        try isFree(name, in: path.parent, except: nil)
    }

    /// The file that is to be submitted.
    private func piece(at path: RelativePath, outside shelf: RelativePath, _ state: ProjectState) throws(ShedError) -> PlacedNode {
        let placed = try find(path)
        let top = try path.names.first.map { name throws(ShedError) in try find(RelativePath([name])).node.role } ?? nil
        guard !placed.type.isDirectory, !path.isInside(shelf), top != .trash, top != .rejected else {
            throw ShedError(.refused, .noPieceToSubmit(path: "\(path)"), remedy: .submitFiles)
        }
        return placed
    }

    /// The record of a piece and the name of its copy, neither of which is taken.
    private func item(of piece: PlacedNode, in folder: RelativePath, _ wish: SubmissionWish, _ names: inout FreeNames) throws(ShedError) -> SubmissionPlan.Item {
        let name = piece.path.last.map { $0.text == nil ? Name($0.escaped) : $0 } ?? ""
        let parts = name.parts
        let hasSuffix = parts.suffix.count <= SubmissionPlan.longestSuffix
        // A Markdown text would bear the name of its record.
        let suffix = name.hasSuffix(SubmissionPlan.recordSuffix) ? Array((".sent" + SubmissionPlan.recordSuffix).utf8) : hasSuffix ? Array(parts.suffix) : []
        let start = Array("\(wish.sent) ".utf8) + (hasSuffix ? parts.stem : name.bytes[...])
        let stem = Array(UTF8Cut.prefix(start[...], atMost: Name.longest - SubmissionPlan.longestSuffix - 16))
        var number = 1
        while true {
            let mark = number == 1 ? [] : Array(" (\(number))".utf8)
            let record = Name(bytes: stem + mark + Array(SubmissionPlan.recordSuffix.utf8))
            let copy = Name(bytes: stem + mark + suffix)
            guard !names.isTaken(record), !names.isTaken(copy) else {
                number += 1
                continue
            }
            names.insert(record)
            names.insert(copy)
            for name in [record, copy] { try isNoIgnoredName(folder.appending(name), .file) }
            var said = SubmissionRecord(
                piece: "\(piece.path)", pieceID: piece.node.id, venue: wish.venue.label, sent: wish.sent, file: copy)
            (said.due, said.notes) = (wish.due, wish.note)
            return SubmissionPlan.Item(piece: piece, record: said, path: folder.appending(record), copy: folder.appending(copy))
        }
    }
}

extension SubmissionPlan {
    fileprivate static let recordSuffix = ".md"
    /// Of a name that ends in more, the end is no suffix, in bytes.
    fileprivate static let longestSuffix = 32
}
