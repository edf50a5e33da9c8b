import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

/// What came of a submission, to be written into its record.
package struct SubmissionAnswer: Sendable {
    package var status: SubmissionStatus
    package var day: CalendarDay
    /// Whether a person named the day; else one that stands there already is kept.
    package var isDayGiven: Bool
    package var note: String?

    package init(_ status: SubmissionStatus, on day: CalendarDay, isDayGiven: Bool = true, note: String? = nil) {
        self.status = status
        self.day = day
        self.isDayGiven = isDayGiven
        self.note = note
    }
}

extension ProjectReader {
    /// The submission that a person means: by its record, by the copy of the text, or by the piece, of which one submission is out.
    /// - Parameters:
    ///   - venue: of several that are out, the one to it.
    ///   - answered: where none is out, the only one of which this came is meant: what an interruption has left is gone on with.
    package func submission(_ path: RelativePath, venue: String? = nil, orAnswered answered: SubmissionStatus? = nil) throws(ShedError) -> Submission {
        let book = try submissions()
        if let broken = book.unreadable.first(where: { $0.path == path }) {
            throw ShedError(.refused, .unreadableRecord(path: "\(path)", reason: broken.reason), remedy: .mendRecordFirst)
        }
        let named = book.submissions.first { $0.path == path }
            ?? book.submissions.first { submission in submission.record.file.map { submission.path.parent.appending($0) == path } == true }
        if let named { return named }
        guard try !path.isInside(submissionsFolder()) else { throw ShedError(.usage, .noRecordHere(path: "\(path)"), remedy: .submissionsAreListed) }
        let id = try find(path).node.id
        let key = venue.map(VenueKey.init)
        let all = book.submissions.filter { $0.pieceID == id && (key.map(VenueKey($0.venue).fits) ?? true) }
        let out = all.filter(\.isOut)
        if let only = out.first, out.count == 1 { return only }
        let done = all.filter { $0.record.status == answered }
        if out.isEmpty, let only = done.first, done.count == 1 { return only }
        guard let first = out.first else { throw nothingOut(path, to: venue, wasSentThere: !all.isEmpty, book.submissions.filter { $0.pieceID == id && $0.isOut }) }
        throw ShedError(.usage, .severalOut(path: "\(path)", count: out.count, record: "\(first.path)"), remedy: .nameTheRecord)
    }

    /// That no submission of a piece is out that could be meant: with where it was never sent to, and where it is out.
    private func nothingOut(_ path: RelativePath, to venue: String?, wasSentThere: Bool, _ out: [Submission]) -> ShedError {
        guard let venue else { return ShedError(.refused, .nothingOut(path: "\(path)"), remedy: .submissionsAreListed) }
        let shown = EscapedText.escape(Array(venue.utf8))
        let words = wasSentThere ? Message.notOutAt(path: "\(path)", venue: shown) : .neverSentTo(path: "\(path)", venue: shown)
        let most = 5
        let venues = out.prefix(most).map { Message.verbatim(EscapedText.escape(Array($0.venue.utf8))) } + (out.count > most ? [.andMoreWasDone] : [])
        return ShedError(.refused, words, remedy: venues.isEmpty ? .isOutNowhere : .isOutAt(venues: .list(venues)))
    }

    /// Where what was accepted may be published: its piece, and the folder for it; `nil` where it is there already, is no longer there,
    /// or stands in none of the folders that lead there.
    package func publishing(of submission: Submission) throws(ShedError) -> (piece: RelativePath, folder: RelativePath)? {
        guard let piece = submission.piecePath, let top = piece.names.first, let folder = try folder(with: .published),
            let role = try find(RelativePath([top])).node.role, Role.unpublished.contains(role)
        else { return nil }
        return (piece, folder)
    }
}

extension Reading {
    /// Writes into a record what came of it; all else that stands in the file is kept, byte by byte.
    /// - Parameter publishes: moves the piece then: where to. It is asked of the rules before anything is written.
    /// - Returns: where the piece went; and why the answer stands in the record and could not be taken in, which the next walk does.
    @discardableResult
    package func answer(
        _ submission: Submission, _ answer: SubmissionAnswer, publishes: (piece: RelativePath, folder: RelativePath)? = nil, dryRun: Bool = false
    ) throws(ShedError) -> (moved: RelativePath?, untaken: ShedError?) {
        let edit = try edited(submission, answer)
        guard edit != nil || publishes != nil else {
            throw ShedError(.refused, .isSoAlreadyAnswered(path: "\(submission.path)", status: answer.status.rawValue), remedy: .nothing)
        }
        var to: RelativePath?
        if let publishes {
            let moves = try project.write(after: .nothing) { transaction throws(ShedError) in
                try transaction.move([publishes.piece], to: publishes.folder, dryRun: true)
            }
            to = moves.first?.to
        }
        guard !dryRun else { return (to, nil) }
        var staged = try stageChange()
        do throws(ShedError) {
            if let edit {
                do throws(DiskError) {
                    try staged.write(edit.bytes, to: submission.path, replacing: (edit.evidence, edit.directory), madeOf: edit.held)
                } catch { throw ShedError(error) }
                let venue = EscapedText.escape(Array(submission.venue.utf8))
                staged.words = .answered(isDryRun: false, piece: submission.pieceLabel, venue: venue, status: answer.status.rawValue)
            }
            let change = staged
            try write { transaction throws(ShedError) in
                if change.isEmpty { discard(change) } else { try transaction.carryOut(change) }
                if let publishes { _ = try transaction.move([publishes.piece], to: publishes.folder) }
            }
        } catch {
            // The piece was not moved.
            if error.isInPlace, publishes == nil { return (nil, error) }
            discard(staged)
            throw error
        }
        return (to, nil)
    }

    /// The record's text with the answer; `nil` where it says all of it already.
    private func edited(
        _ submission: Submission, _ answer: SubmissionAnswer
    ) throws(ShedError) -> (bytes: [UInt8], held: ContentHash, evidence: Evidence, directory: DirectoryHandle)? {
        guard let name = submission.path.last else { return nil }
        let directory: DirectoryHandle
        let file: (bytes: [UInt8], evidence: Evidence)
        do throws(DiskError) {
            directory = try root.openDirectory(at: submission.path.parent)
            file = try directory.readTextWithEvidence(name, atMost: SubmissionText.largestFile)
        } catch { throw ShedError(error) }
        do throws(SubmissionFault) {
            guard let text = try SubmissionText.read(file.bytes) else { throw SubmissionFault(.noPiece, line: 1) }
            let record = try SubmissionRecord(text)
            var values = [(key: "status", value: answer.status.rawValue)]
            // What was answered and is said once more was answered when it was.
            if record.status != answer.status || record.answered == nil || answer.isDayGiven { values.append(("answered", "\(answer.day)")) }
            // A note that is said once more, after an interruption, stands there once.
            if let note = answer.note, record.answer != note, record.answer?.hasSuffix("; \(note)") != true {
                values.append(("answer", record.answer.map { "\($0); \(note)" } ?? note))
            }
            let bytes = text.setting(values)
            guard bytes != file.bytes else { return nil }
            // A person's next look at it must not find less than this one.
            let after = try SubmissionText.read(bytes).map { read throws(SubmissionFault) in try SubmissionRecord(read) }
            guard after?.status == answer.status else { throw SubmissionFault(.noStatus(answer.status.rawValue), line: 1) }
            return (bytes, ContentHash(of: file.bytes), file.evidence, directory)
        } catch { throw ShedError(.refused, .unreadableRecord(path: "\(submission.path)", reason: "\(error)"), remedy: .mendRecordFirst) }
    }
}
