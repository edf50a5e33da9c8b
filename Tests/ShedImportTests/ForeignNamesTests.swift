import ShedModel
import ShedRules
import Testing
@testable import ShedImport

@Suite struct `Names made of titles` {
    private static let titles: [(title: String, expected: String)] = [
        ("Plain", "Plain"), ("1: 1923", "1- 1923"), ("Who? *Me* <or> \"you\" | a\\b/c", "Who- -Me- -or- -you- - a-b-c"), ("Smith & Co.", "Smith & Co"),
        ("And then. . . ", "And then"), ("...", "Untitled"), ("", "Untitled"), (" ..a", "a"), ("Aux", "_Aux"), ("com1.old", "_com1.old"), ("LPT¹", "_LPT¹"),
        ("Auxiliary", "Auxiliary"), ("cafe\u{301}", "caf\u{e9}"), ("a\tb\n c", "a b c"), ("\u{202e}gnp", "gnp"), ("Dr. No", "Dr. No"), ("?", "-"),
    ]

    @Test(arguments: ["", ".md"]) func `are such that no rule has anything to say of them`(suffix: String) {
        for (title, expected) in Self.titles {
            var names = ForeignNames()
            for number in 1...3 {
                let (name, isChanged) = names.take(title, suffix: suffix)
                #expect(NameRules.complaints(about: name).isEmpty, "\(title): \(name)")
                guard number == 1 else { continue }
                // By its bytes: texts are equal in whichever of Unicode's forms they are.
                #expect(name == Name(expected + suffix) && isChanged == (expected != title), "\(title): \(name)")
            }
        }
    }

    @Test(arguments: ["", ".md"]) func `leave room for what programs put around them, also with a number`(suffix: String) {
        var names = ForeignNames()
        var taken: Set<Name> = []
        for title in [String(repeating: "a", count: 400), String(repeating: "\u{e4}", count: 200), String(repeating: "a. ", count: 200)] {
            for _ in 1...12 {
                let name = names.take(title, suffix: suffix).name
                let isNew = taken.insert(name).inserted
                #expect(isNew && name.bytes.count <= LongName.longest && name.text != nil, "\(name)")
                #expect(!NameRules.complaints(about: name).contains { $0.rule.severity != .note }, "\(name)")
            }
        }
    }

    @Test(arguments: [(".", ""), (".p:f", ".p-f"), (".a. ", ".a"), ("." + String(repeating: "x", count: 250), "." + String(repeating: "x", count: 63))])
    func `have suffixes that may stand there too`(suffix: String, expected: String) {
        var names = ForeignNames()
        let (name, isChanged) = names.take("Map", suffix: suffix)
        #expect(name == Name("Map" + expected) && isChanged, "\(name)")
    }

    /// By that others link to it, and so does the source.
    @Test func `are no names of files that come as they are`() {
        var names = ForeignNames()
        for name in ["Why?.md", "Co."] as [Name] { #expect(names.take(file: name) == name) }
    }
}
