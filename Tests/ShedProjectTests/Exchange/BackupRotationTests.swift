import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import Testing

@testable import ShedProject

@Suite struct `Older backups` {
    @Test func `in a folder that cannot be listed are said to stay`() throws {
        let shelf = try Shelf()
        let folder = try DirectoryHandle(path: shelf.path)
        let none = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(none) }
        // What listing it comes to from now on is an error.
        try #require(dup2(none, folder.descriptor) >= 0)
        var result = BackupResult(name: "Poems-20261127-031500.backup.zip", export: ExportResult())
        let project = try #require(NodeID("0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3"))
        Backup.rotate(in: folder, keep: 1, project: project, dryRun: false, &result)
        #expect(result.unlisted != nil && result.removed.isEmpty && result.left.isEmpty)
    }
}
