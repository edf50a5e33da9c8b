import Testing

@testable import ShedModel

@Suite struct `A name's key for sorting` {
    @Test func `is the same by its bytes as by its characters`() {
        let names = ["", "a", "A1", "Poem 007.TXT", "10", "010b2", "Ode (2).md", "x~{}[]", "18446744073709551616 a", "a b  c", "9zZ09", "-1.5e10"]
        for name in names { #expect(NaturalKey(Name(name)) == NaturalKey(text: Name(name).escaped.lowercased()), "\(name)") }
    }

    @Test func `sorts numbers by value and leaves case aside, whatever the letters`() {
        let sorted = ["2 a", "10 a", "Apfel", "apfel 2", "apfel 10", "back\\slash", "Öl"]
        #expect(sorted.shuffled().map { Name($0) }.sorted { NaturalKey($0) < NaturalKey($1) }.map(\.escaped) == sorted.map { Name($0).escaped })
    }

    @Test(arguments: [("a//b/./c/", ["a", "b", "c"]), ("", []), ("/", []), ("a", ["a"])] as [(String, [Name])])
    func `a path is cut at each slash`(text: String, names: [Name]) {
        #expect(RelativePath(bytes: text.utf8)?.names == names)
        #expect(RelativePath(bytes: Array("/../".utf8)) == nil)
    }
}
