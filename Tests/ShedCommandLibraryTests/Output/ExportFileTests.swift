import Glibc
import ShedCommand
import ShedProject
import ShedTestSupport
import Testing

@Suite struct `A file that is exported` {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var path: String { directory.path + "/out.csv" }

    private func file(force: Bool = false) throws(ShedError) -> ExportFile { try ExportFile(Array(path.utf8), of: "--output", force: force) }

    private func names() throws -> [String] {
        let folder = try #require(opendir(directory.path))
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    @Test func `is there whole, or not at all`() throws {
        let file = try file()
        try file.write(Array("a,".utf8))
        #expect(try !names().contains("out.csv"))
        try file.write(Array("b\n".utf8))
        try file.finish()
        #expect(try names() == ["out.csv"])
        #expect(TestFile.read(path) == Array("a,b\n".utf8))
    }

    @Test func `leaves nothing where it is given up`() throws {
        let file = try file()
        try file.write(Array("half".utf8))
        file.discard()
        #expect(try names().isEmpty)
    }

    @Test func `replaces nothing unless that is asked for, not even what came meanwhile`() throws {
        let late = try file()
        TestFile.write("mine", to: path)
        #expect(throws: ShedError.self) { try late.finish() }
        late.discard()
        #expect(throws: ShedError.self) { try self.file() }
        #expect(TestFile.read(path) == Array("mine".utf8))
        let forced = try file(force: true)
        try forced.write(Array("new".utf8))
        try forced.finish()
        #expect(TestFile.read(path) == Array("new".utf8))
        #expect(try names() == ["out.csv"])
    }
}
