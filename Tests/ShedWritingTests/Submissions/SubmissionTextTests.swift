import ShedModel
import Testing

@testable import ShedWriting

/// A record's front matter, as people write it.
@Suite struct `The record of a submission` {
    private static let whole = """
        ---
        piece: Ready/Ode.txt
        piece-id: 01a1fdc2-51ef-7f4c-a026-fae3a3fe1ebf
        venue: Magazines/Granta
        sent: 2026-11-22
        due: 2027-02-01
        status: out
        file: 2026-11-22 Ode.txt
        notes: "by post: 3 copies"
        ---

        """

    private func text(_ text: String) throws -> SubmissionText { try #require(try SubmissionText.read(Array(text.utf8))) }

    private func record(_ lines: String) throws -> SubmissionRecord { try SubmissionRecord(text("---\n\(lines)\n---\n")) }

    private func fault(_ text: String) -> SubmissionFault? {
        do throws(SubmissionFault) {
            guard let text = try SubmissionText.read(Array(text.utf8)) else { return nil }
            _ = try SubmissionRecord(text)
            return nil
        } catch { return error }
    }

    @Test func `is read, and written byte for byte as it was read`() throws {
        let record = try SubmissionRecord(text(Self.whole))
        #expect(record.piece == "Ready/Ode.txt" && record.pieceID == NodeID("01a1fdc2-51ef-7f4c-a026-fae3a3fe1ebf"))
        #expect(record.venue == "Magazines/Granta" && record.sent == CalendarDay("2026-11-22") && record.due == CalendarDay("2027-02-01"))
        #expect(record.status == .out && record.file == "2026-11-22 Ode.txt" && record.notes == "by post: 3 copies" && record.answer == nil)
        #expect(String(decoding: record.bytes, as: UTF8.self) == Self.whole)
    }

    @Test(arguments: [
        "- x: y #.txt", " a\tb \\ c", "'quoted", "\"quoted\"", "# no remark", "a\nb\r\nc", "true: ", "日本語 # 詩", "e\u{301}\u{2028}x", "\u{7f}\u{85}", "|", "~", "a #b", "a:b",
    ]) func `keeps any text`(value: String) throws {
        var record = SubmissionRecord(piece: value, pieceID: nil, venue: value, sent: nil)
        record.notes = value
        #expect(try SubmissionRecord(text(String(decoding: record.bytes, as: UTF8.self))) == record)
    }

    @Test func `is read however people write it`() throws {
        #expect(try record("Piece: Ode.txt\nSTATUS: Rejected # by mail\n\"sent\" : '2026-11-22'").status == .rejected)
        #expect(try record("piece_id: 01A1FDC2-51EF-7F4C-A026-FAE3A3FE1EBF # Ode").pieceID == NodeID("01a1fdc2-51ef-7f4c-a026-fae3a3fe1ebf"))
        #expect(try record("piece: x\nnotes: |\n  one\n\n  two\nfee: 3").notes == "one\ntwo")
        #expect(try record("piece: x\nnotes: one\n  two").notes == "one two")
        #expect(try record("piece: x\nnotes:\n- a\n- b").notes == "- a\n- b")
        #expect(try record("# of Ann\n\npiece: 'it''s'\nstatus:").piece == "it's")
        #expect(try SubmissionRecord(text("\u{feff}---\r\npiece: x\r\nsent: 2026-11-22\r\n...\r\ntext")).sent == CalendarDay("2026-11-22"))
    }

    @Test func `is none where a file begins with no front matter`() throws {
        for text in ["", "---", "text\n---\n", "----\npiece: x\n---\n", "--\n", "\n---\npiece: x\n---\n"] {
            #expect(try SubmissionText.read(Array(text.utf8)) == nil, "\(text)")
        }
        #expect(try !SubmissionRecord.isMeant(by: text("---\ntitle: Ode\nstatus: draft\n---\n")))
    }

    @Test func `says in which line it cannot be read`() {
        #expect(fault("---\npiece: a\nsent: 2026-02-30\n---\n") == SubmissionFault(.noDay(key: "sent", value: "2026-02-30"), line: 3))
        #expect(fault("---\npiece: a\nstatus: lost\n---\n") == SubmissionFault(.noStatus("lost"), line: 3))
        #expect(fault("---\npiece: a\n\nPiece: b\n---\n") == SubmissionFault(.doubledKey("piece"), line: 4))
        #expect(fault("---\npiece-id: 17\n---\n") == SubmissionFault(.noID("17"), line: 2))
        #expect(fault("---\nsent: 2026-11-22\n---\n") == SubmissionFault(.noPiece, line: 1))
        #expect(fault("---\npiece: a\nno key\n---\n") == SubmissionFault(.noKey, line: 3))
        #expect(fault("---\n  goes on with nothing\n---\n") == SubmissionFault(.noKey, line: 2))
        #expect(fault("---\npiece: a\n: b\n---\n") == SubmissionFault(.noKey, line: 3))
        #expect(fault("---\npiece: a\nx: \u{0}\n---\n")?.reason == .notText)
        #expect(fault("---\npiece: a\n")?.reason == .unclosed(limit: SubmissionText.largestHead))
    }

    @Test(arguments: ["../../etc/passwd", "/etc/passwd", "a/b", "..", ".", ".hidden"]) func `names no file but one beside it`(name: String) {
        #expect(fault("---\npiece: a\nfile: \(name)\n---\n") == SubmissionFault(.noFileName(name), line: 3))
    }

    @Test func `is no text where its bytes are none`() throws {
        #expect(throws: SubmissionFault(.notText, line: 3)) { try SubmissionText.read(Array("---\npiece: a\nx: ".utf8) + [0xff, 0x0a] + Array("---\n".utf8)) }
        // What follows it may be anything.
        #expect(try SubmissionText.read(Array("---\npiece: a\n---\n".utf8) + [0xff, 0]) != nil)
    }

    @Test func `is read to its limit alone`() throws {
        let endless = Array("---\npiece: a\nx: ".utf8) + [UInt8](repeating: 0x61, count: 10 << 20)
        #expect(throws: SubmissionFault(.unclosed(limit: SubmissionText.largestHead), line: 1)) { try SubmissionText.read(endless) }
        #expect(SubmissionText.looksMeant(endless))
        let lines = Array("---\n".utf8) + (0..<8_000).flatMap { Array("k\($0): v\n".utf8) } + Array("---\n".utf8)
        #expect(throws: SubmissionFault.self) { try SubmissionText.read(lines) }
        #expect(!SubmissionText.looksMeant(lines))
    }

    @Test(arguments: ["x---\n", " ---\n", "\n---\n", "", "----\n"]) func `is known for a record though its first line was spoiled`(first: String) throws {
        let rest = "piece: Draft/Ode.txt\npiece-id: 01a1fdc2-51ef-7f4c-a026-fae3a3fe1ebf\nsent: 2026-11-22\n---\n"
        #expect(try SubmissionText.read(Array((first + rest).utf8)) == nil)
        #expect(SubmissionText.hasLostItsBeginning(Array((first + rest).utf8)))
        #expect(!SubmissionText.hasLostItsBeginning(Array("\(first)The line piece-id: is for an ID.\npiece-id: yours\n".utf8)))
        #expect(!SubmissionText.hasLostItsBeginning(Array((String(repeating: "a line\n", count: 20) + rest).utf8)))
    }

    @Test func `keeps what is not asked for, byte by byte, where something is set`() throws {
        let before = "---\r\nPiece: a\r\nmood : |\r\n  sad\r\n\r\n  very\r\n# remark\r\nStatus: out # by post\r\nfee: [1, 2\r\n---\r\nBody\n---\n\u{e9}"
        let after = try text(before).setting([("status", "accepted"), ("answered", "2026-12-01"), ("answer", "Yes: # 1")])
        #expect(String(decoding: after, as: UTF8.self) == before.replacing("Status: out # by post", with: "Status: accepted # by post")
            .replacing("fee: [1, 2\r\n", with: "fee: [1, 2\r\nanswered: 2026-12-01\r\nanswer: \"Yes: # 1\"\r\n"))
        #expect(try text(String(decoding: after, as: UTF8.self)).setting([("status", "accepted"), ("answered", "2026-12-01"), ("answer", "Yes: # 1")]) == after)
    }
}

@Suite struct `A day of a submission` {
    @Test func `is that which the name of its record begins with, where it has none`() {
        #expect(SubmissionRecord.day(of: "2026-11-22 Ode.md") == CalendarDay("2026-11-22") && SubmissionRecord.day(of: "Ode.md") == nil)
    }
}

@Suite struct `Two names of a venue` {
    @Test func `mean the same where one is the end of the other`() {
        #expect(VenueKey("Magazines/Granta").fits(VenueKey("granta")) && VenueKey("Granta/").fits(VenueKey("Magazines/GRANTA")))
        #expect(!VenueKey("Magazines/Granta").fits(VenueKey("Competitions/Granta")) && !VenueKey("").fits(VenueKey("Granta")) && !VenueKey("Granta").fits(VenueKey("Grant")))
    }
}
