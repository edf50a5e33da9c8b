import Glibc
import ShedTestSchedule
import Testing

/// What `shed watch` must bear: storms, stops, kills, many at once. Real programs on a real disk.
///
/// One after another, since each of them wants the machine for itself. The sizes come from the environment: by default a
/// slice, all of it with `SHED_TORTURE=1`. `SHED_SEED` says where chance begins.
@Suite(.serialized, .waitsInTurn) struct Torture {
    static let isFull = getenv("SHED_TORTURE").map { String(cString: $0) } == "1"
    static let seed = getenv("SHED_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1

    static var files: Int { isFull ? 100_000 : 4_000 }
    static var folders: Int { isFull ? 1_000 : 100 }
    static var kills: Int { isFull ? 500 : 12 }
    static var moves: Int { isFull ? 200 : 60 }
    static var workers: Int { isFull ? 20 : 6 }
    /// Seconds of random work, in all.
    static var seconds: Int { isFull ? 60 : 6 }

    /// Adds a row to the file that `SHED_FIGURES` names: a line of a table in Markdown.
    static func figure(_ scenario: String, _ what: String, _ value: String) {
        guard let path = getenv("SHED_FIGURES") else { return }
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard file >= 0 else { return }
        var row = Array("| \(scenario) | \(what) | \(value) |\n".utf8)
        _ = write(file, &row, row.count)
        close(file)
    }

    /// Nanoseconds of the monotonic clock.
    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Seconds since then, with one decimal.
    static func seconds(since start: UInt64) -> String { decimal(Double(now() - start) / 1e9) + " s" }

    static func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
