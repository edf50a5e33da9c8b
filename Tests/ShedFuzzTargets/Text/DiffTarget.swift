import ShedWriting

extension FuzzTarget {
    /// Two texts with a NUL between them, and before them a byte that says how much work they are worth: what is found puts the second
    /// together from the first, whatever it is.
    static let wordDiff = FuzzTarget("word-diff", words: ["\0", "the ", "old ", "\n", "\r\n", "。", "e\u{301}", "’", ", ", "\u{a0}"], texts: [
        "zThe old house\nstood on a hill.\n\0The new home\nstood upon a hill.\n\nIt rained.\n", "\u{1}a b c d\0d c b a", "z雨が降る。\0雪が降った。", "\u{2}a\nb\nc\n\0c\nb\na\n",
    ], executions: 2_000) { input throws(BrokenInvariant) in
        let parts = input.dropFirst().split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
        let (old, new) = (parts.first ?? [], parts.count > 1 ? parts[1] : [])
        let effort = (input.first ?? 0) < 64 ? Int(input.first ?? 0) : WordDiff.Effort.usual
        let diff = WordDiff(old, new, effort: effort)
        try require(diff.applied(to: old, new) == new, "the new text is not put together")
        try require(diff.isEmpty == (old == new), "what differs is not seen")
        var end = (old: 0, new: 0)
        for part in diff.parts {
            try require(part.old.lowerBound == end.old && part.new.lowerBound == end.new, "parts have gaps")
            try require(!part.old.isEmpty || !part.new.isEmpty, "a part is empty")
            if part.isEqual { try require(old[part.old].elementsEqual(new[part.new]), "what stays differs") }
            end = (part.old.upperBound, part.new.upperBound)
        }
        try require(end == (old.count, new.count), "the parts are not all")
        for context in [0, 1, 5] {
            let hunks = diff.hunks(old, context: context)
            try require(hunks.isEmpty == diff.isEmpty, "a change is not shown")
            try require(hunks.flatMap(\.parts).filter { !$0.isEqual } == diff.parts.filter { !$0.isEqual }, "a change is shown otherwise")
        }
    }
}
