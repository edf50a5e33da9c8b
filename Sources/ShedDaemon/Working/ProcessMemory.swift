import Glibc
import ShedDisk

/// How much memory this process has.
enum ProcessMemory {
    /// What is resident and of no file, in bytes (`/proc/self/statm`, proc(5)); 0 where that cannot be read.
    @Sendable static func own() -> Int {
        let text = ProcessFile.read("/proc/self/statm", atMost: 128) ?? []
        let numbers = text.split(separator: UInt8(ascii: " ")).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count >= 3 else { return 0 }
        return max(0, numbers[1] - numbers[2]) * sysconf(Int32(_SC_PAGESIZE))
    }

    /// How much one project may take: a gibibyte, or a quarter of the machine's memory where that is more; in bytes.
    static let ceiling = max(1 << 30, sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)) / 4)
}
