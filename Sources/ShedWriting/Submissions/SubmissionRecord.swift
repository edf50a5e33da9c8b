import ShedModel

/// What came of a submission. The raw values stand in files, in every language.
public enum SubmissionStatus: String, Hashable, Sendable, CaseIterable {
    case out
    case accepted
    case rejected
    case withdrawn
}

/// What a submission's record says: which piece went where and when, and what came of it.
public struct SubmissionRecord: Hashable, Sendable {
    /// Where the piece was when it was sent, for who reads it.
    public var piece: String?
    /// The piece, wherever it is now.
    public var pieceID: NodeID?
    /// Where it went: the path of a folder, or any name.
    public var venue: String?
    public var sent: CalendarDay?
    public var status: SubmissionStatus
    /// When it was accepted, rejected or withdrawn.
    public var answered: CalendarDay?
    /// By when an answer is due.
    public var due: CalendarDay?
    /// The copy of the text as it was sent, which stands beside the record.
    public var file: Name?
    public var notes: String?
    /// What was said when it was answered.
    public var answer: String?

    public init(
        piece: String?, pieceID: NodeID?, venue: String?, sent: CalendarDay?, status: SubmissionStatus = .out, file: Name? = nil
    ) {
        self.piece = piece
        self.pieceID = pieceID
        self.venue = venue
        self.sent = sent
        self.status = status
        self.file = file
    }

    /// The keys that make front matter a submission's. Others may have it too, such as the copy of a text in Markdown.
    private static let marks = ["piece", "piece-id", "sent"]

    /// Whether front matter is meant for a record of a submission.
    public static func isMeant(by text: SubmissionText) -> Bool { marks.contains(where: text.has) }

    /// Whether front matter says which piece was sent: then it is a record, and no copy of a text.
    public static func namesPiece(_ text: SubmissionText) -> Bool { text.has("piece") || text.has("piece-id") }

    /// What front matter says.
    /// - Throws: ``SubmissionFault`` for a value that it cannot have. Unknown keys may have any.
    public init(_ text: SubmissionText) throws(SubmissionFault) {
        func value(_ key: String) throws(SubmissionFault) -> String? { try text.value(of: key)?.text }
        func day(_ key: String) throws(SubmissionFault) -> CalendarDay? {
            guard let (value, line) = try text.value(of: key) else { return nil }
            guard let day = CalendarDay(FrontMatterScalar.withoutRemark(value)) else { throw SubmissionFault(.noDay(key: key, value: value), line: line) }
            return day
        }
        piece = try value("piece")
        venue = try value("venue")
        (sent, answered, due) = (try day("sent"), try day("answered"), try day("due"))
        (notes, answer) = (try value("notes"), try value("answer"))
        status = .out
        if let (value, line) = try text.value(of: "status") {
            guard let read = SubmissionStatus(rawValue: FrontMatterScalar.withoutRemark(value).lowercased()) else {
                throw SubmissionFault(.noStatus(value), line: line)
            }
            status = read
        }
        if let (value, line) = try text.value(of: "piece-id") {
            guard let id = NodeID(FrontMatterScalar.withoutRemark(value)) else { throw SubmissionFault(.noID(value), line: line) }
            pieceID = id
        }
        if let (value, line) = try text.value(of: "file") {
            let name = Name(value)
            guard name.isPossible, !name.isHidden else { throw SubmissionFault(.noFileName(value), line: line) }
            file = name
        }
        if piece == nil, pieceID == nil { throw SubmissionFault(.noPiece, line: 1) }
    }

    /// The file of a new record.
    public var bytes: [UInt8] {
        let pairs: [(String, String?)] = [
            ("piece", piece), ("piece-id", pieceID?.description), ("venue", venue), ("sent", sent?.description), ("due", due?.description),
            ("status", status.rawValue), ("answered", answered?.description), ("file", file?.text), ("notes", notes), ("answer", answer),
        ]
        let lines = pairs.compactMap { key, value in value.map { "\(key): \(FrontMatterScalar.written($0))\n" } }
        return Array("---\n\(lines.joined())---\n".utf8)
    }

    /// The day that a file's name begins with, where the record itself does not say it: `2026-11-22 Ode.md`.
    public static func day(of name: Name) -> CalendarDay? { CalendarDay(String(decoding: name.bytes.prefix(10), as: UTF8.self)) }
}
