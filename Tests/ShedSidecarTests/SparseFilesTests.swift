import Glibc
import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

@Suite struct SparseFilesTests {
    /// How many bytes this thread has read so far (proc_pid_io(5)).
    private func bytesRead() throws -> Int {
        let file = open("/proc/thread-self/io", O_RDONLY | O_CLOEXEC)
        try #require(file >= 0)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1_024)
        let count = read(file, &bytes, bytes.count)
        let line = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n").first
        return try #require(line?.split(separator: " ").last.flatMap { Int($0) })
    }

    @Test(.enabled(if: access("/proc/thread-self/io", R_OK) == 0), arguments: ["", "{\"checksum\":\""])
    func `batches and bases that are one hole are torn, and are not read`(beginning: String) throws {
        let directory = try TemporaryDirectory()
        let sidecar = try directory.sidecar()
        for path in ["ops/0000000000000001", "base"] as [RelativePath] {
            var folder = sidecar.directory
            for name in path.names { folder = try folder.openDirectory(name, create: true) }
            for number in 0..<2 {
                let id = String(repeating: "\(number)", count: 64)
                let name = path == "base" ? Name(id + ".jsonl") : Name("0000000000000001-0000000000000001-\(id).jsonl")
                try folder.write(name, Array(beginning.utf8), replacing: true)
                #expect(truncate(directory.path + "/.shed/\(path)/\(name)", 256 << 20) == 0)
            }
        }
        let listing = try sidecar.listing()
        #expect(listing.batches.count == 2 && listing.bases.count == 2)
        let before = try bytesRead()
        let fold = try sidecar.fold(of: projectFile, listing: listing, now: now)
        #expect(try bytesRead() - before < 1 << 20)
        #expect(fold.isIncomplete)
        let faults = listing.batches.map { sidecar.read($0, of: projectFile).fault } + listing.bases.map { sidecar.readBase($0, of: projectFile).fault }
        for fault in faults {
            guard case .torn? = fault else {
                Issue.record("it is not said to be torn: \(String(describing: fault))")
                continue
            }
        }
    }
}

extension Result where Failure == BatchFault {
    fileprivate var fault: BatchFault? { if case .failure(let fault) = self { fault } else { nil } }
}
