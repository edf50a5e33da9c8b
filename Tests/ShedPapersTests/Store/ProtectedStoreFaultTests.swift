import Glibc
import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedPapers

@Suite("Protected copies when things go wrong", .serialized)
struct ProtectedStoreFaultTests {
    /// Content that does not compress and is not all zeros.
    private func noise(_ count: Int) -> [UInt8] {
        var random = SeededRandom(1)
        return (0..<count / 8).map { _ in random.next() }.withUnsafeBytes { Array($0) }
    }

    /// Mounts something at `out` for the time of the body.
    private func mounted(_ bench: Bench, _ options: [String], _ body: (DirectoryHandle) throws -> Void) throws {
        let run = try Run(
            "mount", (options + [bench.path + "/out"]).map { Array($0.utf8) }, environment: ["PATH=/usr/bin:/bin:/usr/sbin:/sbin"],
            in: bench.path, output: bench.path + "/stdout", errors: bench.path + "/stderr")
        let result = run.wait()
        guard result.code == 0 else { try Test.cancel("cannot mount here: \(result.err)") }
        defer { umount2(bench.path + "/out", Int32(MNT_DETACH)) }
        try body(try DirectoryHandle(path: bench.path + "/out"))
    }

    @Test func `a full disk adds nothing and leaves nothing`() throws {
        let bench = try Bench()
        try mounted(bench, ["-t", "tmpfs", "-o", "size=256k", "tmpfs"]) { output in
            let store = ProtectedStore(output)
            try bench.input.write("small.pdf", noise(64 << 10), replacing: false)
            try bench.input.write("large.pdf", noise(1 << 20), replacing: false)
            let small = try store.add(bench.input.file("small.pdf"))
            #expect(kind { try store.add(bench.input.file("large.pdf")) } == .disk(.noSpace))
            #expect(try bench.names(output) == [small.hash.description])
            #expect(try store.state(of: small.hash) == .good)
        }
    }

    @Test func `a run that ends in the middle of a copy leaves no copy that is cut`() async throws {
        let bench = try Bench()
        try bench.input.write("a.pdf", noise(4 << 20), replacing: false)
        // The kernel ends the process at the write that passes the limit, with nothing tidied up.
        await #expect(processExitsWith: .signal(SIGXFSZ)) { [path = bench.path as String] in
            let bench = try Bench(at: DirectoryHandle(path: path), path: path)
            // Tests run on threads that block signals.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGXFSZ)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            signal(SIGXFSZ, SIG_DFL)
            var limit = rlimit(rlim_cur: 3 << 19, rlim_max: 3 << 19)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            _ = try ProtectedStore(bench.output).add(bench.input.file("a.pdf"))
        }
        let left = try bench.output.list(atMost: 10)
        #expect(left.count == 1, "what it was at when it was ended")
        #expect(left.allSatisfy { DirectoryHandle.isTemporary($0.name) })
        let store = ProtectedStore(bench.output)
        #expect(try store.hashes().isEmpty)
        let added = try store.add(bench.input.file("a.pdf"))
        #expect(try store.state(of: added.hash) == .good)
        for item in try store.surplus(keeping: [added.hash]) { try store.remove(item) }
        #expect(try bench.names(bench.output) == [added.hash.description])
    }

    @Test(arguments: [("mkfs.btrfs", 128), ("mkfs.xfs", 320)])
    func `on a file system with reflinks a copy takes no space`(program: String, megabytes: Int) throws {
        let bench = try Bench()
        let paths = ["/usr/sbin/", "/sbin/", "/usr/bin/"].map { $0 + program }
        guard let maker = paths.first(where: { access($0, X_OK) == 0 }) else { try Test.cancel("\(program) is not installed") }
        let image = bench.path + "/image"
        try bench.directory.write("image", [], replacing: false)
        #expect(truncate(image, megabytes << 20) == 0)
        #expect(try bench.run(maker, "-q", image).code == 0)
        try mounted(bench, ["-o", "loop", image]) { disk in
            let folder = try disk.openDirectory("in", create: true)
            let store = ProtectedStore(try disk.openDirectory("store", create: true))
            let content = noise(16 << 20)
            try folder.write("a.pdf", content, replacing: false)
            let before = try used(disk)
            let added = try store.add(folder.file("a.pdf"))
            #expect(added.isShared)
            #expect(try store.state(of: added.hash) == .good)
            let copy = try store.putBack(added.hash, to: Destination(folder, "b.pdf"))
            #expect(copy.isShared)
            #expect(try used(disk) - before < 4 << 20, "two copies of 16 MiB")
            // Writing in place to the original does not reach the copy.
            let visible = open(bench.path + "/out/in/a.pdf", O_WRONLY | O_CLOEXEC)
            #expect(pwrite(visible, "other", 5, 0) == 5)
            close(visible)
            #expect(try store.state(of: added.hash) == .good)
        }
    }

    /// In bytes, after all was written out.
    private func used(_ directory: DirectoryHandle) throws -> Int64 {
        sync()
        var facts = statvfs()
        try #require(fstatvfs(directory.descriptor, &facts) == 0)
        return Int64(facts.f_blocks - facts.f_bfree) * Int64(facts.f_frsize)
    }
}
