import Glibc
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject
import Testing

@Suite struct `An input that cannot be read` {
    @Test func `says why in the language of who reads it`() throws {
        let error = #expect(throws: ShedError.self) { _ = try NamedInput(Array("/nonexistent/input".utf8)) }
        let words = try #require(error?.words)
        #expect(words == .cannotReadInput(input: .verbatim("/nonexistent/input"), reason: .system(ENOENT)))
        #expect(words.english == "cannot read /nonexistent/input: No such file or directory")
        #expect(Catalogue.of(Language(rawValue: "de")).text(words) == "/nonexistent/input lässt sich nicht lesen: nicht gefunden")
    }

    @Test func `is also said of what is piped in`() throws {
        let error = #expect(throws: ShedError.self) { _ = try StandardInput.read(-1, atMost: 1) }
        #expect(error?.words == .cannotReadInput(input: .standardInput, reason: .system(EBADF)))
    }
}
