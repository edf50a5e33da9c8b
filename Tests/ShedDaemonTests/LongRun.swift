import CLinux
import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import ShedWatch

@testable import ShedDaemon
@testable import ShedProject

/// Changes of real files in a watched project, fifty at a time, each time taken in as a daemon does. The same each time.
final class LongRun {
    /// What is in use.
    struct Costs {
        /// In bytes, of what malloc(3) gave out.
        var memory: Int
        /// How many batches there are.
        var batches: Int
        /// How many files and folders are known, also of those that are gone.
        var nodes: Int
    }

    private struct File {
        var folder: Int
        var name: String
    }

    private static let burst = 50

    private let shelf: Shelf
    private let source: EventSource
    private let watched: WatchedProject
    private var random = SeededRandom(1)
    private var folders = ["a", "b", "c", "d"]
    private var files: [File] = []
    /// Files that were taken away and may come back, outside of the project.
    private var away: [File] = []
    private var count = 0
    /// How many changes there were.
    private(set) var changes = 0

    private var root: String { shelf.path + "/Long/Files" }

    init() throws {
        shelf = try Shelf()
        let clock = MonotonicClock()
        source = try EventSource(privateDirectory: Array((shelf.path + "/cookies").utf8), clock: clock)
        let project = try shelf.project("blank", named: "Long")
        watched = try WatchedProject(project, key: 1, watcher: Watcher(source: source, clock: clock), clock: clock)
        try watched.watch()
        try project.change { try $0.allow(.both, in: "Files") }
        mkdir(shelf.path + "/away", 0o755)
        for (number, folder) in folders.enumerated() {
            mkdir("\(root)/\(folder)", 0o755)
            for _ in 0..<25 { make(in: number) }
        }
        try project.change { try $0.makeTag("tried", colour: nil, scope: nil) }
    }

    deinit { source.stop() }

    var costs: Costs {
        let heap = mallinfo2()
        let state = watched.project.store.state
        return Costs(memory: Int(heap.uordblks + heap.hblkhd), batches: state?.batches.count ?? 0, nodes: state?.model.nodes.count ?? 0)
    }

    /// How many bytes this process gives to write(2) meanwhile.
    func bytesWritten(_ body: () throws -> Void) throws -> Int {
        let before = LongRun.written()
        try body()
        return LongRun.written() - before
    }

    private static func written() -> Int {
        let lines = String(decoding: TestFile.read("/proc/self/io"), as: UTF8.self).split(separator: "\n")
        return lines.first { $0.hasPrefix("wchar: ") }.flatMap { Int($0.dropFirst(7)) } ?? 0
    }

    // MARK: Changing

    /// Writes, saves, renames, moves and tags files, takes them away and brings them back, and renames folders.
    func change(_ number: Int) throws {
        for done in 1...number {
            changeOne()
            changes += 1
            if done % LongRun.burst == 0 { try takeIn() }
        }
    }

    /// Makes so many files and deletes as many.
    func replaceFiles(_ number: Int) throws {
        for done in 1...number {
            let gone = files.remove(at: Int.random(in: files.indices, using: &random))
            unlink(path(gone))
            make(in: gone.folder)
            if done % LongRun.burst == 0 { try takeIn() }
        }
    }

    /// What the daemon does with a burst; every tenth time also what it does in idle moments, and a verb.
    private func takeIn() throws {
        let directories = try watched.takeDirtyDirectories()
        _ = try watched.project.reconcile(.daemonLook(.init(in: directories, believesVanished: true)))
        guard changes / LongRun.burst % 10 == 0 else { return }
        while watched.idle.hasUnhashed {
            let portion = watched.idle.takePortion()
            let isLast = !watched.idle.hasUnhashed
            let rest = try watched.project.write(after: .nothing) { transaction throws(ShedError) in try transaction.hash(portion, savesAll: isLast) }
            watched.idle.putBack(rest)
        }
        watched.project.store.checkpointIndex()
        let file = any()
        let tagged = RelativePath(["Files", Name(folders[files[file].folder]), Name(files[file].name)])
        try watched.project.change { transaction in
            if changes / LongRun.burst % 20 == 0 { _ = try transaction.addTag("tried", to: [tagged]) } else { _ = try transaction.removeTag("tried", from: [tagged]) }
        }
    }

    private func changeOne() {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<4: write(path(files[any()]), "a")
        case 4..<8: write(path(files[any()]), "w")
        case 8..<11:
            let path = path(files[any()])
            write(root + "/.new", "w")
            rename(root + "/.new", path)
        case 11..<14: relocate(any(), to: nil)
        case 14..<17: relocate(any(), to: Int.random(in: folders.indices, using: &random))
        case 17..<19: takeAwayOrBringBack()
        default:
            let folder = Int.random(in: folders.indices, using: &random)
            let old = root + "/" + folders[folder]
            folders[folder] = fresh()
            rename(old, root + "/" + folders[folder])
        }
    }

    private func takeAwayOrBringBack() {
        if away.count < 5 || away.count < 20 && Bool.random(using: &random) {
            let file = files.remove(at: any())
            rename(path(file), "\(shelf.path)/away/\(file.name)")
            away.append(file)
        } else {
            let file = away.removeFirst()
            rename("\(shelf.path)/away/\(file.name)", path(file))
            files.append(file)
        }
    }

    /// - Parameter folder: `nil`: the same.
    private func relocate(_ file: Int, to folder: Int?) {
        let old = path(files[file])
        files[file] = File(folder: folder ?? files[file].folder, name: fresh())
        rename(old, path(files[file]))
    }

    private func make(in folder: Int) {
        let file = File(folder: folder, name: fresh())
        write(path(file), "w")
        files.append(file)
    }

    private func write(_ path: String, _ mode: String) {
        guard let file = fopen(path, mode + "e") else { return }
        fputs("text of \(fresh())\n", file)
        fclose(file)
    }

    private func path(_ file: File) -> String { "\(root)/\(folders[file.folder])/\(file.name)" }
    private func any() -> Int { Int.random(in: files.indices, using: &random) }

    private func fresh() -> String {
        count += 1
        return "n\(1_000_000 + count)"
    }
}
