import Glibc
import ShedDisk
import ShedExchange
import ShedMessages
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import ShedThreads
import Testing

@testable import ShedProject

/// An import into a project that is taken back, since somebody makes something in the place of a part of it.
@Suite struct `An import that is taken back` {
    /// Keeps what one file held, and tells what is let go of.
    private final class Versions: VersionKeeper {
        let folder: String
        let node: NodeID
        let forgotten = Lock<[Int]>([])

        init(_ folder: String, _ node: NodeID) { (self.folder, self.node) = (folder, node) }

        func versions(of ids: Set<NodeID>, _ reader: some ProjectReader) -> (versions: [NodeID: [KeptVersion]], lost: [Message]) {
            ([node: [KeptVersion(hash: ContentHash(of: Array("Fog\n".utf8)), size: 4, time: 1_700_000_000_000, name: "first")]], [])
        }

        func content(of version: KeptVersion, _ reader: some ProjectReader) throws(ShedError) -> ReadableFile {
            do throws(DiskError) { return try DirectoryHandle(path: folder).file("held") } catch { throw ShedError(error) }
        }

        func keep(_ versions: [ImportedKeeping], _ reader: some ProjectReader, write: (ImportedVersion, NewFile) throws(ShedError) -> Void) -> [Int] { [7] }

        func forget(_ numbers: [Int], _ reader: some ProjectReader) { forgotten.withLock { $0 += numbers } }
    }

    /// The first folder has its place, and stays there: people may have put something into it. Or nothing has yet.
    @Test(arguments: [("placed", true), ("sealed", false)])
    func `keeps what the files of folders held that stay, and of no others`(point: String, stays: Bool) throws {
        let shelf = try Shelf()
        let source = try shelf.project("blank", named: "Source")
        try shelf.shell("printf 'Fog\\n' > held; cd Source; mkdir One Two; printf 'Rain\\n' > One/a.txt; printf 'Snow\\n' > Two/b.txt")
        try source.sync()
        let versions = Versions(shelf.path, try #require(try source.id("One/a.txt")))
        _ = try source.exporting(ExportOrder(versions: versions), as: .folder, to: Array("\(shelf.path)/out".utf8))
        let target = try shelf.project("blank", named: "Target")
        let reading = try ImportReading(Array("\(shelf.path)/out".utf8), by: [ShedExport()], limits: ImportLimits())
        let work = "\(shelf.path)/Target"
        var failure: ShedError?
        do {
            try Interruption.$visitor.withValue({ reached in
                guard reached == point, let free = ["Two", "One"].first(where: { access("\(work)/\($0)", F_OK) != 0 }) else { return }
                mkdir("\(work)/\(free)", 0o755)
            }) { _ = try target.importing(reading, to: .root, versions: versions) }
        } catch let error as ShedError { failure = error }
        let error = try #require(failure)
        #expect(error.leavesPart == stays, "\(error)")
        #expect(versions.forgotten.withLock { $0 } == (stays ? [] : [7]))
        #expect(try shelf.shell("find Target -name '*.txt' | wc -l") == "\(stays ? 1 : 0)\n")
    }
}
