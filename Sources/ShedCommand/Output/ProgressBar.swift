import Glibc
import ShedThreads

/// How far long work is, on stderr, where a person looks at it. Any thread may tell.
package final class ProgressBar: Sendable {
    private let label: String
    private let isShown: Bool
    private let began = ProgressBar.milliseconds()
    /// When it was drawn last, and whether it stands there.
    private let drawing = Lock((last: Int64(0), isDrawn: false))

    /// In milliseconds: work that is done before needs no bar, and one that changes faster cannot be read.
    private static let patience: Int64 = 300
    private static let pace: Int64 = 100
    private static let width = 30

    package init(_ label: String, _ options: GlobalOptions) {
        self.label = label
        isShown = !options.quiet && isatty(STDERR_FILENO) == 1
    }

    package func show(_ done: Int, of total: Int) {
        guard isShown, total > 0 else { return }
        let now = ProgressBar.milliseconds()
        guard now - began >= ProgressBar.patience else { return }
        drawing.withLock { drawing in
            guard now - drawing.last >= ProgressBar.pace else { return }
            drawing = (now, true)
            draw(done, of: total)
        }
    }

    private func draw(_ done: Int, of total: Int) {
        let filled = min(ProgressBar.width, done * ProgressBar.width / total)
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: ProgressBar.width - filled)
        write("\r\(label) [\(bar)] \(done * 100 / total) % (\(done) of \(total))")
    }

    /// Takes the bar away.
    package func finish() {
        drawing.withLock { drawing in
            guard drawing.isDrawn else { return }
            drawing.isDrawn = false
            // Erases the line (ECMA-48, EL).
            write("\r\u{1b}[2K")
        }
    }

    private func write(_ text: String) { _ = Output.write(Array(text.utf8), to: STDERR_FILENO) }

    private static func milliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
