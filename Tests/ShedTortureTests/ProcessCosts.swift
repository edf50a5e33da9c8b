import Glibc
import ShedTestSupport

/// What a process has cost since it was started, as the kernel counts it (proc(5)).
struct ProcessCosts {
    /// Processor time in user and system mode, in milliseconds.
    var processorTime = 0
    /// What it gave to write(2) and its kin, in bytes: also what no disk has seen yet.
    var written = 0
    /// Memory of its own that is in use now, in KiB: of no file, and in no other process.
    var memory = 0

    init(of process: pid_t) {
        processorTime = ProcessCosts.ticks(of: process) * 1_000 / sysconf(Int32(_SC_CLK_TCK))
        written = ProcessCosts.number("wchar:", in: "/proc/\(process)/io")
        memory = ProcessCosts.number("RssAnon:", in: "/proc/\(process)/status")
    }

    /// Clock ticks that it has used, in user and system mode.
    static func ticks(of process: pid_t) -> Int {
        let fields = text("/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
    }

    /// Whether it runs (`R`), sleeps (`S`), is stopped (`T`) …; `Z` also where there is no such process any more.
    static func state(of process: pid_t) -> String {
        text("/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ").first.map(String.init) ?? "Z"
    }

    /// Whether each thread of a process stands still, or has ended.
    static func hasStopped(_ process: pid_t) -> Bool {
        threads(of: process).allSatisfy { thread in
            let state = text("/proc/\(process)/task/\(thread)/stat").split(separator: ")").last?.split(separator: " ").first ?? "Z"
            return ["T", "t", "Z", "X"].contains(state)
        }
    }

    /// The processes that a process has started, whatever thread of it, and that have not ended, with those that they have started.
    static func descendants(of process: pid_t) -> [pid_t] {
        threads(of: process).flatMap { thread in
            let children = text("/proc/\(process)/task/\(thread)/children").split(separator: " ").compactMap { pid_t($0) }
            return children + children.flatMap(descendants)
        }
    }

    private static func threads(of process: pid_t) -> [String] {
        guard let directory = opendir("/proc/\(process)/task") else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    private static func number(_ name: String, in path: String) -> Int {
        let line = text(path).split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) } ?? 0
    }

    private static func text(_ path: String) -> String { String(decoding: TestFile.read(path), as: UTF8.self) }
}
