import ShedModel
import ShedWriting

/// A record of a submission, as its file says it now.
package struct Submission: Sendable {
    /// Which text a record means.
    package enum Piece: Hashable, Sendable {
        /// A file of the project, wherever it stands by now.
        case standing(NodeID, at: RelativePath)
        /// Nothing of this project, or nothing any more.
        case gone
    }

    /// Of the record.
    package var path: RelativePath
    /// Of the record; `nil` where it was not taken in yet.
    package var id: NodeID?
    package var record: SubmissionRecord
    package var piece: Piece

    /// Where it was sent, as the record says, else as its folder is called.
    package var venue: String { record.venue ?? path.parent.last?.text ?? path.parent.last?.escaped ?? "" }

    /// When it was sent, as the record says, else as its name does.
    package var sent: CalendarDay? { record.sent ?? path.last.flatMap(SubmissionRecord.day) }

    package var isOut: Bool { record.status == .out }

    /// Where the piece stands; `nil` for one that is gone.
    package var piecePath: RelativePath? { if case .standing(_, let path) = piece { path } else { nil } }

    package var pieceID: NodeID? { if case .standing(let id, _) = piece { id } else { nil } }

    /// The piece, for who reads it: where it stands, else what the record calls it, escaped.
    package var pieceLabel: String {
        if let path = piecePath { return "\(path)" }
        return EscapedText.escape(Array((record.piece ?? record.pieceID?.description ?? "").utf8))
    }

    /// Whether an answer was due before a day and there is none.
    package func isOverdue(on day: CalendarDay) -> Bool { isOut && record.due.map { $0 < day } == true }

    /// Some in the order of lists: what is out, by the day on which an answer is due, then by when it was sent; then what was answered,
    /// the latest first. Each is looked at once, and not once for each comparison.
    package static func inOrder(_ all: [Submission]) -> [Submission] {
        let ranks = all.map(\.rank)
        return all.indices.sorted { ranks[$0] < ranks[$1] }.map { all[$0] }
    }

    private struct Rank: Comparable {
        var isAnswered: Bool
        /// What has no day comes last.
        var days: (Int, Int)
        var path: RelativePath

        static func < (left: Rank, right: Rank) -> Bool {
            if left.isAnswered != right.isAnswered { return right.isAnswered }
            return left.days != right.days ? left.days < right.days : left.path < right.path
        }

        static func == (left: Rank, right: Rank) -> Bool { left.isAnswered == right.isAnswered && left.days == right.days && left.path == right.path }
    }

    private var rank: Rank {
        let days = isOut ? (record.due?.number ?? .max, sent?.number ?? .max) : ((record.answered ?? sent).map { -$0.number } ?? .max, 0)
        return Rank(isAnswered: !isOut, days: days, path: path)
    }
}

/// A file that is meant for a record of a submission and cannot be read as one.
package struct BrokenSubmission: Sendable {
    package var path: RelativePath
    package var id: NodeID?
    /// Why, one sentence without its full stop.
    package var reason: String
    /// From 1; `nil` where it is not about a line.
    package var line: Int?
}

/// All records of submissions of a project.
package struct SubmissionBook: Sendable {
    /// In the order of their paths.
    package var submissions: [Submission] = []
    package var unreadable: [BrokenSubmission] = []
}
