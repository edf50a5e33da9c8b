import CLinux
import Glibc
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@testable import ShedService

/// Programs that try to get out. What the kernel cannot hold them to here is told by ``CellCapability/here``, and is not tried:
/// then the capability says so, and the limits hold all the same.
///
/// They are scripts of /bin/sh and of perl, which every Debian has (perl-base is essential).
@Suite(.waitsForPrograms) struct `A cell` {
    private static let limits = Cell.Limits(memory: 1 << 30, processorSeconds: 60, fileSize: 1 << 20)

    /// Runs a program in the directory `work` of a bench.
    private func run(
        _ bench: Bench, _ program: String, _ arguments: [String], _ limits: Cell.Limits = limits, further: [Int32] = [],
        milliseconds: Int64 = 60_000, forks: Bool = true, with capability: CellCapability = .here
    ) throws -> ChildProcess.Ending {
        mkdir(bench.path + "/work", 0o700)
        let directory = open(bench.path + "/work", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(directory) }
        let streams = ChildStreams(further: further, directory: directory)
        let child = try ChildProcess.start(program, arguments, environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"], streams: streams, in: Cell(limits, mayStartProcesses: forks), capability)
        return child.finish(milliseconds: milliseconds)
    }

    private func shell(_ bench: Bench, _ script: String, _ limits: Cell.Limits = limits) throws -> String {
        String(decoding: try run(bench, "/bin/sh", ["-c", script], limits).output, as: UTF8.self)
    }

    private func perl(_ bench: Bench, _ script: String, further: [Int32] = [], forks: Bool = true, with capability: CellCapability = .here) throws -> String {
        String(decoding: try run(bench, "/usr/bin/perl", ["-e", script], further: further, forks: forks, with: capability).output, as: UTF8.self)
    }

    private static let hasFiles = CellCapability.here.landlock != nil
    private static let hasCalls = CellCapability.here.refusesCalls
    private static let hasPerl = access("/usr/bin/perl", X_OK) == 0

    /// By the system calls themselves, not by what the code under test makes of them.
    @Test func `says of the kernel what the kernel says of itself`() {
        let version = shed_landlock_version()
        #expect(version > 0 || CellCapability.here.landlock == nil)
        #expect(CellCapability.here.landlock.map { $0 == Int(version) } ?? true)
        #expect(CellCapability(landlock: 1, refusesCalls: true).isWhole)
        #expect(!CellCapability(landlock: nil, refusesCalls: true).isWhole && !CellCapability(landlock: 1, refusesCalls: false).isWhole)
    }

    @Test func `gives code, output, environment and descriptors as any other start does`() throws {
        let bench = try Bench()
        try bench.file("input", "from a descriptor\n")
        let input = open(bench.path + "/input", O_RDONLY | O_CLOEXEC)
        defer { close(input) }
        let ending = try run(bench, "/bin/sh", ["-c", "cat <&3; cat; echo two >&2; pwd; exit 3"], further: [input])
        #expect(String(decoding: ending.output, as: UTF8.self) == "from a descriptor\ntwo\n\(bench.path)/work\n")
        #expect(ending.code == 3 && !ending.isOutOfTime)
        #expect(try run(bench, "/bin/sh", ["-c", "kill -SEGV $$"]).code == 128 + SIGSEGV)
        let error = #expect(throws: ServiceError.self) { try run(bench, "/nonexistent/program", []) }
        #expect(error?.message.contains("/nonexistent/program: No such file") == true)
    }

    @Test(.enabled(if: hasFiles, "the kernel has no Landlock")) func `has no file but its own`() throws {
        let bench = try Bench()
        try bench.file("secret", "secret\n")
        let said = try shell(bench, """
            exec 2>&1; cat '\(bench.path)/secret'; cat ../secret; ls ..; ls /proc/1; cat /proc/self/environ; cat /proc/$PPID/environ; cat /etc/passwd; ls /root /home /tmp
            echo no >'\(bench.path)/made'; echo no >>'\(bench.path)/secret'; rm '\(bench.path)/secret'; mv '\(bench.path)/secret' .; ln '\(bench.path)/secret' .; ln -s ../secret link; cat link
            echo yes >mine; mkdir folder; mv mine folder/ours; cat folder/ours; echo nothing >/dev/null
            """)
        #expect(said.split(separator: "\n").filter { !$0.contains("denied") && !$0.contains("cannot") && !$0.contains("failed") && !$0.contains("No such file") } == ["yes"], "\(said)")
        #expect(bench.text("secret") == "secret\n" && !bench.exists("made"))
    }

    @Test(.enabled(if: hasFiles && hasPerl, "the kernel has no Landlock, or there is no perl")) func `opens what it was given for reading alone`() throws {
        let bench = try Bench()
        try bench.file("input", "input")
        let input = open(bench.path + "/input", O_RDONLY | O_CLOEXEC)
        defer { close(input) }
        let script = #"open F, "<", "/proc/self/fd/3" or die; print <F>; print open(F, ">>", "/proc/self/fd/3") ? " written" : " kept""#
        #expect(try perl(bench, script, further: [input]) == "input kept")
    }

    @Test(.enabled(if: hasCalls && hasPerl, "the kernel refuses no calls, or there is no perl")) func `has no network, and no socket at all`() throws {
        let bench = try Bench()
        let listener = try Listener()
        // It can be reached from outside of the cell.
        let script = """
            use Socket; $| = 1;
            print((socket(S, PF_INET, SOCK_STREAM, 0) && connect(S, sockaddr_in(\(listener.port), INADDR_LOOPBACK))) ? "connected " : "refused ");
            print((socket(S, PF_UNIX, SOCK_STREAM, 0) && connect(S, pack("Sa*", AF_UNIX, "\\0\(listener.name)"))) ? "connected " : "refused ");
            print(socket(S, PF_INET, SOCK_DGRAM, 0) ? "made " : "refused "); print(socketpair(S, T, PF_UNIX, SOCK_DGRAM, 0) ? "made" : "refused");
            """
        #expect(try ChildProcess.run("/usr/bin/perl", ["-e", script], environment: [:], milliseconds: 60_000).text == "connected connected made made")
        #expect(try perl(bench, script) == "refused refused refused refused")
    }

    /// By the filter alone, as before Landlock 6.
    @Test(.enabled(if: hasCalls && hasPerl, "the kernel refuses no calls, or there is no perl")) func `has sockets that lead nowhere, where it does not begin without one`() throws {
        let bench = try Bench()
        let listener = try Listener()
        let script = """
            use Socket; print((socket(S, PF_UNIX, SOCK_STREAM, 0)) ? "made " : "refused "); print(bind(S, pack_sockaddr_un("\(bench.path)/pipe")) ? "told " : "refused ");
            print(listen(S, 1) ? "told " : "refused "); print(accept(T, S) ? "accepted " : "refused "); print(socketpair(A, B, PF_UNIX, SOCK_DGRAM, 0) ? "made " : "refused ");
            # SIOCGIFFLAGS, which anybody may ask by any socket; root could set them.
            my $device = "lo" . "\\0" x 38; print(ioctl(S, 0x8913, $device) ? "asked " : "refused ");
            socket(T, PF_UNIX, SOCK_STREAM, 0); print(connect(T, pack("Sa*", AF_UNIX, "\\0\(listener.name)")) ? "connected " : "refused ");
            socket(T, PF_UNIX, SOCK_DGRAM, 0); print(send(T, "x", 0, pack("Sa*", AF_UNIX, "\\0\(listener.name)")) ? "sent " : "refused ");
            print(socket(T, PF_INET, SOCK_STREAM, 0) ? "made " : "refused "); print(socket(T, PF_INET6, SOCK_DGRAM, 0) ? "made" : "refused");
            """
        let cell = Cell(Self.limits, hasIdleSockets: true)
        let capability = CellCapability(landlock: nil, refusesCalls: true)
        let child = try ChildProcess.start("/usr/bin/perl", ["-e", script], environment: ["LC_ALL": "C"], streams: ChildStreams(), in: cell, capability)
        #expect(child.finish(milliseconds: 60_000).text == "made told told refused refused refused refused refused refused refused")
        #expect(!bench.exists("pipe"))
    }

    @Test(.enabled(if: (CellCapability.here.landlock ?? 0) >= 6 && hasPerl, "needs Landlock 6, and perl"))
    func `reaches by Landlock alone no port, no abstract socket and no other process`() throws {
        let bench = try Bench()
        let listener = try Listener()
        let script = """
            use Socket; $| = 1; socket(S, PF_INET, SOCK_STREAM, 0) or die; print connect(S, sockaddr_in(\(listener.port), INADDR_LOOPBACK)) ? "connected " : "refused ";
            socket(S, PF_UNIX, SOCK_STREAM, 0) or die; print connect(S, pack("Sa*", AF_UNIX, "\\0\(listener.name)")) ? "connected " : "refused ";
            print kill(0, \(getpid())) ? "reached" : "refused"
            """
        let capability = CellCapability(landlock: CellCapability.here.landlock, refusesCalls: false)
        #expect(try run(bench, "/usr/bin/perl", ["-e", script], with: capability).text == "refused refused refused")
    }

    @Test(.enabled(if: hasCalls && hasPerl, "the kernel refuses no calls, or there is no perl"))
    func `changes no permissions and times, and leaves its group and its limits as they are`() throws {
        let bench = try Bench()
        try bench.file("kept", "")
        chmod(bench.path + "/kept", 0o640)
        let path = bench.path + "/kept"
        let said = try perl(bench, "print chmod(0, '\(path)') + 0, utime(1, 1, '\(path)') + 0, truncate('\(path)', 0) ? 1 : 0, setpgrp(0, 0) ? 1 : 0")
        #expect(said == "0000")
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640 && status.st_mtim.tv_sec > 1)
    }

    @Test(.enabled(if: hasCalls && hasPerl, "the kernel refuses no calls, or there is no perl")) func `sends signals to nothing but itself`() throws {
        let bench = try Bench()
        #if arch(x86_64)
            let (tkill, tgkill) = (200, 234)
        #else
            let (tkill, tgkill) = (130, 131)
        #endif
        // To us, to all, to its group, to who started it; by thread; by a descriptor (F_SETOWN, F_SETSIG); and to itself.
        let script = """
            sub yes { $_[0] ? 1 : 0 } $p = \(getpid()); print yes(kill(0, $p)), yes(kill(0, -1)), yes(kill(0, 0)), yes(kill(0, getppid)),
            yes(syscall(\(tkill), $p, 0) == 0), yes(syscall(\(tgkill), $p, $p, 0) == 0), yes(fcntl(STDOUT, 8, $p)), yes(fcntl(STDOUT, 10, 9)), " ",
            yes(kill(0, $$)), yes(syscall(\(tgkill), $$, $$, 0) == 0)
            """
        // By the filter alone, as before Landlock 6.
        let capability = CellCapability(landlock: nil, refusesCalls: true)
        #expect(try perl(bench, script, forks: false, with: capability) == "00000000 11")
        #expect(try run(bench, "/bin/sh", ["-c", "kill -ABRT $$"], forks: false, with: capability).code == 128 + SIGABRT)
    }

    @Test(.enabled(if: hasCalls && hasPerl, "the kernel refuses no calls, or there is no perl"))
    func `starts no process, unless it may`() throws {
        let bench = try Bench()
        let script = "$p = fork; exit 0 if defined $p && !$p; print defined $p ? 'forked' : 'alone', ' ', `echo started`"
        #expect(try perl(bench, script, forks: false) == "alone ")
        #expect(try perl(bench, script) == "forked started\n")
    }

    @Test(.enabled(if: hasFiles && hasCalls && hasPerl, "the kernel has no Landlock or refuses no calls, or there is no perl"))
    func `empties no file that it may read, with the first Landlock either`() throws {
        let bench = try Bench()
        try bench.file("input", "input")
        let input = open(bench.path + "/input", O_RDONLY | O_CLOEXEC)
        defer { close(input) }
        let script = #"use Fcntl; $f = "/proc/self/fd/3"; for (O_RDONLY, 3, O_WRONLY, O_RDWR) { print sysopen(F, $f, $_ | O_TRUNC) ? 1 : 0 } print sysopen(F, $f, O_RDONLY) ? 1 : 0"#
        #expect(try perl(bench, script, further: [input], with: CellCapability(landlock: 1, refusesCalls: true)) == "00001")
        #expect(bench.text("input") == "input")
    }

    @Test(.enabled(if: hasFiles, "the kernel has no Landlock")) func `runs programs of directories that are named to it, and changes none`() throws {
        let bench = try Bench()
        mkdir(bench.path + "/bin", 0o755)
        mkdir(bench.path + "/kept", 0o755)
        try TestFile.writeProgram("echo ran", to: bench.path + "/bin/program")
        let cell = Cell(Self.limits, runnable: [bench.path + "/bin"], writable: [bench.path + "/kept"], mayStartProcesses: true)
        let script = "exec 2>/dev/null; cd '\(bench.path)'; bin/program; echo echo changed >bin/program; rm bin/program; echo >bin/new; echo yes >kept/file; bin/program; cat kept/file"
        let child = try ChildProcess.start("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], streams: ChildStreams(), in: cell)
        #expect(String(decoding: child.finish(milliseconds: 60_000).output, as: UTF8.self) == "ran\nran\nyes\n")
        #expect(!bench.exists("bin/new"))
    }

    @Test func `tells a script from other programs`() throws {
        let bench = try Bench()
        try TestFile.writeProgram("echo ran", to: bench.path + "/script")
        try bench.file("short", "#")
        #expect(Cell.isScript(bench.path + "/script"))
        #expect(!Cell.isScript(bench.path + "/short") && !Cell.isScript(bench.path + "/none") && !Cell.isScript(bench.path) && !Cell.isScript("/bin/sh"))
    }

    // MARK: Limits, which hold on every kernel

    @Test func `ends what uses a processor for too long, and tells how long it did`() throws {
        let bench = try Bench()
        var limits = Self.limits
        limits.processorSeconds = 1
        let ending = try run(bench, "/bin/sh", ["-c", "while :; do :; done"], limits, milliseconds: 600_000)
        #expect(ending.code == 128 + SIGXCPU && !ending.isOutOfTime)
        #expect((500_000...6_500_000).contains(ending.processorTime))
    }

    @Test func `ends what writes too large a file, and gives no more memory and no more files than allowed`() throws {
        let bench = try Bench()
        #expect(try run(bench, "/bin/sh", ["-c", "exec head -c 9000000 /dev/zero >big"]).code == 128 + SIGXFSZ)
        var status = stat()
        #expect(stat(bench.path + "/work/big", &status) == 0 && status.st_size == 1 << 20)
        #expect(try shell(bench, "ulimit -v; ulimit -t; ulimit -f; ulimit -c; ulimit -n") == "1048576\n60\n2048\n0\n256\n")
        if Self.hasPerl { #expect(try run(bench, "/usr/bin/perl", ["-e", "$x = 'a' x (3 << 30); print 'whole'"]).text != "whole") }
    }

    @Test func `ends with all that was started in it, also when it ends by itself`() throws {
        let bench = try Bench()
        let ending = try run(bench, "/bin/sh", ["-c", "sleep 1000 & echo $!; exit 7"])
        #expect(ending.code == 7)
        let grandchild = try #require(pid_t(ending.text))
        try bench.wait("it is gone", until: { kill(grandchild, 0) != 0 || Self.isZombie(grandchild) })
    }

    @Test func `is ended when its time on the clock is over`() throws {
        let bench = try Bench()
        let ending = try run(bench, "/bin/sh", ["-c", "exec sleep 1000"], milliseconds: 10)
        #expect(ending.isOutOfTime && ending.code == 128 + SIGKILL)
    }

    @Test func `is entered as a whole or not at all`() throws {
        let bench = try Bench()
        var cell = shed_cell()
        let numbers: [Int32] = [0, 1, 2]
        let child = numbers.withUnsafeBufferPointer { numbers in
            (cell.descriptors, cell.descriptor_count, cell.landlock, cell.directory) = (numbers.baseAddress, 3, -1, -1)
            return shed_cell_start(&cell)
        }
        #expect(child == -EINVAL, "descriptors that would overwrite each other")
        // Something that is no set of rules.
        let file = open(bench.path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        #expect(shed_cell_try(file, 0) < 0)
    }

    private static func isZombie(_ process: pid_t) -> Bool {
        String(decoding: TestFile.read("/proc/\(process)/stat"), as: UTF8.self).contains(") Z ")
    }
}

/// Sockets that take whoever comes: a port of localhost, and an abstract one (unix(7)).
private final class Listener {
    let port: UInt16
    let name = "shed-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    private let sockets: [Int32]

    init() throws {
        let tcp = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(tcp, address, length) == 0 && listen(tcp, 8) == 0 && getsockname(tcp, address, &length) == 0
            }
        }
        try #require(isBound)
        port = UInt16(bigEndian: address.sin_port)
        let unix = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_un()
        place.sun_family = sa_family_t(AF_UNIX)
        let bytes = [0] + Array(name.utf8)
        withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let stands = withUnsafePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(unix, $0, size) == 0 && listen(unix, 8) == 0 }
        }
        try #require(stands)
        sockets = [tcp, unix]
    }

    deinit { for socket in sockets { close(socket) } }
}
