import ShedWriting
import Testing

@Suite struct `What two texts were made of` {
    private func best(_ candidates: [String], _ ours: String, _ theirs: String) -> Int? {
        MergeBase.best(of: candidates.map { Array($0.utf8) }, for: Array(ours.utf8), and: Array(theirs.utf8))
    }

    private let old = "The house.\n", base = "The house stood on a hill.\nIt rained.\n"

    @Test func `is the nearest to both`() {
        #expect(best([old, base], base + "It snowed.\n", "A dog. " + base) == 1)
    }

    /// What one side held after they had parted is as near: with it the other side would seem to have taken out what came in between.
    @Test func `is the oldest of those that are as near`() {
        let later = base + "It snowed.\n"
        #expect(best([old, base, later], later + "It froze.\n", "A dog. " + base) == 1)
    }

    @Test func `is nothing that one of them still holds`() {
        #expect(best([base, base + "x"], base, base + "x") == nil)
        #expect(best([], "a", "b") == nil)
    }
}
