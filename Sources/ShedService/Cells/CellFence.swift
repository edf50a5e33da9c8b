import CLinux
import Glibc

/// The files that a program in a cell may reach, as a set of Landlock's. Closed with the last reference.
final class CellFence {
    /// A descriptor; -1 where there is no Landlock.
    let set: Int32
    private let version: Int32

    /// What is not there is passed over.
    init(_ cell: Cell, program: String, _ streams: ChildStreams, _ capability: CellCapability = .here) throws(ServiceError) {
        guard let version = capability.landlock else {
            (set, self.version) = (-1, 0)
            return
        }
        self.version = Int32(version)
        // Above the numbers that descriptors get in the child.
        let made = shed_landlock_set(self.version)
        guard made >= 0 else { throw ChildProcess.failure(program, -made) }
        set = fcntl(made, F_DUPFD_CLOEXEC, 3 + Int32(clamping: streams.further.count))
        let fault = errno
        close(made)
        guard set >= 0 else { throw ChildProcess.failure(program, fault) }
        let run = SHED_CELL_READ | SHED_CELL_EXECUTE
        for path in Cell.programs { try allow(path, run, program) }
        for path in Cell.data + cell.readable { try allow(path, SHED_CELL_READ, program) }
        try allow("/dev/null", SHED_CELL_READ | SHED_CELL_WRITE, program)
        try allow(program, run, program)
        for path in CellFence.withoutLinks(program).map(Cell.company(of:)) ?? [] { try allow(path, run, program) }
        for path in cell.runnable { try allow(path, run, program) }
        for path in cell.writable { try allow(path, SHED_CELL_ALL, program) }
        if let input = streams.input { try allow(input, SHED_CELL_READ, program) }
        for descriptor in streams.further { try allow(descriptor, SHED_CELL_READ, program) }
        if let output = streams.output { try allow(output, SHED_CELL_READ | SHED_CELL_WRITE, program) }
        if let directory = streams.directory { try allow(directory, SHED_CELL_ALL, program) }
    }

    deinit { if set >= 0 { close(set) } }

    private func allow(_ path: String, _ rights: some FixedWidthInteger, _ program: String) throws(ServiceError) {
        let descriptor = open(path, shed_flag_path() | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        try allow(descriptor, rights, program)
    }

    private func allow(_ descriptor: Int32, _ rights: some FixedWidthInteger, _ program: String) throws(ServiceError) {
        let result = shed_landlock_allow(set, version, descriptor, Int32(truncatingIfNeeded: rights))
        // EBADFD: it is on no file system.
        guard result == 0 || result == -EBADFD else { throw ChildProcess.failure(program, -result) }
    }

    private static func withoutLinks(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(validatingCString: found)
    }
}
