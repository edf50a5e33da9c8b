import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedSearch
import ShedTestSupport
import Testing

@testable import ShedProject

/// How long a file is left because its times may not show another change, and what is found meanwhile.
@Suite struct `A file that was written a moment ago` {
    private static let second: Int64 = 1_000_000_000
    private static let time: Int64 = 1_700_000_000 * second

    private static func evidence(size: Int64 = 1, changed: Int64, modified: Int64 = time) -> Evidence {
        Evidence(device: 1, inode: 1, size: size, modified: modified, changed: changed)
    }

    // MARK: How long

    @Test func `rests half a second where the file system is known to keep the kernel's times whole`() {
        let rest = SearchRest(fineTimesOf: 1)
        let evidence = Self.evidence(changed: Self.time + 123_456_789)
        let changed = evidence.changed
        #expect(rest.isRacy(evidence, at: changed))
        #expect(rest.isRacy(evidence, at: changed + 499_999_999))
        #expect(!rest.isRacy(evidence, at: changed + 500_000_000))
        let end = rest.end(of: evidence)
        #expect(end == (Self.time + 623_456_789) / 1_000_000 + 1)
        #expect(!rest.isRacy(evidence, at: end * 1_000_000))
    }

    @Test(arguments: [0, 10_000_000, 500_000_000] as [Int64]) func `rests two seconds where its own time shows no more than hundredths`(fraction: Int64) {
        let rest = SearchRest(fineTimesOf: 1)
        let evidence = Self.evidence(changed: Self.time + fraction)
        #expect(rest.isRacy(evidence, at: evidence.changed + 1_999_999_999))
        #expect(!rest.isRacy(evidence, at: evidence.changed + 2 * Self.second))
        #expect(rest.end(of: evidence) * 1_000_000 == evidence.changed + 2 * Self.second)
    }

    @Test func `rests two seconds where it is so large that one call may write for long`() {
        let rest = SearchRest(fineTimesOf: 1)
        for (size, isLarge) in [(1 << 20, false), ((1 << 20) + 1, true)] as [(Int64, Bool)] {
            let evidence = Self.evidence(size: size, changed: Self.time + 123_456_789)
            #expect(rest.isRacy(evidence, at: evidence.changed + 1_999_999_999) == isLarge)
        }
    }

    @Test(arguments: [nil, 2] as [UInt64?]) func `rests two seconds on every other file system`(device: UInt64?) {
        let evidence = Self.evidence(changed: Self.time + 123_456_789)
        let rest = SearchRest(fineTimesOf: device)
        #expect(rest.isRacy(evidence, at: evidence.changed + 1_999_999_999))
        #expect(!rest.isRacy(evidence, at: evidence.changed + 2 * Self.second))
        for nanoseconds in [0, 1, 499_999_999, 500_000_000, 1_999_999_999, 2 * Self.second] as [Int64] {
            #expect(rest.isRacy(evidence, at: evidence.changed + nanoseconds) == evidence.isRacy(at: evidence.changed + nanoseconds))
        }
    }

    /// Of the year 2262, and of any later one, which ext4 and tmpfs keep.
    @Test func `whose time is the last that can be told rests until then`() {
        let evidence = Self.evidence(changed: Self.time, modified: .max)
        let rest = SearchRest(fineTimesOf: 1)
        #expect(rest.isRacy(evidence, at: Self.time) && rest.end(of: evidence) >= evidence.modified / 1_000_000)
    }

    @Test func `whose time lies ahead does not rest before that`() {
        let evidence = Self.evidence(changed: Self.time + 1, modified: Self.time + 60 * Self.second)
        #expect(SearchRest(fineTimesOf: 1).isRacy(evidence, at: Self.time + 30 * Self.second))
    }

    // MARK: What is found

    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
    }

    private var path: String { "\(shelf.path)/My Poems/Draft/a.txt" }

    private func evidence() throws -> Evidence { try #require(try project.home.root.openDirectory(at: "Draft").evidence(of: "a.txt")) }

    private func find(_ word: String) throws -> Int {
        var search = Search()
        search.terms = [SearchTerm(word)]
        return try project.listing().search(search).hits.count
    }

    /// Has the clock show a time after a file was changed, whatever time it is.
    private func setClock(_ nanoseconds: Int64) throws {
        let time = (try evidence().changed + nanoseconds) / 1_000_000
        project.home.surroundings.now = { time }
    }

    private func indexed() throws -> [IndexedFile] { try #require(try SearchKeeper(project).writing()?.files()).map(\.value) }

    /// Writes as much as before and puts the time of the content back, until the kernel's own time is another.
    private func write(_ text: String, after before: Evidence) throws {
        repeat {
            let file = try #require(fopen(path, "r+e"))
            fputs(text, file)
            fclose(file)
            var times = [before.modified, before.modified].map { timespec(tv_sec: Int($0 / Self.second), tv_nsec: Int($0 % Self.second)) }
            #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
        } while try evidence().changed == before.changed
    }

    @Test func `is not trusted, so that what is written in the same moment is found`() throws {
        TestFile.write("spring\n", to: path)
        try setClock(100_000_000)
        _ = try project.rebuildSearchIndex(dryRun: false)
        #expect(try indexed().map(\.stamp.changed) == [0])
        // Whatever its times say.
        let file = try #require(fopen(path, "r+e"))
        fputs("autumn\n", file)
        fclose(file)
        #expect(try find("autumn") == 1)
        #expect(try find("spring") == 0)
    }

    @Test func `is trusted once it has rested, and what is written later is found all the same`() throws {
        TestFile.write("spring\n", to: path)
        let before = try evidence()
        try setClock(3_000_000_000)
        _ = try project.rebuildSearchIndex(dryRun: false)
        #expect(try indexed().map(\.stamp) == [FileStamp(before)])
        #expect(try find("spring") == 1)
        try write("autumn\n", after: before)
        #expect(try (evidence().size, evidence().modified) == (before.size, before.modified))
        #expect(try find("autumn") == 1)
        #expect(try find("spring") == 0)
    }

    /// That is when a daemon goes on by itself (`IdleWork`): half a second after the save where times are fine.
    @Test func `is put in by a daemon as soon as it has rested`() throws {
        TestFile.write("spring\n", to: path)
        try setClock(3_000_000_000)
        _ = try project.rebuildSearchIndex(dryRun: false)
        try write("autumn\n", after: try evidence())
        try setClock(1_000_000)
        try project.sync()
        let survey = project.searchSurvey
        survey.note(try #require(try project.id("Draft/a.txt")))
        try survey.step()
        let (due, changed) = (try #require(survey.due), try evidence().changed)
        #expect([500, 2_000].contains((due * 1_000_000 - changed) / 1_000_000))
        #expect(!survey.isNeeded)
        project.home.surroundings.now = { due }
        #expect(survey.isNeeded)
        try survey.step()
        #expect(!survey.isNeeded && survey.due == nil)
        #expect(try indexed().map(\.stamp) == [FileStamp(try evidence())])
        #expect(try find("autumn") == 1)
    }
}
