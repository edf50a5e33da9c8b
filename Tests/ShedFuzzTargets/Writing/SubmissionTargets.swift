import ShedModel
import ShedWriting

@testable import ShedWritingKind

extension FuzzTarget {
    static let ofSubmissions: [FuzzTarget] = [submission, submissionMemory]

    /// The front matter of a submission's record, which people edit: what is set is read again, and nothing else changes.
    private static let submission = FuzzTarget("submission", words: [
        "---\n", "...\n", "piece: ", "piece-id: ", "venue: ", "sent: 2026-11-22\n", "due: ", "status: out", "answered: ", "file: ", "notes: |\n  ", "answer: \"", "\\u2028", "\\x0", " # ", "''", "- ", "\r\n", "../",
    ], texts: [
        "---\npiece: Ready/Ode.txt\npiece-id: 01a1fdc2-51ef-7f4c-a026-fae3a3fe1ebf\nvenue: Magazines/Granta\nsent: 2026-11-22\nstatus: out # by post\nfile: 2026-11-22 Ode.txt\n---\nBody\n",
        "\u{feff}---\r\nPiece ID : '01a1fdc2-51ef-7f4c-a026-fae3a3fe1ebf'\r\n\"Status\": \"REJECTED\"\r\nanswered: 2024-02-29\r\nnotes:\r\n  - a\r\n  - b\r\n...\r\n",
        "---\npiece: a\nnotes: >-\n  one\n\n  two\n# remark\nanswer: \"a\\nb\\u00e9\"\nunknown: [1, 2]\n---\n", "---\npiece: a\npiece: b\nsent: 0000-13-32\n---\n",
    ]) { input throws(BrokenInvariant) in
        _ = SubmissionText.looksMeant(input)
        _ = SubmissionText.hasLostItsBeginning(input)
        guard let text = try? SubmissionText.read(input) else { return }
        try require(text.setting([]) == input, "setting nothing changes a record")
        let values = [(key: "status", value: "accepted"), (key: "answered", value: "2026-12-01"), (key: "answer", value: "a: b # \"c\"\n\u{1f600}")]
        let edited = text.setting(values)
        guard let record = try? SubmissionRecord(text) else { return }
        // Only what gets longer than is read may not be read again.
        guard edited.count <= SubmissionText.largestHead else { return }
        let again = (try? SubmissionText.read(edited)).flatMap { $0 }
        guard let again, let after = try? SubmissionRecord(again) else { throw BrokenInvariant(description: "an edited record cannot be read") }
        var wanted = record
        (wanted.status, wanted.answered, wanted.answer) = (.accepted, CalendarDay("2026-12-01"), "a: b # \"c\"\n\u{1f600}")
        try require(after == wanted, "an edited record is another one")
        try require(again.setting(values) == edited, "the same edit once more changes a record")
        let made = (try? SubmissionText.read(record.bytes)).flatMap { $0 }
        guard let made else { throw BrokenInvariant(description: "a record that shed writes has no front matter") }
        try require((try? SubmissionRecord(made)) == record, "a record that shed writes is read otherwise")
    }

    /// What this machine remembers of submissions, in a file that anything may have happened to. The sum behind it is made for each input,
    /// so that what is read behind it is reached.
    private static let submissionMemory = FuzzTarget("submission-memory", words: ["shed submissions "], seeds: memories) { input throws(BrokenInvariant) in
        _ = SubmissionMemory(input)
        let empty = SubmissionMemory().bytes
        let body = empty.dropLast(8) + input
        let sum = SubmissionMemory.sum(body)
        guard let memory = SubmissionMemory(Array(body) + withUnsafeBytes(of: sum.littleEndian) { Array($0) }) else { return }
        try require(SubmissionMemory(memory.bytes) == memory, "what is remembered is read otherwise")
    }

    private static let memories: [[UInt8]] = {
        var record = SubmissionRecord(
            piece: "Ready/Ode.txt", pieceID: NodeID(high: 0x1111_0000_0000_7000, low: 0x8000_0000_0000_0001), venue: "Granta", sent: CalendarDay("2026-11-22"),
            status: .accepted, file: "2026-11-22 Ode.txt")
        (record.answered, record.notes, record.answer) = (CalendarDay("2026-12-01"), "by post", "yes: \u{1f600}")
        let bare = SubmissionRecord(piece: nil, pieceID: nil, venue: nil, sent: nil)
        let contents: [SubmissionMemory.Content] = [.nothing, .record(record, namesPiece: true), .record(bare, namesPiece: false)]
        return ([contents] + contents.map { [$0] }).map { contents in
            var memory = SubmissionMemory()
            for (number, content) in contents.enumerated() {
                let evidence = Evidence(inode: UInt64(number), size: 200, modified: 1_700_000_000_000_000_000, changed: 1_700_000_000_000_000_001)
                memory.note(content, NodeID(high: 1, low: UInt64(number)), evidence, now: 1_800_000_000_000)
            }
            return Array(memory.bytes.dropFirst(SubmissionMemory().bytes.count - 8).dropLast(8))
        }
    }()
}
