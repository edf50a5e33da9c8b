import Glibc
import ShedTestSupport
import Testing

@testable import ShedProject

@Suite struct `A lock on a file` {
    /// The descriptors of this process that lead to a file.
    private func descriptors(of path: String) -> [Int32] {
        (0..<1024).filter { descriptor in
            var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let count = bytes.withUnsafeMutableBytes { buffer in
                buffer.baseAddress.map { readlink("/proc/self/fd/\(descriptor)", $0, buffer.count) } ?? 0
            }
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == path
        }.map(Int32.init)
    }

    /// Nobody reads from it, nor writes to it: who opened it as a file would wait for ever.
    @Test func `that is a pipe is held by nobody`() throws {
        let folder = try TestFile.temporaryDirectory("lock")
        defer { unlink(folder + "/lock"); rmdir(folder) }
        try #require(mkfifo(folder + "/lock", 0o600) == 0)
        #expect(!FileLock.isHeld(folder + "/lock"))
    }

    /// As a child has one that was started meanwhile and does not run its program yet.
    @Test func `is free once it was let go, whoever has a copy of its descriptor`() throws {
        let directory = try TestFile.temporaryDirectory("shed-lock")
        defer { rmdir(directory) }
        let path = directory + "/lock"
        defer { unlink(path) }
        var lock = try FileLock.attempt(path)
        #expect(lock != nil && FileLock.isHeld(path))
        let copies = descriptors(of: path).map { dup($0) }
        try #require(copies.count == 1)
        defer { for copy in copies { close(copy) } }
        lock = nil
        #expect(!FileLock.isHeld(path))
        #expect(try FileLock.attempt(path, milliseconds: 1) != nil)
    }
}
