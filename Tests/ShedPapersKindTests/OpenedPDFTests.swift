import Glibc
import ShedModel
import ShedPapers
import ShedPapersKindTestSupport
import ShedProjectTestSupport
import ShedTestSchedule
import ShedTestSupport
import ShedThreads
import Testing

@testable import ShedPapersKind
@testable import ShedProject

/// Shed has seen that nobody writes to it, and makes its bundle and its pages; then a program opens it.
@Suite(.waitsForPrograms) struct `A PDF that is opened while pages are made of it` {
    private let shelf: Shelf
    private let work: PaperWork
    private let bytes = TestPDF(pages: 2).bytes

    init() throws {
        shelf = try Shelf(kinds: [PapersKind()])
        work = try shelf.papers()
        try shelf.shell("mkdir -p P/Docs/Finals/Sets P/Docs/Finals/More")
        try work.project.sync()
        try work.write(bytes, "Docs/Finals/Sets/Slow.pdf")
    }

    private func names(_ group: String = "Sets") throws -> String { try shelf.shell("ls P/Docs/Finals/\(group)") }

    /// Puts the project in order, and opens a file of the group to write to it as soon as it is there at a point of that.
    /// - Returns: with the descriptor, which is below 0 where it never was there.
    private func sync(opening name: String, at point: String, isNow: Bool = false) throws -> (outcome: Outcome, pen: Int32) {
        let path = "\(work.root)/Docs/Finals/Sets/\(name)"
        let pen = Lock<Int32>(-1)
        let outcome = try Interruption.$visitor.withValue({ reached in
            guard reached == point else { return }
            pen.withLock { pen in
                if pen < 0 { pen = open(path, O_WRONLY | O_APPEND | O_CLOEXEC) }
            }
        }) { try work.project.sync(.init(overridesWaiting: isNow)) }
        return (outcome, pen.withLock { $0 })
    }

    private func expectWaiting(_ outcome: Outcome) throws {
        #expect(outcome.failures.isEmpty && outcome.moves.isEmpty, "\(outcome.failures)")
        #expect(outcome.changes.allSatisfy { $0.kind == .added }, "\(outcome.changes)")
        #expect(outcome.reports.map { "\($0.path) \($0.rule.name)" } == ["Docs/Finals/Sets/Slow.pdf waiting-pdf"])
        #expect(outcome.reports.first?.obstacle == .writtenPDF)
        #expect(try names() == "Slow.pdf\n")
        #expect(try shelf.shell("ls -A P/.shed/staging/* 2> /dev/null || true") == "")
    }

    @Test(arguments: [("pages-begun", "Slow.pdf"), ("pages-numbered", "01 Slow p1.pdf"), ("sealed", "01 Slow p1.pdf")])
    func `waits under its own name as if it had been open before, and keeps what is written to it`(point: String, name: String) throws {
        let (outcome, pen) = try sync(opening: name, at: point)
        try #require(pen >= 0, "\(point) was not reached")
        try expectWaiting(outcome)
        let id = try work.project.id("Docs/Finals/Sets/Slow.pdf")
        // What some programs fill files up with.
        let end = Array("\n\n".utf8)
        #expect(write(pen, end, end.count) == end.count)
        close(pen)
        #expect(TestFile.read("\(work.root)/Docs/Finals/Sets/Slow.pdf") == bytes + end)
        try work.project.sync()
        let view = try work.project.asKnown.papers()
        #expect(view.bundles.contains { TestFile.read("\(work.root)/\($0.path)/display.pdf") == bytes + end })
        let pages = view.groups.flatMap(\.pages)
        #expect(pages.count == 2 && pages.allSatisfy { $0.reference != nil } && pages.contains { $0.id == id }, "\(pages)")
    }

    @Test func `takes the bundle that was made of it where nothing was written to it`() throws {
        let (outcome, pen) = try sync(opening: "01 Slow p1.pdf", at: "sealed")
        try #require(pen >= 0)
        try expectWaiting(outcome)
        close(pen)
        #expect(try shelf.shell("cmp P/Docs/Finals/Sets/Slow.pdf P/Bundles/Slow/display.pdf && ls P/Bundles") == "Slow\n")
        try work.project.sync()
        #expect(try names() == "01 Slow p1.pdf\n02 Slow p2.pdf\n")
        #expect(try shelf.shell("ls P/Bundles") == "Slow\n")
    }

    @Test func `holds up no other`() throws {
        try work.write(TestPDF(pages: 3).bytes, "Docs/Finals/More/Other.pdf")
        let (outcome, pen) = try sync(opening: "01 Slow p1.pdf", at: "sealed")
        try #require(pen >= 0)
        defer { close(pen) }
        #expect(outcome.failures.isEmpty)
        #expect(outcome.reports.map { "\($0.path) \($0.rule.name)" } == ["Docs/Finals/Sets/Slow.pdf waiting-pdf"])
        #expect(try names() == "Slow.pdf\n")
        #expect(try names("More") == "01 Other p1.pdf\n02 Other p2.pdf\n03 Other p3.pdf\n")
    }

    @Test func `becomes pages all the same where a person has said so`() throws {
        let (outcome, pen) = try sync(opening: "01 Slow p1.pdf", at: "sealed", isNow: true)
        try #require(pen >= 0)
        defer { close(pen) }
        #expect(outcome.failures.isEmpty)
        #expect(try names() == "01 Slow p1.pdf\n02 Slow p2.pdf\n")
    }
}

/// It was given the name of its first page, and then something went wrong.
@Suite(.waitsForPrograms) struct `A PDF of which no pages could be made` {
    private let shelf: Shelf
    private let work: PaperWork
    private let folder: String

    init() throws {
        shelf = try Shelf(kinds: [PapersKind()])
        work = try shelf.papers()
        folder = "\(work.root)/Docs/Finals/Sets"
        try shelf.shell("mkdir -p P/Docs/Finals/Sets")
        try work.project.sync()
        try work.write(TestPDF(pages: 2).bytes, "Docs/Finals/Sets/Slow.pdf")
    }

    private func sync(_ visit: @escaping @Sendable (String) -> Void) throws -> Outcome {
        try Interruption.$visitor.withValue(visit) { try work.project.sync() }
    }

    @Test func `has its own name again where the machine is what hinders it`() throws {
        let (bundle, store, away) = ("\(work.root)/Bundles/Slow/display.pdf", "\(work.root)/.shed/\(PapersFolder.store)", "\(shelf.path)/away")
        let outcome = try sync { reached in
            guard reached == "pages-numbered", unlink(bundle) == 0 else { return }
            rename(store, away)
        }
        #expect(access(away, F_OK) == 0, "it was not reached")
        #expect(try shelf.shell("ls P/Docs/Finals/Sets") == "Slow.pdf\n")
        #expect(outcome.failures.contains { $0.path == "Docs/Finals/Sets/Slow.pdf" })
        #expect(!outcome.changes.contains { $0.kind == .moved }, "\(outcome.changes)")
    }

    @Test func `has its own name again where another one was taken away meanwhile, until it is its turn alone`() throws {
        try work.write(TestPDF(pages: 3).bytes, "Docs/Finals/Sets/Tail.pdf")
        let folder = self.folder
        // Whether it had its own name whenever a bundle was protected after the other PDF had gone.
        let seen = Lock<[Bool]>([])
        _ = try sync { reached in
            guard reached == "protected" else { return }
            seen.withLock { seen in
                let isAlone = access("\(folder)/Tail.pdf", F_OK) != 0
                if isAlone {
                    seen.append(access("\(folder)/Slow.pdf", F_OK) == 0)
                } else if access("\(folder)/01 Slow p1.pdf", F_OK) == 0 {
                    unlink("\(folder)/Tail.pdf")
                }
            }
        }
        #expect(seen.withLock { $0.first } == true)
        #expect(try shelf.shell("ls P/Docs/Finals/Sets") == "01 Slow p1.pdf\n02 Slow p2.pdf\n")
    }

    @Test func `is not told to have moved where it has its name again, but where a person moved it`() throws {
        try work.project.change { transaction in
            let kind = try #require(transaction.project.kind as? PapersProject)
            let settling = PapersSettling(transaction, kind, formerNames: [:], overridesWriters: false, awaitsQuiet: false)
            let (id, other) = (NodeID(high: 7, low: 1), NodeID(high: 7, low: 2))
            var walked = Outcome()
            walked.changes = [
                .init(.moved, id: id, path: "B/b.pdf", from: "A/a.pdf", type: .file), .init(.moved, id: id, path: "B/01 b.pdf", from: "B/b.pdf", type: .file),
                .init(.moved, id: other, path: "B/01 b.pdf", from: "B/b.pdf", type: .file), .init(.moved, id: id, path: "B/b.pdf", from: "B/01 b.pdf", type: .file),
            ]
            settling.note(walked)
            settling.forget([PapersSettling.Renaming(id: id, from: "B/b.pdf", to: "B/01 b.pdf")])
            var outcome = Outcome()
            settling.end(&outcome)
            #expect(outcome.changes == [walked.changes[0], walked.changes[2]])
        }
    }
}
