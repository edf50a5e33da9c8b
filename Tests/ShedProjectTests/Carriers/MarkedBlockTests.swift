import ShedModel
import Testing

@testable import ShedProject

/// Lines of shed's in a file of a person's.
@Suite struct MarkedBlockTests {
    private func block(_ lines: [String] = ["a", "b"], first: Bool = false, comment: String = "#") -> MarkedBlock {
        MarkedBlock(comment: comment, comesFirst: first, lines: lines.map { Array($0.utf8) })
    }

    private func lines(_ bytes: [UInt8]?) -> [String] {
        // Not as a text, in which CR and LF are one character.
        (bytes ?? []).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }.map { line in
            line.contains("sync-setup: begin") ? "BEGIN" : line.contains("sync-setup: end") ? "END" : line
        }
    }

    @Test(arguments: [false, true], ["", "mine", "mine\n", "one\n\ntwo\n"]) func `what a person wrote stays to the byte, before or behind the block`(first: Bool, text: String) throws {
        let put = try block(first: first).put(into: Array(text.utf8))
        let isEnded = text.isEmpty || text.hasSuffix("\n")
        let expected = first ? "BEGIN\na\nb\nEND\n" + text : isEnded ? text + "BEGIN\na\nb\nEND\n" : text + "\nBEGIN\na\nb\nEND"
        #expect(lines(put).joined(separator: "\n") == expected)
        #expect(try block(first: first).put(into: put) == put && block(first: first).stands(in: put))
        let taken = try block(first: first).taken(outOf: put)
        #expect(taken.map { String(decoding: $0, as: UTF8.self) } == (text.isEmpty ? nil : text))
    }

    @Test func `an older block is replaced where it stands, and of two one is left`() throws {
        let old = try block(["old"]).put(into: Array("above\n".utf8)) + Array("below\n".utf8)
        #expect(!block().stands(in: old))
        #expect(lines(try block().put(into: old)) == ["above", "BEGIN", "a", "b", "END", "below", ""])
        let twice = try old + block(["older"]).put(into: nil)
        #expect(lines(try block().put(into: twice)) == ["above", "BEGIN", "a", "b", "END", "below", ""])
    }

    @Test(arguments: [".shed", "/.shed/ops", ".*", "*", "/*"]) func `the block moves where a person's line would count more that leaves .shed out`(line: String) throws {
        let behind = try block().put(into: Array("above\n".utf8)) + Array("\(line)\n# .shed\nbelow".utf8)
        #expect(!block().stands(in: behind))
        let moved = try block().put(into: behind)
        #expect(lines(moved) == ["above", line, "# .shed", "below", "BEGIN", "a", "b", "END"] && block().stands(in: moved))
        #expect(try block().taken(outOf: moved).map { String(decoding: $0, as: UTF8.self) } == "above\n\(line)\n# .shed\nbelow")
        let before = try Array("\(line)\n".utf8) + block(first: true, comment: "//").put(into: Array("below\n".utf8))
        #expect(lines(try block(first: true, comment: "//").put(into: before)) == ["BEGIN", "a", "b", "END", line, "below", ""])
        for comment in ["# .shed\n", "*.bak\n", ".git*\n"] {
            #expect(try block().stands(in: block().put(into: nil) + Array(comment.utf8)))
        }
    }

    @Test func `where a mark is missing nothing is touched`() throws {
        let whole = try block().put(into: nil)
        let text = String(decoding: whole, as: UTF8.self)
        for damaged in [text.replacing("# shed sync-setup: end\n", with: ""), "# shed sync-setup: end\n", text.replacing("a\n", with: "# shed sync-setup: begin\n")] {
            #expect(throws: MarkedBlock.Damage.self) { try block().put(into: Array(damaged.utf8)) }
            #expect(throws: MarkedBlock.Damage.self) { try block().taken(outOf: Array(damaged.utf8)) }
        }
    }

    @Test func `marks are known whatever an editor has made of line ends, and by their comment alone`() throws {
        let whole = try block().put(into: Array("x\n".utf8)).flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] }
        #expect(lines(try block().put(into: whole)) == ["x\r", "BEGIN", "a", "b", "END", ""])
        #expect(lines(try block(comment: "//").put(into: whole)).count > 8)
    }
}
