import ShedModel
import Testing

@testable import ShedSearch

/// Which terms a text has, and which ones a search asks for.
@Suite struct `Terms of texts` {
    static func terms(_ text: String, inPiecesOf size: Int = .max) -> Set<[UInt8]>? { terms(Array(text.utf8), inPiecesOf: size) }

    static func terms(_ bytes: [UInt8], inPiecesOf size: Int = .max) -> Set<[UInt8]>? {
        var counter = TermCounter()
        counter.begin()
        var (start, kept) = (0, [UInt8]())
        while start < bytes.count {
            let piece = kept + bytes[start..<start + min(size, bytes.count - start)]
            start += piece.count - kept.count
            guard let left = piece.withUnsafeBufferPointer({ counter.add($0) }) else { return nil }
            kept = Array(piece.suffix(left))
        }
        guard kept.isEmpty else { return nil }
        counter.end()
        return counter.withTokens { Set($0.split(separator: 0x20).filter { $0.first != TermFrequency.mark }.map { Array($0.dropLast(2)) }) }
    }

    private static func tokens(_ text: String) -> Set<String> {
        var counter = TermCounter()
        counter.begin()
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBufferPointer { counter.add($0) }
        counter.end()
        return counter.withTokens { Set($0.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }) }
    }

    @Test func `are given with how often they stand there, and so are the letters that begin them`() {
        #expect(Self.tokens("Wind, wind and winding; a sea") == ["wind.0", "and.0", "winding.0", "a.0", "sea.0", ".w.1", ".a.0", ".s.0"])
        #expect(Self.tokens("東京都、東京 é 😀𐐷") == ["東京.0", "京都.0", "都.0", "京.0", "e.0", "𐐷.0".lowercased(), ".東.0", ".京.0", ".都.0", ".e.0", ".𐐷.0".lowercased()])
        #expect(Self.tokens(String(repeating: "x ", count: 100)) == ["x.h", ".x.h"])
        // Nothing of one text is left for the next.
        var counter = TermCounter()
        for text in ["wind sea", "ode"] {
            counter.begin()
            let bytes = Array(text.utf8)
            _ = bytes.withUnsafeBufferPointer { counter.add($0) }
            counter.end()
        }
        #expect(counter.withTokens { String(decoding: $0, as: UTF8.self) } == "ode.0 .o.0 ")
    }

    @Test func `are of a class that says how often they stand there at most, and is never too low`() {
        for count in 1...20_000 as ClosedRange<UInt32> {
            let most = TermFrequency.most(ofDigit: TermFrequency.digit(of: count))
            #expect(most >= count && (count >= 1_024 || most <= count + max(2, count / 4)), "\(count)")
        }
        #expect(TermFrequency.most(ofDigit: TermFrequency.digit(of: .max)) == TermFrequency.unbounded)
    }

    @Test(arguments: [
        ("The wind, the WIND", ["the", "wind"]), ("don't stop", ["don", "t", "stop"]), ("Café cafe\u{301} CAFÉ", ["cafe"]), ("Straße STRASSE", ["strasse"]),
        ("a1b2 3.5", ["a1b2", "3", "5"]), ("東京都", ["東京", "京都", "都"]), ("水", ["水"]), ("東京 tower東", ["東京", "京", "tower", "東"]),
        ("Привет, мир", ["привет", "мир"]), ("", []), ("— … !", []), ("ガス", ["カ\u{3099}", "\u{3099}ス", "ス"]), ("ก็ดี", ["ก็", "็ด", "ดี", "ี"]),
        // What nobody sees is no part of a word, and ends none; the joiners of letters do.
        ("Schiff\u{ad}fahrt a\u{200b}b\u{2060}c\u{feff}d", ["schifffahrt", "abcd"]), ("東\u{200b}京", ["東京", "京"]), ("\u{ad}", []),
        ("\u{645}\u{6cc}\u{200c}\u{634}", ["\u{645}\u{6cc}", "\u{634}"]),
    ]) func `are words without case and accents, and neighbours where there are no spaces`(text: String, expected: [String]) throws {
        let found = try #require(Self.terms(text))
        #expect(found == Set(expected.map { Array($0.utf8) }), "\(found.map { String(decoding: $0, as: UTF8.self) })")
    }

    @Test func `are the same however a text is cut into pieces`() throws {
        let text = "Ein Käfer, der 東京の水を trinkt — und\nnoch einer: größer 😀 Ω " + String(repeating: "lang", count: 40) + "ü ende"
        let whole = try #require(Self.terms(text))
        #expect(whole.contains { $0.count == 64 })
        for size in [1, 2, 3, 5, 7, 64] { #expect(Self.terms(text, inPiecesOf: size) == whole, "\(size)") }
    }

    @Test(arguments: [[0xff], [0x61, 0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf4, 0x90, 0x80, 0x80], [0xe6, 0x9d, 0x20]] as [[UInt8]])
    func `are none of what is no UTF-8`(bytes: [UInt8]) { #expect(Self.terms(bytes) == nil) }

    @Test func `are bounded, and told where they are`() {
        var counter = TermCounter()
        counter.begin()
        for number in 0..<TermCounter.most + 10 {
            let text = Array("\(number) ".utf8)
            _ = text.withUnsafeBufferPointer { counter.add($0) }
        }
        counter.end()
        let isFull = counter.isFull
        counter.begin()
        let isStillFull = counter.isFull
        #expect(isFull && !isStillFull)
    }

    // MARK: Questions

    private func expression(_ word: String, isPrefix: Bool = false) -> String {
        var query = TermQuery()
        query.add(word: word, isPrefix: isPrefix)
        return query.expression
    }

    private func expression(part: String) -> String {
        var query = TermQuery()
        query.add(part: part)
        return query.expression
    }

    @Test func `are asked for as words, or as what words begin with`() {
        #expect(expression("Wind") == "\"wind.\"*" && expression("wind", isPrefix: true) == "\"wind\"*")
        #expect(expression("W", isPrefix: true) == "\".w.\"*" && expression("w") == "\"w.\"*" && expression("ß", isPrefix: true) == "\"ss\"*")
        #expect(expression("don't") == "\"don.\"* AND \"t.\"*" && expression("東京") == "\"東京.\"*" && expression("京") == "\".京.\"*")
        #expect(expression("—").isEmpty)
    }

    @Test func `are asked for as far as a phrase must hold them, whatever words it begins and ends in`() {
        #expect(expression(part: "ring").isEmpty)
        #expect(expression(part: "ring of the sea") == "\"of.\"* AND \"sea\"* AND \"the.\"*")
        #expect(expression(part: " ring ") == "\"ring.\"*")
        #expect(expression(part: "και ᾳ δε αι ε").contains("αι") == false && expression(part: "και ᾳ δε αι ε").contains("δε"))
        #expect(expression(part: "東京都") == "\"京都.\"* AND \"東京.\"*")
    }

    @Test(arguments: [("\u{fb01}", "fi"), ("\u{fb03}", "FFI"), ("ß", "ss"), ("\u{587}", "\u{565}\u{582}"), ("\u{fb13}", "\u{574}\u{576}")])
    func `end where the same word does in other characters, where they are too long`(one: String, several: String) {
        for count in 58...66 {
            let (short, long) = (String(repeating: "a", count: count) + one + "x", String(repeating: "a", count: count) + several + "x")
            #expect(Self.terms(short) == Self.terms(long), "\(count)")
            #expect(expression(short) == expression(long), "\(count)")
        }
    }

    /// What people take for the same must have the same terms, or the index would hide it: every character, in the forms that names are
    /// compared in.
    @Test func `are the same of characters that are compared as the same`() {
        let scalars = SearchScalars()
        for value in UInt32(0x80)..<0x1_0000 {
            guard let scalar = Unicode.Scalar(value), SearchScalars.sort(scalar) != .separator, case .text(let folded) = FoldKey(String(scalar).utf8) else { continue }
            let own = scalars.form(value).bytes
            let other = String(folded).unicodeScalars.flatMap { scalars.form($0.value).bytes }
            // An iota below a letter is one beside it where accents count: of phrases with one nothing is asked.
            let isSame = own == other || other.suffix(2).elementsEqual([0xce, 0xb9]) && other.dropLast(2).elementsEqual(own)
            #expect(isSame, "U+\(String(value, radix: 16))")
        }
    }
}
