import Glibc

/// Files of a test.
public enum TestFile {
    /// What is in a file; nothing where it cannot be read.
    public static func read(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "re") else { return [] }
        defer { fclose(file) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { content += buffer[..<count] }
        return content
    }

    /// Writes a file, where it can be written.
    public static func write(_ content: String, to path: String) {
        guard let file = fopen(path, "we") else { return }
        fwrite(content, 1, content.utf8.count, file)
        fclose(file)
    }

    /// Writes a program, in place of what was there.
    ///
    /// Another process writes it: a descriptor of this one, open for writing, is for a moment in each child that other tests
    /// start meanwhile, and execve(2) of the program would fail with ETXTBSY.
    public static func writeProgram(_ script: String, to path: String) throws(Run.Fault) {
        let copy = "printf '#!/bin/sh\\n%s\\n' \"$1\" > \"$2.new\" && chmod 755 \"$2.new\" && mv -f \"$2.new\" \"$2\""
        let result = try Run(
            "/bin/sh", ["-c", copy, "sh", script, path].map { Array($0.utf8) }, environment: ["PATH=/usr/bin:/bin"], in: "/",
            output: path + ".output", errors: path + ".errors"
        ).wait()
        guard result.code == 0 else { throw Run.Fault(description: "cannot write \(path): \(result.err)") }
    }

    /// Makes a new directory.
    /// - Parameter name: how its name begins.
    /// - Returns: its path, without links.
    public static func temporaryDirectory(_ name: String, in directory: String = "/tmp") throws(Run.Fault) -> String {
        var template = Array("\(directory)/\(name)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil, let real = realpath(template, nil) else {
            throw Run.Fault(description: "cannot make a directory in \(directory): \(String(cString: strerror(errno)))")
        }
        defer { free(real) }
        return String(cString: real)
    }

    /// A directory in memory, where there is one with room (a gibibyte), else `/tmp`: what the kernel does for a new file costs there
    /// the same each time, while ext4 passes over all inodes that were freed in the last seconds. No program is to stand there: in
    /// containers it is often mounted so that none can be run.
    public static var inMemory: String {
        var room = statvfs()
        guard access("/dev/shm", W_OK | X_OK) == 0, statvfs("/dev/shm", &room) == 0, UInt64(room.f_bavail) * UInt64(room.f_frsize) >= 1 << 30
        else { return "/tmp" }
        return "/dev/shm"
    }

    /// Where projects of tests stand that are about nothing of a disk's, nor of inodes: in memory, so that no test waits until all is on the disk, and in a whole
    /// run (``ShortRun``) in `/tmp` all the same.
    public static var quick: String { ShortRun.isWhole ? "/tmp" : inMemory }

    /// Whether what a test makes is to stand on a disk, since it is about one.
    @TaskLocal public static var isOnDisk = false

    /// ST_NOEXEC of statvfs(3), which is no name that Swift sees.
    private static let noPrograms: UInt = 8

    /// The same where programs of the test stand beside its projects: where none could be run in memory, `/tmp`.
    public static var quickWithPrograms: String {
        var room = statvfs()
        guard !isOnDisk, case let quick = quick, statvfs(quick, &room) == 0, room.f_flag & noPrograms == 0 else { return "/tmp" }
        return quick
    }
}
