import Glibc
import ShedDisk
import ShedModel
import Testing

@testable import ShedPapers

@Suite("Text that is remembered")
struct TextCacheTests {
    private let hash = ContentHash(bytes: [UInt8](repeating: 0xab, count: 32))

    @Test func `is that of the content, the page and the engine`() throws {
        let (bench, hash) = (try Bench(), try #require(hash))
        let cache = TextCache(bench.output)
        try cache.keep(RecognisedText("one\n\u{e9}\u{1f600}"), of: hash, page: 1, engine: "e1")
        try cache.keep(RecognisedText("two"), of: hash, page: 2, engine: "e1")
        try cache.keep(RecognisedText("other"), of: hash, page: 1, engine: "e2")
        #expect(try cache.text(of: hash, page: 1, engine: "e1")?.text == "one\n\u{e9}\u{1f600}")
        #expect(try cache.text(of: hash, page: 2, engine: "e1")?.text == "two")
        #expect(try cache.text(of: hash, page: 1, engine: "e2")?.text == "other")
        #expect(try cache.text(of: hash, page: 2, engine: "e2") == nil)
        let other = try #require(ContentHash(bytes: [UInt8](repeating: 1, count: 32)))
        #expect(try cache.text(of: other, page: 1, engine: "e1") == nil)
        let store = TextStore(bench.output)
        try store.keep(KeptText([.text("layer", .layer)], engine: nil), of: other, [])
        for name in ["notes.text", "0123-eng.text"] as [Name] { try bench.output.write(name, [1], replacing: false) }
        #expect(try store.surplus(keeping: [hash, other], annotated: []).isEmpty)
        let surplus = try store.surplus(keeping: [other], annotated: [])
        #expect(surplus.map(\.name) == [Name(hash.description)] && surplus.map(\.sort) == [.text])
        #expect(surplus.first.map { $0.size > 100 } == true)
        for item in try store.surplus(keeping: [], annotated: []) { try store.remove(item) }
        #expect(try bench.names(bench.output) == ["0123-eng.text", "notes.text"])
    }

    @Test func `is not believed where it was cut or changed, and links are not followed`() throws {
        let (bench, hash) = (try Bench(), try #require(hash))
        let cache = TextCache(bench.output)
        try cache.keep(RecognisedText("some text"), of: hash, page: 1, engine: "e")
        let folder = try bench.output.openDirectory(Name(hash.description))
        let name = try #require(try folder.list(atMost: 9).first?.name)
        let whole = try folder.read(name, atMost: 1_000)
        for count in 0..<whole.count {
            try folder.write(name, Array(whole.prefix(count)), replacing: true)
            #expect(try cache.text(of: hash, page: 1, engine: "e") == nil)
        }
        try folder.write(name, try #require(whole.replacing("some", by: "same")), replacing: true)
        #expect(try cache.text(of: hash, page: 1, engine: "e") == nil)
        try folder.removeFile(name)
        try bench.input.write("secret", whole, replacing: false)
        symlink(bench.path + "/in/secret", "\(bench.path)/out/\(hash)/\(name)")
        #expect(try cache.text(of: hash, page: 1, engine: "e") == nil)
        try cache.keep(RecognisedText("new"), of: hash, page: 1, engine: "e")
        #expect(try cache.text(of: hash, page: 1, engine: "e")?.text == "new")
        #expect(try bench.input.read("secret", atMost: 1_000) == whole)
    }
}
