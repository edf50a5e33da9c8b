import Glibc
import ShedDisk
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

/// Lines that are passed over when a text is searched hold nothing: what is found is what reading each line finds.
@Suite struct `Search passes over lines` {
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 33
        }
    }

    /// What is folded to something else, to several letters or to none, stands alone or together; and what is passed over.
    private static let pieces = [
        "a", "A", "e", "é", "E", "e\u{301}", "\u{301}", "s", "ß", "ẞ", "f", "i", "ﬁ", "ſ", "k", "\u{212a}", "か", "が", "か\u{3099}", "カ", "\u{b4}", "\u{ad}", "'",
        "’", " ", "-", "\u{200d}", "😀", "𝒜", "春", "風", "ö", "Ö", "1", "İ", "ı", "ΐ", "ι", "ᾳ", "ｆ", "`", "^", "\r", "\u{feff}",
    ]

    private static func text(_ length: Int, _ random: inout Random) -> String {
        (0..<length).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    /// The numbers of the lines in which any of the words stand, and how often each does, none where not all do: each line read for itself.
    private static func expected(_ text: String, _ words: SearchWords) -> (lines: [Int], tally: [Int])? {
        var finder = SearchFinder(words)
        var numbers: [Int] = []
        var tally = [Int](repeating: 0, count: words.words.count)
        for (number, line) in text.utf8.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() {
            var bytes = Array(line)
            if number == 0, bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
            if bytes.last == 0x0d { bytes.removeLast() }
            bytes.withUnsafeBufferPointer { bytes in
                guard finder.read(bytes) else { return }
                for word in words.words.indices { tally[word] += finder.count(word, in: bytes) }
                if words.words.indices.contains(where: { finder.first($0, in: bytes) != nil }) { numbers.append(number + 1) }
            }
        }
        return tally.contains(0) ? nil : (numbers, tally)
    }

    @Test(arguments: 0..<8) func `what is found is what reading each line finds`(seed: Int) throws {
        let shelf = try Shelf()
        let root = try DirectoryHandle(path: shelf.path)
        var random = Random(state: UInt64(seed) &* 977 &+ 13)
        var foundSome = 0
        for _ in 0..<ShortRun.part(of: Array(0..<600), every: 3, from: 0).count {
            let lines = (0..<Int.random(in: 1...12, using: &random)).map { _ in Self.text(Int.random(in: 0...14, using: &random), &random) }
            let text = lines.joined(separator: "\n")
            let sought = (0..<Int.random(in: 1...2, using: &random)).compactMap { _ -> String? in
                let text = Self.text(Int.random(in: 1...3, using: &random), &random).filter { $0 != "\r" && $0 != "\r\n" }
                return text.isEmpty ? nil : text
            }
            guard !sought.isEmpty else { continue }
            let words =
                switch Int.random(in: 0..<3, using: &random) {
                case 0: SearchWords(sought)
                case 1: SearchWords(terms: sought.map { SearchTerm($0) })
                default: SearchWords(terms: sought.map { SearchTerm($0, isPrefix: true) })
                }
            let file = try #require(fopen("\(shelf.path)/file", "we"))
            fputs(text, file)
            fclose(file)
            for (isTallied, most) in [(false, 1_000), (true, 1_000), (true, 1)] {
                let reader = SearchReader(words, root: root, isTallied: isTallied)
                let outcome = reader.search("file", keeping: most)
                let found: [Int]? = if case .found(let hits) = outcome { hits.map(\.line) } else { nil }
                let expected = Self.expected(text, words)
                #expect(found == expected?.lines.prefix(most).map(\.self), "\(sought.debugDescription) in \(text.debugDescription)")
                if isTallied, let expected { #expect(reader.tally == expected.tally, "\(sought.debugDescription) in \(text.debugDescription)") }
                if found != nil { foundSome += 1 }
            }
        }
        #expect(foundSome > 10)
    }

    private func places(of word: String, in text: String) throws -> [Int] {
        let words = SearchWords(terms: [SearchTerm(word)])
        var (scan, finder, places) = (SearchScan(words), SearchFinder(words), [Int]())
        let bytes = Array(text.utf8)
        try bytes.withUnsafeBufferPointer { bytes in
            try #require(scan.begin(bytes, &finder))
            while let place = scan.next(in: bytes, from: (places.last ?? -1) + 1) { places.append(place) }
        }
        return places
    }

    @Test func `letters that belong to no word that is looked for are passed over`() throws {
        #expect(try places(of: "wind", in: "Übermäßig viele Möwen segeln über den „weiten“ Meeren: ïn dïe, wín, wïng, windig").isEmpty)
        #expect(try places(of: "風", in: "春の海ひねもすのたりのたりかな。").isEmpty)
        #expect(try places(of: "strasse", in: "Maße, Straßburg und Straß").isEmpty)
    }

    @Test func `what may be a word is not`() throws {
        #expect(try places(of: "wind", in: "a Wind, wïnd") == [2, 9])
        #expect(try places(of: "春の海", in: "春の川、春の海") == [12])
        #expect(try places(of: "strasse", in: "Straße") == [4])
        #expect(try places(of: "cafe", in: "cafe\u{301}").count == 2)
    }

    @Test(arguments: [[0xc3], [0xe3, 0x81], [0xed, 0xa0, 0x80], [0xf0, 0x8f, 0xbf, 0xbf], [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xc0, 0x80], [0x80], [0xff]])
    func `what is no UTF-8 is no text, wherever it stands`(bytes: [UInt8]) throws {
        let words = SearchWords(["wind"])
        var (scan, finder) = (SearchScan(words), SearchFinder(words))
        for before in 0..<20 {
            for after in [0, 1, 9] {
                let text = [UInt8](repeating: 0x61, count: before) + bytes + [UInt8](repeating: 0x61, count: after)
                #expect(text.withUnsafeBufferPointer { scan.begin($0, &finder) } == false, "\(before) \(after)")
            }
        }
        #expect(Array("aö春😀".utf8).withUnsafeBufferPointer { scan.begin($0, &finder) })
    }
}
