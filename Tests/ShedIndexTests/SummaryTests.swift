import Glibc
import ShedModel
import Testing

@testable import ShedIndex

@Suite struct SummaryTests {
    @Test func `it counts folders and files, and knows the clock`() throws {
        let scratch = try Scratch()
        #expect(try ProjectIndex.summary(path: scratch.index) == nil)
        var maker = ContentsMaker(seed: 9)
        let contents = maker.contents(folders: 30, files: 70)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        #expect(try ProjectIndex.summary(path: scratch.index) == nil)
        try index.replace(with: contents)
        let summary = try #require(try ProjectIndex.summary(path: scratch.index))
        #expect(summary == IndexSummary(folders: try index.folders().count, files: 70, clock: contents.meta.clock))
    }

    @Test func `it puts nothing beside an index that nobody uses`() throws {
        let scratch = try Scratch()
        do {
            var maker = ContentsMaker(seed: 10)
            let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
            try index.replace(with: maker.contents(folders: 3, files: 5))
        }
        #expect(access(scratch.index + "-shm", F_OK) != 0)
        #expect(try ProjectIndex.summary(path: scratch.index)?.files == 5)
        #expect(access(scratch.index + "-shm", F_OK) != 0 && access(scratch.index + "-wal", F_OK) != 0)
    }

    @Test func `a damaged index is an error`() throws {
        let scratch = try Scratch()
        let file = try #require(fopen(scratch.index, "we"))
        fputs(String(repeating: "no database ", count: 1000), file)
        fclose(file)
        #expect { try ProjectIndex.summary(path: scratch.index) } throws: { ($0 as? IndexError)?.code == .corrupt }
    }
}
