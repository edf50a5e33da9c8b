import Glibc
import ShedDisk
import ShedModel
import ShedThreads
import Synchronization

/// The files of one round of a search through texts, and which of them is next.
///
/// `Sendable`: all but the atomic never changes.
final class SearchTask: Sendable {
    /// Files that one thread takes at once, so that it stays in one folder for a while.
    private static let longestRun = 16

    private let files: [RelativePath]
    private let most: Int
    private let run: Int
    private let position = Atomic<Int>(0)

    private init(_ files: [RelativePath], keeping most: Int, threads: Int) {
        (self.files, self.most) = (files, most)
        run = max(1, min(SearchTask.longestRun, files.count / max(1, threads)))
    }

    /// Holds what one thread works with and what it found.
    private final class Box {
        let task: SearchTask
        let seeker: TextSeeker
        var outcomes: [(file: Int, found: TextSeeker.Found)] = []

        init(_ task: SearchTask, _ seeker: TextSeeker) {
            self.task = task
            self.seeker = seeker
        }

        func run() {
            while true {
                let start = task.position.add(task.run, ordering: .relaxed).oldValue
                guard start < task.files.count else { return }
                for file in start..<min(start + task.run, task.files.count) {
                    outcomes.append((file, seeker.search(task.files[file], keeping: task.most)))
                }
            }
        }
    }

    /// Looks into files, each seeker on a thread of its own, the first on the calling one.
    /// - Parameter most: how many lines of a file are kept.
    /// - Returns: an outcome for each file, in their order.
    static func search(_ files: [RelativePath], keeping most: Int, with seekers: [TextSeeker]) -> [TextSeeker.Found] {
        let task = SearchTask(files, keeping: most, threads: seekers.count)
        let boxes = seekers.map { Box(task, $0) }
        // Each is used by the one thread that gets its number from `Parallel`, which waits for all; then by this one.
        nonisolated(unsafe) let used = files.count > 1 ? boxes : Array(boxes.prefix(1))
        Parallel.run(used.count, threads: used.count) { used[$0].run() }
        var all = [TextSeeker.Found](repeating: TextSeeker.Found(outcome: .gone), count: files.count)
        for box in used { for (file, found) in box.outcomes { all[file] = found } }
        return all
    }
}
