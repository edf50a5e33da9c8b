import ShedModel
import Testing

@Suite struct `A sketch of a content` {
    private func sketch(_ text: String, pieces: Int = .max) -> ContentSketch {
        var sketcher = ContentSketcher()
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: min(pieces, max(bytes.count, 1))) {
            bytes[start..<min(start + min(pieces, bytes.count), bytes.count)].withUnsafeBytes { sketcher.update($0) }
        }
        return sketcher.finish()
    }

    private let lines = (0..<40).map { "the line of number \($0) says what it says\n" }

    @Test func `says how much of a content is in another`() {
        let text = lines.joined()
        #expect(sketch(text).likeness(to: sketch(text)) == 100)
        #expect(sketch(text).likeness(to: sketch(text + "one more\n")) >= 80)
        #expect(sketch(text).likeness(to: sketch(lines.prefix(4).joined() + "something else\n")) < 50)
        #expect(sketch(text).likeness(to: sketch((0..<40).map { "nothing of \($0 * 7) here\n" }.joined())) < 10)
        #expect(sketch("").likeness(to: sketch("")) == 0 && sketch(text).likeness(to: sketch("")) == 0)
    }

    /// As git sees it: the lines are others, though each has a word of one in the other text.
    @Test(arguments: [("Vers", "Lied"), ("Haus Maus", "Tier Hund"), ("Haus Maus", "ein Vers mit der Nummer")])
    func `finds nothing alike in numbered lines that say something else`(left: String, right: String) {
        for count in [5, 9, 12, 30] {
            let (one, other) = ((1...count).map { "\(left) \($0)\n" }.joined(), (1...count).map { "\(right) \($0)\n" }.joined())
            #expect(sketch(one).likeness(to: sketch(other)) == 0)
            #expect(sketch(one).likeness(to: sketch(one + "\(right) 1\n")) > 50)
        }
    }

    @Test func `says how much of it is in a longer content`() {
        let text = lines.joined()
        let long = (0..<20_000).map { "something of \($0) in between\n" }.joined()
        #expect(sketch(text).share(in: Array((long + text).utf8)) == 100)
        #expect(sketch(text).share(in: Array(long.utf8)) == 0)
        let half = sketch(text).share(in: Array((long + lines.prefix(20).joined()).utf8)) ?? 0
        #expect(half > 20 && half < 80)
        #expect(sketch("").share(in: Array(text.utf8)) == nil && sketch(text).share(in: []) == nil)
        #expect(ContentSketch(of: Array(text.utf8)) == sketch(text))
    }

    @Test func `knows a long line again, in which something was put in`() {
        let words = (0..<300).map { "word\($0 * 31 % 97)x\($0)" }
        var changed = words
        changed.insert(contentsOf: ["quite", "another", "thing"], at: 100)
        #expect(sketch(words.joined(separator: " ")).likeness(to: sketch(changed.joined(separator: " "))) >= 80)
    }

    @Test func `is the same however the content comes, and reads what it wrote`() throws {
        let text = lines.joined() + String(repeating: "x", count: 5_000)
        for pieces in [1, 7, 64, 1_000] { #expect(sketch(text, pieces: pieces) == sketch(text)) }
        #expect(ContentSketch(bytes: sketch(text).bytes) == sketch(text))
        #expect(ContentSketch(bytes: [1, 2, 3]) == nil && ContentSketch(bytes: [2] + [UInt8](repeating: 0, count: 4 * 33)) == nil)
        #expect(sketch(text).bytes.count <= 129)
        // What an earlier shed wrote was cut otherwise.
        #expect(ContentSketch(bytes: [UInt8](repeating: 2, count: 4)) == nil && ContentSketch(bytes: []) == nil)
    }

    @Test func `of a long content is that of its beginning`() {
        let long = String(repeating: "abcdefg hijklmn\n", count: ContentSketch.longest / 16)
        #expect(sketch(long) == sketch(long + lines.joined()))
    }
}
