import ShedModel
import ShedRules

@testable import ShedCommand

extension FuzzTarget {
    /// Names, as any file system may hold them, and how they are shown.
    static let names = FuzzTarget("names", words: ["a.txt", " (2)", "~", ".swp", "con.txt", "(conflicted copy", "\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}", "\u{345}", "\u{1fb3}", "\u{212a}", "$'"], seeds: [
        Array("a b/c.txt".utf8), Array("\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e007f}".utf8), Array("\u{1fb3}\u{301}\u{345}".utf8), [0xff, 0x5c, 0x0a, 0x27], Array("007.10 x".utf8), Array(repeating: 0xc3, count: 300),
    ], executions: 500) { input throws(BrokenInvariant) in
        let name = Name(bytes: input)
        try requireShown(name.escaped)
        try requireShown(ShellWord.quote(input))
        try requireShown(EscapedText.beginning(String(decoding: input, as: UTF8.self)))
        try require(RawArguments.bytes(of: RawArguments.text(of: input)) == input, "a word of the command line is another one")
        if let path = RelativePath(bytes: input) {
            try require(RelativePath(bytes: path.bytes) == path && path.names.allSatisfy(\.isPossible), "a path is another one")
            try requireShown("\(path)")
        }
        let numbered = name.numbered(2, keepsSuffix: true)
        try require(numbered.bytes.count <= Name.longest, "a name gets too long")
        for count in [0, 1, 5, 255] { try require(UTF8Cut.prefix(input[...], atMost: count).count <= count, "a cut leaves too much") }
        try checkKeys(name)
        input.withUnsafeBufferPointer { bytes in
            for kind in [EntryKind.file, .directory, .link, .special] { _ = (PassingFiles.contains(bytes, kind: kind), PassingFiles.pattern(of: bytes, kind: kind)) }
        }
        _ = (EditorLock.locks(name), NameRules.complaints(about: name), BackupName.isBackupName(name, of: "a.txt"), name.hasSuffix(".txt"))
        if let decoded = Base64.decode(Base64.encode(input)) { try require(decoded == input, "base64 is other bytes") }
        try require(Hexadecimal.bytes(of: Hexadecimal.string(of: input)) == input, "digits are other bytes")
        if var nearest = Nearest(input) { try require(nearest.slips(to: input) == 0, "a word is not itself") }
        if let sketch = ContentSketch(bytes: input) { _ = (sketch.bytes, sketch.likeness(to: ContentSketch(of: input)), sketch.share(in: input)) }
    }

    private static func checkKeys(_ name: Name) throws(BrokenInvariant) {
        let key = NaturalKey(name)
        try require(!(key < key), "a name comes before itself")
        for other in ["a", "10", "9x", "\u{e9}"] as [Name] { try require(!(key < NaturalKey(other) && NaturalKey(other) < key), "two names come before each other") }
        guard let text = name.text else { return }
        let folded = FoldKey(name)
        for other in [text.uppercased(), text.lowercased()] {
            // The dotless i is no i, and the iota that stands below a letter is no mark any more in capitals.
            guard !text.unicodeScalars.contains(where: { [0x130, 0x131, 0x345].contains($0.value) || (0x1f80...0x1fff).contains($0.value) }) else { continue }
            try require(FoldKey(Name(other)) == folded, "a name in another case is another name")
        }
    }

    /// Text that is searched and counted.
    static let text = FuzzTarget("text", words: ["don't", "\u{2019}", "well-known", "\u{2014}", "\u{4e00}", "\u{e01}", "Stra\u{df}e", "3.5"], texts: ["Don\u{2019}t stop, well-known Stra\u{df}e 3.5\u{2014}x", "\u{4e00}\u{4e8c} \u{e01}\u{e02}", "I\u{307}\u{130}\u{131}"]) { input throws(BrokenInvariant) in
        let whole = WordCounter.count(input)
        for size in [1, 3] {
            var counter = WordCounter()
            var start = 0
            while start < input.count {
                input[start..<min(start + size, input.count)].withUnsafeBufferPointer { counter.add($0) }
                start += size
            }
            counter.end()
            try require(counter.count == whole, "a text that is counted in pieces has other words")
        }
        let folded = input.withUnsafeBufferPointer { TextFolding.fold($0) }
        let (contains, equals) = input.withUnsafeBufferPointer { bytes in
            folded.withUnsafeBufferPointer { folded in (TextFolding.contains(bytes, folded), TextFolding.equals(bytes, folded)) }
        }
        try require(contains && equals, "a text does not hold itself")
        if let fault = UTF8Fault.first(in: input) {
            try require(String(validating: input, as: UTF8.self) == nil && fault < input.count, "text is taken for none")
            try require((UTF8Fault.firstLine(in: input) ?? 0) >= 1, "a fault stands in no line")
        } else {
            try require(String(validating: input, as: UTF8.self) != nil, "what is no text is taken for one")
        }
    }
}
