import Glibc
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSearch

/// Which files may hold a phrase that begins within a word.
@Suite struct `The words of an index` {
    private final class Scratch {
        let path: String
        let index: WordIndex

        init() throws {
            path = try TestFile.temporaryDirectory("shed-vocabulary", in: TestFile.quickWithPrograms)
            index = try #require(try WordIndex.open(path, number: 1, isWritten: true))
        }

        deinit {
            WordIndex.discard(path, number: 1)
            rmdir(path)
        }

        func put(_ inode: UInt64, _ text: String) throws {
            var counter = TermCounter()
            counter.begin()
            let bytes = Array(text.utf8)
            _ = bytes.withUnsafeBufferPointer { counter.add($0) }
            counter.end()
            let stamp = FileStamp(Evidence(inode: inode, size: 1, modified: 5, changed: 6))
            try index.write(part: WordIndex.part(ofInode: inode)) { try $0.put(stamp, .text, counter) }
        }

        func last() throws -> [Int64] {
            let files = try index.files().values
            return (0..<WordIndex.parts).map { part in files.filter { WordIndex.part(ofInode: $0.stamp.inode) == part }.map(\.number).max() ?? 0 }
        }

        func vocabulary() throws -> WordVocabulary {
            var vocabulary = WordVocabulary(upTo: try last())
            #expect(!vocabulary.isUsable)
            for _ in 0..<100 where !vocabulary.isComplete { try index.readPortion(of: &vocabulary) }
            #expect(vocabulary.isUsable)
            return vocabulary
        }

        /// The files that may hold all phrases and words; all of them where that is not known.
        func find(_ phrases: [String], _ words: [String] = [], by vocabulary: WordVocabulary, fromTerms: Bool = false) throws -> Set<UInt64> {
            var query = TermQuery()
            for word in words { query.add(word: word, isPrefix: false) }
            for phrase in phrases { query.add(part: phrase) }
            let known = fromTerms && !query.isEmpty ? try index.numbers(query) : nil
            let numbers = try index.numbers(query, by: vocabulary, of: known, upTo: try last())
            return Set(try index.files().values.filter { file in numbers.map { $0[WordIndex.part(ofInode: file.stamp.inode)].contains(file.number) } ?? true }.map(\.stamp.inode))
        }
    }

    private static let words = ["wind", "winding", "rewind", "whirlwind", "sea", "seas", "oversea", "the", "bathe", "ring", "string", "東京都", "京", "a", "kubla", "w1nd", "straße"]

    @Test(arguments: [1, 2, 3] as [UInt64]) func `leave every file that holds a phrase, and not many others`(seed: UInt64) throws {
        let scratch = try Scratch()
        var random = SeededRandom(seed)
        var texts: [UInt64: String] = [:]
        for inode in 1...120 as ClosedRange<UInt64> {
            let text = (0..<Int.random(in: 1...6, using: &random)).map { _ in Self.words.randomElement(using: &random) ?? "" }.joined(separator: " ")
            texts[inode] = text
            // Put in twice: what stands under the first number is gone.
            if inode % 9 == 0 { try scratch.put(inode, "wind the sea") }
            try scratch.put(inode, text)
            // Of the last ten it knows nothing.
            if inode == 110 { try scratch.put(200, "nothing") }
        }
        let late = 111...120 as ClosedRange<UInt64>
        for inode in late { try scratch.index.write(part: WordIndex.part(ofInode: inode)) { try $0.remove(inode: inode) } }
        let vocabulary = try scratch.vocabulary()
        for inode in late { try scratch.put(inode, texts[inode] ?? "") }
        let phrases = ["wind the", "ind the sea", "ring", "in", "a 東京", "e s", "nd", "1nd r", "京 wind", "sea", "strasse", "the s", "nowhere", "ubla"]
        for phrase in phrases {
            for other in [nil, "ring a", "京"] {
                for word in [nil, "sea"] {
                    let asked = [phrase] + [other].compactMap(\.self)
                    let folded = texts.mapValues { $0.replacing("ß", with: "ss") }
                    let holding = folded.filter { text in
                        asked.allSatisfy { text.value.contains($0) } && word.map { text.value.split(separator: " ").contains(Substring($0)) } ?? true
                    }.map(\.key)
                    for fromTerms in [false, true] {
                        let found = try scratch.find(asked, [word].compactMap(\.self), by: vocabulary, fromTerms: fromTerms)
                        #expect(found.isSuperset(of: holding), "\(asked) \(word ?? "")")
                    }
                }
            }
            // What stands in no word rules all out that it knows; a phrase of one word is found just where it is.
            guard !phrase.contains(" ") else { continue }
            let found = try scratch.find([phrase], by: vocabulary).filter { $0 <= 110 }
            #expect(found == Set(texts.filter { $0.key <= 110 && $0.value.replacing("ß", with: "ss").contains(phrase) }.map(\.key)), "\(phrase)")
        }
    }

    @Test func `say nothing of what stands at the end of a word that is cut`() throws {
        let scratch = try Scratch()
        try scratch.put(1, String(repeating: "long", count: 30) + "ring the sea")
        try scratch.put(2, String(repeating: "ü", count: 25) + "ring the sea")
        try scratch.put(3, "wind the sea")
        // As long as one can be that no scalar of twelve bytes was left out of.
        try scratch.put(4, String(repeating: "o", count: 52) + " the sea")
        try scratch.put(5, String(repeating: "o", count: 53) + "각 각" + String(repeating: "o", count: 56) + "각ring the sea")
        let vocabulary = try scratch.vocabulary()
        #expect(try scratch.find(["ring the"], by: vocabulary) == [1, 2, 5])
        #expect(try scratch.find(["wind the"], by: vocabulary) == [1, 3, 5])
        #expect(try scratch.find(["nowhere the"], by: vocabulary) == [1, 5])
    }

    @Test func `are not asked where there is too much of what is cut`() throws {
        let scratch = try Scratch()
        // More words than are asked for at once, of one part of the index.
        let inodes = (1...1_000 as ClosedRange<UInt64>).filter { WordIndex.part(ofInode: $0) == 0 }.prefix(70)
        for inode in inodes { try scratch.put(inode, "\(inode)" + String(repeating: "long", count: 30) + "ring the sea") }
        var vocabulary = WordVocabulary(upTo: try scratch.last(), mostCut: 10)
        for _ in 0..<100 where !vocabulary.isComplete { try scratch.index.readPortion(of: &vocabulary) }
        #expect(vocabulary.isComplete && !vocabulary.isUsable)
        #expect(try scratch.find(["ring the"], by: vocabulary) == Set(inodes))
    }

    @Test func `rule nothing out where a part is of very many words`() throws {
        let scratch = try Scratch()
        for inode in 1...4 as ClosedRange<UInt64> {
            try scratch.put(inode, (0..<200).map { "w\(inode)x\($0)e" }.joined(separator: " ") + (inode == 1 ? " the sea" : " a sea"))
        }
        let vocabulary = try scratch.vocabulary()
        #expect(try scratch.find(["e"], by: vocabulary) == [1, 2, 3, 4])
        #expect(try scratch.find(["e the"], by: vocabulary) == [1])
        #expect(try scratch.find(["x7e"], by: vocabulary) == [1, 2, 3, 4])
        #expect(try scratch.find(["1x7e"], by: vocabulary) == [1])
    }

    /// What ``WordVocabulary`` relies on.
    @Test func `fold to few bytes each, and none to what has no spaces`() {
        let scalars = SearchScalars()
        for value in 0x80..<0x11_0000 as Range<UInt32> {
            guard let scalar = Unicode.Scalar(value), SearchScalars.sort(scalar) == .word else { continue }
            let form = scalars.form(value)
            guard form.bytes.count <= TermCounter.longest + 1 - WordVocabulary.longest, form.scalars.allSatisfy({ String(decoding: $0, as: UTF8.self).unicodeScalars.allSatisfy { SearchScalars.sort($0) != .unspaced } })
            else {
                Issue.record("U+\(String(value, radix: 16))")
                continue
            }
        }
    }

    @Test func `are none where the index is torn, and an error says so`() throws {
        let scratch = try Scratch()
        for inode in 1...200 as ClosedRange<UInt64> { try scratch.put(inode, "w\(inode) x\(inode % 7) ring") }
        scratch.index.checkpoint()
        var random = SeededRandom(7)
        let path = WordIndex.paths(scratch.path, number: 1)[0]
        let whole = TestFile.read(path)
        for _ in 0..<20 {
            var bytes = whole
            for _ in 0..<30 { bytes[Int.random(in: 100..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
            guard let file = fopen(path, "we") else { return }
            fwrite(bytes, 1, bytes.count, file)
            fclose(file)
            for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
            guard let index = try? WordIndex.open(scratch.path, number: 1, isWritten: false) else { continue }
            var vocabulary = WordVocabulary(upTo: [200, 200])
            for _ in 0..<10 where !vocabulary.isComplete { try? index.readPortion(of: &vocabulary) }
            var query = TermQuery()
            query.add(part: "ring")
            _ = try? index.numbers(query, by: vocabulary, of: nil, upTo: [300, 200])
        }
    }
}
