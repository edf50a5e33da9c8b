import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

/// What is compared, and how: without a project.
@Suite struct `Search compares characters` {
    private func found(_ word: String, in text: String, _ folding: SearchFolding = .names) -> [String] {
        var finder = SearchFinder(SearchWords([word], folding))
        return Array(text.utf8).withUnsafeBufferPointer { bytes in
            guard finder.read(bytes) else { return ["not UTF-8"] }
            return finder.all(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
        }
    }

    private static let cases: [(word: String, text: String, found: [String])] = [
        ("ode", "An ODE, ode", ["ODE", "ode"]), ("strasse", "Straße STRASSE STRAẞE", ["Straße", "STRASSE", "STRAẞE"]),
        ("straße", "Strasse", ["Strasse"]), ("É", "e\u{301} é É E\u{301} e", ["e\u{301}", "é", "É", "E\u{301}"]), ("e", "e\u{301} é", []),
        ("cafe", "cafe\u{301}", []), ("ΣΟΦΟΣ", "σοφος σοφοσ", ["σοφος", "σοφοσ"]), ("kelvin", "\u{212a}elvin", ["\u{212a}elvin"]),
        ("s", "ß", ["ß"]), ("ß", "s", []), ("日本", "今日本日", ["日本"]), ("привет", "ПРИВЕТ", ["ПРИВЕТ"]), ("👩", "👩‍💻 👩", ["👩"]),
        ("한국", "\u{1112}\u{1161}\u{11ab}국", ["\u{1112}\u{1161}\u{11ab}국"]), ("شعر", "هذا شعر", ["شعر"]), ("a", "", []),
        ("aa", "aaaa", ["aa", "aa"]), ("@", "`@", ["@"]), ("[", "{[", ["["]), ("fi", "ﬁ", ["ﬁ"]), ("it's", "it’s", []),
    ]

    @Test(arguments: cases.indices) func `case and normalisation are taken away, marks stay as typed`(number: Int) {
        let (word, text, expected) = Self.cases[number]
        #expect(found(word, in: text) == expected)
    }

    private static let accented: [(word: String, text: String, found: [String])] = [
        ("cafe", "Café cafe\u{301} CAFE", ["Café", "cafe\u{301}", "CAFE"]), ("CAFÉ", "a cafe", ["cafe"]), ("strasse", "Straße", ["Straße"]),
        ("uber", "Über", ["Über"]), ("o", "ø", []), ("か", "が", []), ("한국", "\u{1112}\u{1161}\u{11ab}국", ["\u{1112}\u{1161}\u{11ab}국"]),
        ("\u{301}", "e\u{301}", []), ("a b", "a\u{301} b", ["a\u{301} b"]), ("日本", "今日本日", ["日本"]),
        ("it's", "It’s it's its", ["It’s", "it's"]), ("don’t", "don't", ["don't"]), ("l'ete", "L’été", ["L’été"]),
    ]

    @Test(arguments: accented.indices) func `marks are taken away too where that is asked for`(number: Int) {
        let (word, text, expected) = Self.accented[number]
        #expect(found(word, in: text, .accents) == expected)
    }

    @Test(arguments: [("s", "ß s", ["s"]), ("f", "ﬀ", []), ("ff", "ﬀ ﬀf", ["ﬀ"]), ("f*", "ﬀ", ["ﬀ"]), ("ss", "aß ß", ["ß"])] as [(String, String, [String])])
    func `a word is not found in half of a character`(word: String, text: String, expected: [String]) {
        var finder = SearchFinder(SearchWords(terms: [SearchTerm(written: word)]))
        let found = Array(text.utf8).withUnsafeBufferPointer { bytes in
            finder.read(bytes) ? finder.all(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) } : []
        }
        #expect(found == expected)
    }

    private static let unseen: [(word: String, text: String, found: [String])] = [
        ("schifffahrtsmuseum", "Das Schiff\u{ad}fahrts\u{ad}museum.", ["Schiff\u{ad}fahrts\u{ad}museum"]),
        ("schiff\u{ad}fahrt", "Schifffahrt", ["Schifffahrt"]), ("ab", "a\u{200b}b a\u{2060}b a\u{feff}b", ["a\u{200b}b", "a\u{2060}b", "a\u{feff}b"]),
        ("ab", "a\u{200c}b a\u{200d}b", []), ("a\u{200c}b", "a\u{200c}b ab", ["a\u{200c}b"]), ("ab", "a\u{ad}\u{ad}\u{200b}b", ["a\u{ad}\u{ad}\u{200b}b"]),
        ("größe", "Grö\u{ad}ße", ["Grö\u{ad}ße"]), ("東京", "東\u{200b}京", ["東\u{200b}京"]), ("\u{ad}", "a\u{ad}b", []),
    ]

    @Test(arguments: unseen.indices) func `what nobody sees is looked past, joiners of letters are not`(number: Int) {
        let (word, text, expected) = Self.unseen[number]
        for folding in [SearchFolding.names, .accents] { #expect(found(word, in: text, folding) == expected, "\(folding)") }
    }

    @Test(arguments: [
        ("fahrt", "Schiff\u{ad}fahrt", []), ("schiff", "Schiff\u{ad}\u{ad}fahrt", []), ("schifffahrt", "Schiff\u{ad}fahrt", ["Schiff\u{ad}fahrt"]),
        ("fahrt", "\u{ad}fahrt, Fahrt.", ["fahrt", "Fahrt"]), ("schiff*", "Schiff\u{ad}fahrt", ["Schiff\u{ad}"]),
    ] as [(String, String, [String])])
    func `a word goes on behind what nobody sees`(word: String, text: String, expected: [String]) {
        var finder = SearchFinder(SearchWords(terms: [SearchTerm(written: word)]))
        let found = Array(text.utf8).withUnsafeBufferPointer { bytes in
            finder.read(bytes) ? finder.all(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) } : []
        }
        #expect(found == expected)
    }

    /// One rule: what is found is what the folded text holds.
    @Test(arguments: 1...3 as ClosedRange<UInt64>) func `what is found without marks is what is in the folded text`(seed: UInt64) {
        var random = SeededRandom(seed)
        let letters = Array("aAeEsSßſkK\u{212a}éÉ\u{301}\u{308}iİıŉ ΣσςΐΑжЖйЙ日本øØ".unicodeScalars)
        func text(_ count: Int) -> String {
            var text = String.UnicodeScalarView()
            for _ in 0..<count { text.append(letters[Int(random.next() % UInt64(letters.count))]) }
            return String(text)
        }
        for _ in 0..<400 {
            let (word, text) = (text(1 + Int(random.next() % 2)), text(Int(random.next() % 24)))
            let sought = TextFolding.fold(word)
            guard !sought.isEmpty else { continue }
            let isIn = Array(text.utf8).withUnsafeBufferPointer { text in sought.withUnsafeBufferPointer { TextFolding.contains(text, $0) } }
            #expect(!found(word, in: text, .accents).isEmpty == isIn, "\(word.unicodeScalars.map(\.value)) in \(text.unicodeScalars.map(\.value))")
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>) func `the quick way and the plain one agree on text of any script`(seed: UInt64) {
        var random = SeededRandom(seed)
        // Marks, joiners, jamos and line ends among letters, so that characters of several scalars are made.
        let letters = Array("aAeEsSßſkK\u{212a}éÉ\u{301}\u{308}i\u{307}İıﬁŉ ΣσςΐᾳΑ\u{345}жЖ日本한\u{1112}\u{1161}\u{11ab}👩\u{200d}💻🇩🇪\r\n\u{ad}क\u{94d}ष".unicodeScalars)
        func text(_ count: Int) -> String {
            var text = String.UnicodeScalarView()
            for _ in 0..<count { text.append(letters[Int(random.next() % UInt64(letters.count))]) }
            return String(text)
        }
        var matched = 0
        for _ in 0..<400 {
            let (word, text) = (text(1 + Int(random.next() % 2)), text(Int(random.next() % 24)))
            let (folded, sought) = (SearchCharacters.folded(text, .names), SearchCharacters.folded(word, .names))
            // Of what nobody sees alone nothing is found.
            guard !sought.isEmpty else { continue }
            let isIn = (0...max(0, folded.count - sought.count)).contains { folded[$0...].starts(with: sought) }
            if isIn { matched += 1 }
            #expect(!found(word, in: text).isEmpty == isIn, "\(word.unicodeScalars.map(\.value)) in \(text.unicodeScalars.map(\.value))")
        }
        #expect(matched > 10)
    }

    @Test(arguments: [[0xff], [0xc3], [0x61, 0xc3, 0x28], [0xc0, 0xaf], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x92], [0xf5, 0x80, 0x80, 0x80], [0xe0, 0x80, 0x80]] as [[UInt8]])
    func `what is no UTF-8 is no text`(bytes: [UInt8]) {
        var finder = SearchFinder(SearchWords(["a"]))
        for text in [bytes, Array("aé".utf8) + bytes, bytes + Array("日a".utf8)] {
            let isText = text.withUnsafeBufferPointer { finder.read($0) }
            #expect(!isText, "\(text)")
        }
    }

    private static let globs: [(glob: String, name: String, matches: Bool)] = [
        ("*.txt", "Ode.TXT", true), ("*.txt", "Ode.txt~", false), ("o?e.*", "Öde.txt", false), ("o?e.*", "ode.txt", true), ("?", "e\u{301}", true),
        ("?", "ß", true), ("??", "ß", true), ("é*", "E\u{301}tude", true), ("[a-c]x", "Bx", true), ("[!a-c]x", "bx", false), ("[^a-c]x", "dx", true),
        ("[]]", "]", true), ("[", "[", true), ("a[b", "a[b", true), ("\\*", "*", true), ("\\*", "a", false), ("*a*b*c*", "xxaxxbxxcxx", true),
        ("*a*b*c*", "xxaxxcxxbxx", false), ("", "a", false), ("**", "", true), ("[α-ω]", "Σ", true), ("\\", "\\", true), ("[a\\]b]", "]", true),
    ]

    @Test(arguments: globs.indices) func `globs are for the whole name`(number: Int) {
        let (glob, name, matches) = Self.globs[number]
        #expect(SearchGlob(Array(glob.utf8)).matches(name) == matches, "\(glob) \(name)")
    }

    @Test func `a glob of many stars does not take for ever`() {
        let glob = SearchGlob(Array(String(repeating: "*a", count: 100).utf8) + Array("b".utf8))
        #expect(!glob.matches(String(repeating: "a", count: 255)))
    }

    @Test func `words are split at white space, and kept together in quotes`() {
        var search = Search()
        func take(_ text: String, isExact: Bool = false) -> Bool { search.addText(text, isExact: isExact) }
        var taken = [take(" o  spring \"the wind\" x*"), take(" \"\" "), take("\"open end")]
        #expect(taken == [true, false, true])
        #expect(search.terms == [SearchTerm("o"), SearchTerm("spring"), SearchTerm("x", isPrefix: true)] && search.texts == ["the wind", "open end"])
        taken.append(take("a* b", isExact: true))
        #expect(taken[3] && search.texts.suffix(2) == ["a*", "b"] && SearchTerm(written: "*") == SearchTerm("*"))
    }
}
