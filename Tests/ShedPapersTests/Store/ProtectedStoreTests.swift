import Glibc
import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedPapers

@Suite("Protected copies")
struct ProtectedStoreTests {
    private func add(_ bench: Bench, _ content: String, _ name: Name = "a.pdf") throws -> ContentHash {
        try bench.input.write(name, Array(content.utf8), replacing: true)
        return try ProtectedStore(bench.output).add(bench.input.file(name)).hash
    }

    @Test func `are read-only files of their own, named by their content`() throws {
        let bench = try Bench()
        let store = ProtectedStore(bench.output)
        try bench.input.write("a.pdf", Array("abc".utf8), replacing: false)
        let original = try bench.input.file("a.pdf")
        let added = try store.add(original)
        #expect(added.hash.description == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "FIPS 180-2, appendix B.1")
        #expect(added.size == 3)
        #expect(!added.wasThere)
        #expect(try store.add(original).wasThere)
        #expect(try bench.names(bench.output) == [added.hash.description])
        let copy = try store.file(added.hash)
        #expect(copy.evidence.mode & 0o7777 == 0o444)
        #expect(copy.evidence.inode != original.evidence.inode)
        #expect(copy.evidence.links == 1)
        // A program that writes in place changes the visible file only.
        let visible = open(bench.path + "/in/a.pdf", O_WRONLY | O_CLOEXEC)
        #expect(pwrite(visible, "xyz", 3, 0) == 3)
        close(visible)
        #expect(try store.state(of: added.hash) == .good)
        #expect(try store.file(added.hash).read(at: 0, atMost: 10) == Array("abc".utf8))
        #expect(try bench.input.read("a.pdf", atMost: 10) == Array("xyz".utf8))
    }

    @Test func `are put back as files that can be written again, and replace nothing`() throws {
        let bench = try Bench()
        let store = ProtectedStore(bench.output)
        let hash = try add(bench, "abc")
        #expect(kind { try store.putBack(hash, to: Destination(bench.input, "a.pdf")) } == .disk(.exists))
        let copy = try store.putBack(hash, to: Destination(bench.input, "b.pdf"))
        #expect(copy.hash == hash)
        let evidence = try bench.input.file("b.pdf").evidence
        #expect(evidence.mode & 0o7777 == 0o644)
        #expect(try evidence.inode != store.file(hash).evidence.inode)
        let none = try #require(ContentHash(bytes: [UInt8](repeating: 0, count: 32)))
        #expect(kind { try store.putBack(none, to: Destination(bench.input, "c.pdf")) } == .notStored)
    }

    @Test func `that were altered are found, never handed on, and made anew from the right file`() throws {
        let bench = try Bench()
        let store = ProtectedStore(bench.output)
        let (hash, other) = (try add(bench, "abc"), try add(bench, "def", "b.pdf"))
        let path = "\(bench.path)/out/\(hash)"
        chmod(path, 0o644)
        let file = open(path, O_WRONLY | O_CLOEXEC)
        #expect(write(file, "abd", 3) == 3)
        close(file)
        #expect(try store.state(of: hash) == .altered)
        #expect(try store.seemsThere(hash, size: 3))
        let faults = try store.faults(needing: [hash, other])
        #expect(faults.map(\.hash) == [hash])
        #expect(faults.map(\.state) == [.altered])
        #expect(kind { try store.putBack(hash, to: Destination(bench.input, "c.pdf")) } == .altered)
        #expect(try bench.names(bench.input) == ["a.pdf", "b.pdf"])
        #expect(try !store.add(bench.input.file("a.pdf")).wasThere)
        #expect(try store.faults(needing: [hash, other]).isEmpty)
        let aside = try #require(try bench.names(bench.output).first { $0.hasPrefix("altered-") })
        #expect(try bench.output.read(Name(aside), atMost: 10) == Array("abd".utf8))
    }

    @Test(arguments: ["link", "fifo", "folder"])
    func `are refused where something else stands in their place`(what: String) throws {
        let bench = try Bench()
        let store = ProtectedStore(bench.output)
        let hash = try add(bench, "abc")
        try bench.output.removeFile(Name(hash.description))
        let path = "\(bench.path)/out/\(hash)"
        switch what {
        // A link to the very content.
        case "link": symlink(bench.path + "/in/a.pdf", path)
        case "fifo": mkfifo(path, 0o644)
        default: mkdir(path, 0o755)
        }
        #expect(try store.state(of: hash) == .notFile)
        #expect(try !store.seemsThere(hash, size: 3))
        #expect(kind { _ = try store.file(hash) } == .altered)
        #expect(kind { try store.putBack(hash, to: Destination(bench.input, "c.pdf")) } == .altered)
        #expect(try store.faults(needing: []).map(\.state) == [.notFile])
        #expect(try !store.add(bench.input.file("a.pdf")).wasThere)
        #expect(try store.state(of: hash) == .good)
    }

    @Test func `that nothing needs are removed, others' files are not`() throws {
        let bench = try Bench()
        let store = ProtectedStore(bench.output)
        let (needed, old) = (try add(bench, "abc"), try add(bench, "defg", "b.pdf"))
        for name in ["notes.txt", ".shed-tmp-left", "altered-left"] as [Name] { try bench.output.write(name, [], replacing: false) }
        mkdir(bench.path + "/out/altered-folder", 0o755)
        let surplus = try store.surplus(keeping: [needed])
        #expect(surplus.map { "\($0.sort.rawValue) \($0.size)" }.sorted() == ["altered 0", "copy 4", "leftover 0"])
        #expect(surplus.first { $0.sort == .copy }?.name == Name(old.description))
        for item in surplus { try store.remove(item) }
        rmdir(bench.path + "/out/altered-folder")
        #expect(try bench.names(bench.output) == [needed.description, "notes.txt"].sorted())
        #expect(try store.hashes() == [needed])
        #expect(try store.faults(needing: [needed, old]).map(\.state) == [.missing])
    }

    @Test func `that nothing needed are left alone once another file has their name`() throws {
        let bench = try Bench()
        let store = ProtectedStore(bench.output)
        let hash = try add(bench, "abc")
        let surplus = try #require(try store.surplus(keeping: []).first)
        try bench.output.removeFile(Name(hash.description))
        _ = try store.add(bench.input.file("a.pdf"))
        // Where inodes are given again at once, times of birth tell.
        if try bench.output.evidence(of: Name(hash.description))?.identity == surplus.identity { try Test.cancel("the file system keeps no times of birth") }
        #expect(kind { try store.remove(surplus) } == .disk(.changed))
        #expect(try store.state(of: hash) == .good)
    }

    @Test func `are of the content that is meant, or not made`() throws {
        let bench = try Bench()
        let store = ProtectedStore(bench.output)
        try bench.input.write("a.pdf", Array("abc".utf8), replacing: false)
        let file = try bench.input.file("a.pdf")
        let other = try #require(ContentHash(bytes: [UInt8](repeating: 0, count: 32)))
        #expect(kind { try store.add(file, expecting: other) } == .disk(.changed))
        let writing = open(bench.path + "/in/a.pdf", O_WRONLY | O_APPEND | O_CLOEXEC)
        #expect(write(writing, "d", 1) == 1)
        close(writing)
        #expect(kind { try store.add(file) } == .disk(.changed), "it grew since it was opened")
        #expect(try bench.names(bench.output).isEmpty)
    }
}
