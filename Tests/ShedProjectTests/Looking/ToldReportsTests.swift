import ShedDisk
import ShedModel
import ShedProjectTestSupport
import Testing

@testable import ShedProject

@Suite struct `What was told of what was left` {
    @Test func `is remembered within what is read again, the last first, however long the paths are`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        let folder = try DirectoryHandle(path: try #require(project.home.stateFolder).path)
        let long = String(repeating: "64", count: 4_000)
        var told = ToldReports(in: folder)
        told.add((0..<1_000).map { "wrong-type \($0) \(long)" }, in: project.home.root)
        try told.write(in: folder)
        let lines = ToldReports(in: folder).lines
        #expect(lines == told.lines && lines.count > 400)
        #expect(lines.last == "wrong-type 999 \(long)")
    }
}
