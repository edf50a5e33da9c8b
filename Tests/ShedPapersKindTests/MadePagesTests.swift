import ShedDisk
import ShedModel
import ShedTestSchedule
import Testing

@testable import ShedPapersKind

@Suite(.waitsForPrograms) struct `What was made as pages` {
    private func hash(_ number: Int) -> ContentHash { ContentHash(of: Array("page \(number)".utf8)) }

    @Test func `is known again, and nothing else is`() {
        var pages = MadePages(nil)
        pages.note([hash(1), hash(2)])
        pages.note([hash(2), hash(3)])
        let again = MadePages(pages.bytes)
        #expect(again == pages && again.bytes.count == 3 * 16)
        #expect(again.known(among: [hash(1), hash(3), hash(4)]) == [hash(1), hash(3)])
        #expect(MadePages(Array(pages.bytes.dropLast())).bytes.isEmpty)
    }

    @Test func `is forgotten where there is too much of it, the oldest first`() {
        var pages = MadePages(nil)
        pages.note([hash(0)])
        pages.note(Set((1...20_000).map(hash)))
        #expect(pages.known(among: [hash(0)]).isEmpty && pages.bytes.count == 16_384 * 16)
        pages.note([hash(-1)])
        #expect(pages.known(among: [hash(-1)]) == [hash(-1)] && pages.bytes.count == 16_384 * 16)
    }
}
