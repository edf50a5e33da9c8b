import Glibc
import ShedModel
import ShedProject
import ShedWriting
import Testing

@testable import ShedWritingKind

@Suite struct `The book of a collection's links` {
    /// A summary that is written over in its place needs room on some file systems (btrfs, ZFS); here no byte can be written by a limit.
    @Test func `stays where there is no room to write it anew, so that shed's links are not taken for a person's`() async throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        let folder = try #require(try desk.project.id(CollectionDesk.book))
        let name = "links-\(folder)"
        let path = try #require(desk.project.home.stateFolder).path
        let before = try #require(LinkBookFile(in: path, Name(name))?.read()?.file)
        await #expect(processExitsWith: .success) { [path = path as String, name = name as String] in
            let file = try #require(LinkBookFile(in: path, Name(name)))
            let book = try #require(file.read())
            forbidWriting()
            // In this order: before links are taken away, and when some could not be.
            let isForgotten = file.forgetFolder()
            let isWritten = file.write(book.summary, orKeep: true)
            file.write(book, orKeep: true)
            guard !isForgotten, !isWritten else { exit(3) }
        }
        #expect(LinkBookFile(in: path, Name(name))?.read()?.file == before)
        #expect(try desk.members().count == 2)
    }

    @Test func `is none where a new one cannot be written that nothing depends on`() async throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt"])
        let folder = try #require(try desk.project.id(CollectionDesk.book))
        let (path, name) = (try #require(desk.project.home.stateFolder).path, "links-\(folder)")
        await #expect(processExitsWith: .success) { [path = path as String, name = name as String] in
            let file = try #require(LinkBookFile(in: path, Name(name)))
            let book = try #require(file.read())
            forbidWriting()
            file.write(book)
        }
        #expect(LinkBookFile(in: path, Name(name))?.isThere == false)
        #expect(try desk.members().count == 1)
    }
}

/// From here on this process can write no byte to a file (setrlimit(2)).
private func forbidWriting() {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}
