import Glibc
import ShedDisk

/// How much memory this process has.
enum ProcessMemory {
    /// What is resident and of no file, in bytes (`/proc/self/statm`, proc(5)); 0 where that cannot be read.
    @Sendable static func own() -> Int {
        let numbers = words(of: "/proc/self/statm", atMost: 128).compactMap { Int($0) }
        guard numbers.count >= 3 else { return 0 }
        return max(0, numbers[1] - numbers[2]) * Int(getpagesize())
    }

    /// How much one project may take: a gibibyte, or a quarter of the machine's memory where that is more (`MemTotal` of
    /// `/proc/meminfo`, in KiB); in bytes.
    static let ceiling: Int = {
        let all = words(of: "/proc/meminfo", atMost: 8_192)
        let total = all.firstIndex(of: "MemTotal:").flatMap { all.dropFirst($0 + 1).first }.flatMap { Int($0) } ?? 0
        return max(1 << 30, total * 1_024 / 4)
    }()

    private static func words(of path: String, atMost limit: Int) -> [String] {
        (ProcessFile.read(path, atMost: limit) ?? []).split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.map { String(decoding: $0, as: UTF8.self) }
    }
}
