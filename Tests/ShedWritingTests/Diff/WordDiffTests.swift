import ShedTestSupport
import Testing

@testable import ShedWriting

@Suite struct `Two texts compared by words` {
    /// `[-gone-]` and `{+come+}` in what stays.
    private func shown(_ old: String, _ new: String, effort: Int = WordDiff.Effort.usual) -> String {
        let (left, right) = (Array(old.utf8), Array(new.utf8))
        return WordDiff(left, right, effort: effort).parts.map { part in
            let (gone, come) = (String(decoding: left[part.old], as: UTF8.self), String(decoding: right[part.new], as: UTF8.self))
            return part.isEqual ? come : (gone.isEmpty ? "" : "[-\(gone)-]") + (come.isEmpty ? "" : "{+\(come)+}")
        }.joined()
    }

    private func require(_ old: [UInt8], _ new: [UInt8], effort: Int = WordDiff.Effort.usual, _ location: SourceLocation = #_sourceLocation) {
        let diff = WordDiff(old, new, effort: effort)
        #expect(diff.applied(to: old, new) == new, sourceLocation: location)
        var (oldEnd, newEnd) = (0, 0)
        for part in diff.parts {
            #expect(part.old.lowerBound == oldEnd && part.new.lowerBound == newEnd, sourceLocation: location)
            if part.isEqual { #expect(old[part.old].elementsEqual(new[part.new]), sourceLocation: location) }
            (oldEnd, newEnd) = (part.old.upperBound, part.new.upperBound)
        }
        #expect(oldEnd == old.count && newEnd == new.count, sourceLocation: location)
    }

    @Test(arguments: [
        ("", "", ""), ("a b", "a b", "a b"), ("", "a b", "{+a b+}"), ("a b", "", "[-a b-]"),
        ("The old house stood on a hill.", "The new home stood upon a hill.", "The [-old house-]{+new home+} stood [-on-]{+upon+} a hill."),
        ("I don’t know", "I do not know", "I [-don’t-]{+do not+} know"), ("don't", "won't", "[-don't-]{+won't+}"),
        ("雨が降る。", "雪が降った。", "[-雨-]{+雪+}が降[-る-]{+った+}。"),
        ("one\ntwo\n", "one\r\ntwo\n", "one[-\n-]{+\r\n+}two\n"), ("a b", "a\u{a0}b", "a[- -]{+\u{a0}+}b"),
        ("Well, yes.", "Well; yes!", "Well[-,-]{+;+} yes[-.-]{+!+}"), ("e\u{301}", "\u{e9}", "[-e\u{301}-]{+\u{e9}+}"),
    ])
    func `what went and what came is marked`(old: String, new: String, expected: String) { #expect(shown(old, new) == expected) }

    @Test func `words are counted, and signs and spaces are not`() {
        let diff = WordDiff(Array("a b, c".utf8), Array("a x y; c".utf8))
        #expect(diff.removed == 1 && diff.added == 2 && !diff.isEmpty)
        #expect(WordDiff([], []).isEmpty && WordDiff([0xff], [0xff]).isEmpty)
    }

    @Test func `any bytes are put together again, with any effort`() {
        var state: UInt64 = 7
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        let words: [[UInt8]] = ["a", "b", "c", " ", "\n", "e\u{301}", "。", ".", "x y\n", "\r\n", "\r"].map { Array($0.utf8) } + [[0xff], [0xe2, 0x82], [0]]
        for round in 0..<3_000 {
            let old = (0..<next(24)).flatMap { _ in words[next(words.count)] }
            let new = (0..<next(24)).flatMap { _ in words[next(words.count)] }
            require(old, new, effort: round % 3 == 0 ? next(60) : WordDiff.Effort.usual)
        }
    }

    @Test func `paragraphs that stay are found where words may not be looked at`() {
        let old = (0..<50).map { "The paragraph \($0) of the old text.\n" }.joined()
        let new = "A new first line.\n" + (0..<50).map { $0 == 20 ? "Another one.\n" : "The paragraph \($0) of the old text.\n" }.joined() + "The end.\n"
        let text = shown(old, new, effort: 10)
        #expect(text.hasPrefix("{+A new first line.\n+}The paragraph 0"))
        #expect(text.contains("\n[-The paragraph 20 of the old text-]{+Another one+}.\nThe paragraph 21"))
        #expect(text.hasSuffix("{+The end.\n+}"))
    }

    /// Each would take far longer than a test may if work grew with the square of the texts.
    @Test func `texts that have nothing in common, or everything in another order, cost no more than they are long`() {
        let part = ShortRun.isWhole ? 1 : 5
        let signs = (0..<300_000 / part).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 16) & 1 == 0 ? UInt8(ascii: ".") : UInt8(ascii: ",") }
        require(signs, signs.reversed())
        require(Array(String(repeating: "a b ", count: 100_000 / part).utf8), Array(String(repeating: "b a ", count: 100_000 / part).utf8))
        require([UInt8](repeating: 0x0a, count: 500_000 / part), [UInt8](repeating: 0x0a, count: 400_000 / part))
    }

    @Test func `longer texts count as written anew`() {
        let long = [UInt8](repeating: UInt8(ascii: "a"), count: WordDiff.longest + 1)
        #expect(WordDiff(long, [0x62]).parts == [WordDiff.Part(old: 0..<long.count, new: 0..<1, isEqual: false)])
    }

    @Test func `what is around a change is cut to some words`() {
        let old = (1...40).map { "w\($0)" }.joined(separator: " ")
        let new = old.replacing("w10 ", with: "ten ").replacing("w12 ", with: "twelve ").replacing("w35", with: "last")
        let (left, right) = (Array(old.utf8), Array(new.utf8))
        let hunks = WordDiff(left, right).hunks(left, context: 3)
        let texts = hunks.map { hunk in hunk.parts.map { String(decoding: right[$0.new], as: UTF8.self) }.joined() }
        #expect(texts == ["w7 w8 w9 ten w11 twelve w13 w14 w15 ", "w32 w33 w34 last w36 w37 w38 "])
        #expect(hunks.map(\.isCutBefore) == [true, true] && hunks.map(\.isCutBehind) == [true, true])
        #expect(WordDiff(left, left).hunks(left, context: 3).isEmpty)
        let all = WordDiff(left, right).hunks(left, context: 100)
        #expect(all.count == 1 && !all[0].isCutBefore && !all[0].isCutBehind)
    }
}
