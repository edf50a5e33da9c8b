import Glibc
import ShedTestSupport
import Testing

@testable import ShedCommand

@Suite struct `A temporary file` {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `has a name of its own, is for its user alone, and closed to other programs`() throws {
        var paths: Set<String> = []
        for _ in 0..<3 {
            let (descriptor, path) = TemporaryFile.open(Array("\(directory.path)/a.".utf8))
            try #require(descriptor >= 0)
            defer { close(descriptor) }
            let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            #expect(path.last == 0 && paths.insert(name).inserted)
            var facts = stat()
            #expect(fstat(descriptor, &facts) == 0 && facts.st_mode == S_IFREG | 0o600 && facts.st_size == 0)
            #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
            #expect(write(descriptor, "x", 1) == 1 && TestFile.read(name) == [0x78])
        }
        #expect(paths.allSatisfy { $0.hasPrefix("\(directory.path)/a.") && $0.utf8.count == directory.path.utf8.count + 9 })
    }

    @Test func `is none where its folder is not there, which errno says`() {
        let descriptor = TemporaryFile.open(Array("\(directory.path)/none/a.".utf8)).descriptor
        let reason = errno
        #expect(descriptor < 0 && reason == ENOENT)
    }
}
