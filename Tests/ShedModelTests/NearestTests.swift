import ShedModel
import Testing

@Suite struct NearestTests {
    @Test func `near names are told from others`() throws {
        func slips(_ word: String, _ target: String) throws -> Int? {
            var nearest = try #require(Nearest(Array(word.utf8)))
            return nearest.slips(to: target.utf8)
        }
        #expect(try slips("stauts", "status") == 1)
        #expect(try slips("STATUS", "status") == 0)
        #expect(try slips("stat", "status") == 1)
        #expect(try slips("xyzzy", "status") == nil)
        #expect(try slips("fnd", "find") == 1)
        #expect(try slips("sitting", "kitten") == nil)
        #expect(try slips("ls", "mv") == nil)
        #expect(Nearest([]) == nil && Nearest(Array(repeating: 0x61, count: 65)) == nil)
    }
}
