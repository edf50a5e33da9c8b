import ShedTestSupport
import Testing

@testable import ShedWriting

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

    // MARK: What it costs

    /// As all comparisons to the end tell it.
    private func nearest(_ candidates: [[UInt8]], _ ours: [UInt8], _ theirs: [UInt8]) -> Int? {
        func distance(_ old: [UInt8], _ new: [UInt8]) -> Int { WordDiff(old, new).parts.reduce(0) { $1.isEqual ? $0 : $0 + $1.old.count + $1.new.count } }
        var best: (position: Int, distance: Int)?
        for (position, candidate) in candidates.enumerated().suffix(MergeBase.most) where candidate != ours && candidate != theirs {
            let sum = distance(candidate, ours) + distance(candidate, theirs)
            if best.map({ sum < $0.distance }) ?? true { best = (position, sum) }
        }
        return best?.position
    }

    private func edited(_ text: [String], _ random: inout SeededRandom) -> [String] {
        var text = text
        for _ in 0..<Int.random(in: 0...4, using: &random) where !text.isEmpty {
            let place = Int.random(in: text.indices, using: &random)
            switch Int.random(in: 0...3, using: &random) {
            case 0: text.remove(at: place)
            case 1: text.insert("new\(Int.random(in: 0...9, using: &random)) ", at: place)
            case 2: text[place] = ["wind ", "sea\n", "the ", "東", ", "][Int.random(in: 0...4, using: &random)]
            default: text.append(contentsOf: text[place...].prefix(5))
            }
        }
        return text
    }

    @Test(arguments: ShortRun.part(of: Array(1...40 as ClosedRange<UInt64>))) func `is what all comparisons would tell`(seed: UInt64) {
        var random = SeededRandom(seed)
        var text = (0..<Int.random(in: 0...60, using: &random)).map { _ in ["wind ", "sea\n", "the ", "rain ", ". "][Int.random(in: 0...4, using: &random)] }
        var history: [[String]] = []
        for _ in 0..<Int.random(in: 0...40, using: &random) {
            history.append(text)
            text = Int.random(in: 0...9, using: &random) == 0 ? history[Int.random(in: history.indices, using: &random)] : edited(text, &random)
        }
        let sides = [edited(text, &random), edited(history.randomElement(using: &random) ?? text, &random)].map { Array($0.joined().utf8) }
        let candidates = history.map { Array($0.joined().utf8) }
        #expect(MergeBase.best(of: candidates, for: sides[0], and: sides[1]) == nearest(candidates, sides[0], sides[1]))
    }

    private func text(_ seed: UInt64, of words: Int) -> [UInt8] {
        var random = SeededRandom(seed)
        return Array((0..<words).map { _ in "w\(Int.random(in: 0...40, using: &random)) " }.joined().utf8)
    }

    /// Some of the letters are others.
    private func changed(_ text: [UInt8], every step: Int, to letter: UInt8) -> [UInt8] {
        text.enumerated().map { $0.offset % step == step / 2 && $0.element != 0x20 ? letter : $0.element }
    }

    @Test func `costs hardly more of many versions than of one`() {
        let all = 1_000_000_000
        func cost(_ candidates: [[UInt8]], _ ours: [UInt8], _ theirs: [UInt8]) -> (position: Int?, spent: Int) {
            var effort = all
            return (MergeBase.best(of: candidates, for: ours, and: theirs, effort: &effort, room: MergeBase.room), all - effort)
        }
        let base = text(1, of: 3_000)
        let (ours, theirs) = (changed(base, every: 300, to: 0x61), changed(base, every: 400, to: 0x62))
        // Each held less, the older the more.
        let history = (0..<31).map { Array(base.prefix(base.count * ($0 + 40) / 80)) } + [base]
        let (one, many) = (cost([base], ours, theirs), cost(history, ours, theirs))
        #expect(one.position == 0 && many.position == 31 && one.spent > 0)
        #expect(many.spent < 3 * one.spent, "\(many.spent) \(one.spent)")
        // Of texts that have the same words in another order, as much as was allowed.
        let unlike = (10..<42).map { text(UInt64($0), of: 3_000) }
        var effort = 5_000_000
        #expect(MergeBase.best(of: unlike, for: text(4, of: 3_000), and: text(5, of: 3_000), effort: &effort, room: MergeBase.room) != nil)
        #expect(effort > -100_000)
    }

    @Test func `is sought among the latest, as far as there is room`() {
        var effort = MergeBase.effort
        let (old, base) = (Array("The house stood.\n".utf8), Array("The house.\n".utf8))
        #expect(MergeBase.best(of: [old, base], for: old + [0x61], and: old + [0x62], effort: &effort, room: 40) == 0)
        #expect(MergeBase.best(of: [old, base], for: old + [0x61], and: old + [0x62], effort: &effort, room: 12) == 1)
        #expect(MergeBase.best(of: [old, base], for: old + [0x61], and: old + [0x62], effort: &effort, room: 0) == 1)
    }
}
