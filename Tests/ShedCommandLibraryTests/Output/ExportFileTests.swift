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

    @Test func `says what was written, and replaces that as long as it is as it was`() throws {
        let first = try file()
        try first.write(Array("first".utf8))
        try first.finish()
        let written = try #require(first.written)
        #expect(written == ExportFile.Written(Array(path.utf8)))
        func next() throws(ShedError) -> ExportFile { try ExportFile(Array(path.utf8), of: "--output", force: false, replacing: written) }
        let late = try next()
        try late.write(Array("late".utf8))
        let second = try next()
        try second.write(Array("second".utf8))
        try second.finish()
        #expect(TestFile.read(path) == Array("second".utf8) && second.written == ExportFile.Written(Array(path.utf8)))
        // Somebody else's, also where it came while the next was made.
        #expect(throws: ShedError.self) { try late.finish() }
        late.discard()
        TestFile.write("mine", to: path)
        #expect(second.written != ExportFile.Written(Array(path.utf8)))
        #expect(try TestFile.read(path) == Array("mine".utf8) && names() == ["out.csv"])
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
