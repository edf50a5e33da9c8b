import ShedDisk
import ShedModel
import ShedPapersKindTestSupport
import ShedProject
import ShedProjectTestSupport
import ShedTestSchedule
import Testing

@testable import ShedPapersKind

@Suite(.waitsForPrograms) struct `What is known to be wrong with PDFs` {
    private func evidence(_ work: PaperWork, _ name: Name) throws -> Evidence {
        try work.write(Array("no PDF".utf8), name.description)
        return try #require(try work.project.home.root.evidence(of: name))
    }

    private func complaints() throws -> (PDFComplaints, Evidence, Evidence, PaperWork, Shelf) {
        let shelf = try Shelf(kinds: [PapersKind()])
        let work = try shelf.papers()
        let (one, other) = (try evidence(work, "one.pdf"), try evidence(work, "other.pdf"))
        var complaints = PDFComplaints(nil)
        complaints.note(PDFComplaint("It is a picture", isGivenUp: false), about: one)
        complaints.note(PDFComplaint("It costs too much", isGivenUp: true), about: other)
        return (complaints, one, other, work, shelf)
    }

    @Test func `is read as it was written, with whether it was given up, which no words say`() throws {
        let (complaints, one, other, _, _) = try complaints()
        let read = PDFComplaints(complaints.bytes)
        #expect(read == complaints)
        #expect(read.complaint(about: one)?.sentence == "It is a picture.")
        #expect(read.complaint(about: other)?.sentence == "It costs too much; “shed sync --now” looks at it again.")
        var long = read
        // A sentence that says so by itself, and one that is cut.
        long.note(PDFComplaint("It says: “shed sync --now” looks at it again", isGivenUp: false), about: one)
        long.note(PDFComplaint(String(repeating: "é", count: 5_000), isGivenUp: true), about: other)
        long = PDFComplaints(long.bytes)
        #expect(long.complaint(about: one)?.isGivenUp == false)
        #expect(long.complaint(about: other)?.isGivenUp == true)
        #expect(long.complaint(about: other)?.sentence.hasSuffix("é; “shed sync --now” looks at it again.") == true)
    }

    @Test func `is read as earlier ones wrote it, under both names, and written anew`() throws {
        let (_, one, other, work, shelf) = try complaints()
        func row(_ evidence: Evidence, _ sentence: String) -> String {
            "\(evidence.identity.device) \(evidence.identity.inode) \(evidence.identity.birth) \(evidence.size) \(evidence.modified) \(sentence)"
        }
        let rows = [row(one, "It is a picture."), "1 2 3", row(other, "It costs too much; “shed sync --now” looks at it again.")].joined(separator: "\n")
        for key in PDFComplaints.earlierKeys {
            let kind = try work.project.asKnown.papersProject
            work.project.store.changeMeta { meta in
                meta.kindData[PDFComplaints.key] = nil
                meta.kindData[key] = Array(rows.utf8)
            }
            #expect(try kind.complaints().complaint(about: one) == PDFComplaint("It is a picture", isGivenUp: false))
            #expect(kind.givenUp(at: "one.pdf") == nil && kind.givenUp(at: "other.pdf") == PDFComplaint("It costs too much", isGivenUp: true))
            #expect(try kind.knownComplaints()("other.pdf") == "It costs too much; “shed sync --now” looks at it again.")
            try kind.noteComplaint(PDFComplaint("It is a web page", isGivenUp: false), at: "one.pdf")
            let data = try work.project.asKnown.load().meta.kindData
            #expect(data[key] == nil && data[PDFComplaints.key] != nil)
            #expect(try kind.complaints().complaint(about: one)?.sentence == "It is a web page.")
            #expect(kind.givenUp(at: "other.pdf")?.words == "It costs too much")
        }
        withExtendedLifetime(shelf) {}
    }
}
