import ShedModel

@testable import ShedProject

extension FuzzTarget {
    /// What is read of git's own files and written into a carrier's.
    static let carriers = FuzzTarget("carriers", words: [
        "[core]", "autocrlf = true", "hooksPath = \"", "\\\n", "* text=auto", "*.jsonl -text", "binary", "# shed sync-setup: begin", "# shed sync-setup: end", "check './", "'\\''", "exit 0\n",
    ], texts: [
        "[core]\n\tautocrlf = input # x\n[include]\n\tpath = \"a \\\" b\"\n", "* text\n*.jsonl !text filter=lfs\n",
        "mine\n# shed sync-setup: begin\na\n# shed sync-setup: end\nmine\n",
    ]) { input throws(BrokenInvariant) in
        _ = GitConfigText(input)
        var attributes = PathAttributes()
        attributes.take(input, of: "Poems/.shed/ops/0123/x.jsonl")
        _ = attributes.changesLineEnds(byDefault: true)
        for occasion in GitHook.Occasion.allCases {
            guard let hook = GitHook(occasion, reading: input) else { continue }
            try require(hook.bytes == input, "a hook is taken for shed's that is not just what shed writes")
        }
        for comesFirst in [false, true] {
            let block = MarkedBlock(comment: "#", comesFirst: comesFirst, lines: [Array("a".utf8)])
            guard let put = try? block.put(into: input) else { continue }
            try require(block.stands(in: put), "a block does not stand where it was put")
            guard let taken = try? block.taken(outOf: put) else { continue }
            try require((try? block.put(into: taken)).flatMap { try? block.taken(outOf: $0) } == taken, "a person's lines do not stay")
        }
    }
}
