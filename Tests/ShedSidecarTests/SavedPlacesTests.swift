import Glibc
import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

@Suite struct `What a sidecar says of places` {
    private let directory: TemporaryDirectory
    private let sidecar: Sidecar

    init() throws {
        directory = try TemporaryDirectory()
        sidecar = try directory.sidecar()
        var writer = Writer(1)
        try sidecar.write(writer.encoded(1, [(node(1), [place("A")]), (node(2), [place("x", in: node(1))])]))
        try sidecar.write(writer.encoded(2, [(node(1), [place("B")])]))
        try sidecar.write(writer.encoded(3, [(node(2), [.place(nil)])]))
    }

    /// Another device's batch.
    @discardableResult private func writeFourth() throws -> BatchFile {
        var writer = Writer(2)
        return try sidecar.write(writer.encoded(4, [(node(2), [place("y")])]))
    }

    private func paths(_ record: SavedPlaces) -> [String] {
        let history = PlaceHistory(record, of: project) { $0 }
        return [node(1), node(2)].flatMap { id in history.paths(of: id).map { "\($0.path) \($0.span.start) \($0.span.end)" } }
    }

    /// As it is read from what was kept of it.
    private func kept(_ record: SavedPlaces) throws -> SavedPlaces { try #require(SavedPlaces(record.bytes(of: projectFile), of: projectFile)) }

    @Test func `is kept, and then only what came since is read`() throws {
        let first = try sidecar.savedPlaces(of: projectFile)
        #expect(first.newlyRead.files == 3)
        let again = try sidecar.savedPlaces(of: projectFile, since: kept(first))
        #expect(again.newlyRead.files == 0 && paths(again) == paths(first) && !paths(first).isEmpty)
        try writeFourth()
        let later = try sidecar.savedPlaces(of: projectFile, since: kept(first))
        let whole = try sidecar.savedPlaces(of: projectFile)
        #expect(later.newlyRead.files == 1 && whole.newlyRead.files == 4)
        #expect(paths(later) == paths(whole) && paths(later).count == paths(first).count + 1)
    }

    @Test func `is read anew where a file that it is of is gone, or is another`() throws {
        let file = try writeFourth()
        let record = try kept(sidecar.savedPlaces(of: projectFile))
        let path = directory.path + "/.shed/\(file.path)"
        truncate(path, 100)
        let torn = try sidecar.savedPlaces(of: projectFile, since: record)
        // What cannot be read is none that was.
        #expect(torn.newlyRead.files == 3)
        unlink(path)
        let gone = try sidecar.savedPlaces(of: projectFile, since: record)
        #expect(gone.newlyRead.files == 3 && paths(gone) == paths(torn) && paths(gone) != paths(record))
    }

    @Test func `is believed only as it was kept, and of the same project`() throws {
        let bytes = try sidecar.savedPlaces(of: projectFile).bytes(of: projectFile)
        #expect(SavedPlaces(bytes, of: projectFile) != nil)
        for position in stride(from: 0, to: bytes.count, by: 7) {
            var other = bytes
            other[position] ^= 1
            #expect(SavedPlaces(other, of: projectFile) == nil)
        }
        for count in 0..<bytes.count { #expect(SavedPlaces(Array(bytes.prefix(count)), of: projectFile) == nil) }
        #expect(SavedPlaces(bytes, of: ProjectFile(id: node(9), kind: "poetry", created: now)) == nil)
    }
}
