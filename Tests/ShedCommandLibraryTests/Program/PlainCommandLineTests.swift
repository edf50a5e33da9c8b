import Testing

@testable import ShedCommand

@Suite struct `A command line` {
    @Test(arguments: [["name", "one", "--yes"], ["name", "--whole"], ["outer", "drop", "--json"], ["outer", "drop", "--dry-run"]])
    func `that names a verb is read as the root reads it`(words: [String]) throws {
        let verb = try #require(PlainCommandLine.verb(words, of: VerbNames(below: SampleRoot.self), below: SampleRoot.self))
        #expect("\(verb)" == "\(try SampleRoot.parseAsRoot(words))")
    }

    @Test(arguments: [
        [], ["help"], ["--version"], ["-h"], ["bogus"], ["name", "--help"], ["name", "--bogus"], ["outer"], ["help", "name"],
        ["name", "--generate-completion-script", "bash"], ["--generate-completion-script=fish"],
    ])
    func `that names none, or asks for something else, is left to the root`(words: [String]) {
        #expect(PlainCommandLine.verb(words, of: VerbNames(below: SampleRoot.self), below: SampleRoot.self) == nil)
    }
}
