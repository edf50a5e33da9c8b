import CLinux
import Glibc
import ShedTestSupport
import Testing

extension Torture {
    /// Moves that only the last state of can be seen.
    @Suite struct `Moves behind the daemon's back` {
        @Test(arguments: 0..<(Torture.isFull ? 5 : 2))
        func `the IDs follow their files`(round: Int) throws {
            let shelf = try Shelf()
            var mover = try Mover(shelf, seed: Torture.seed &* 100 &+ UInt64(round))
            let watch = try Watch(shelf)
            let before = try shelf.converged(watch)
            watch.freeze()
            for _ in 0..<Torture.moves { mover.step() }
            watch.thaw()
            let scenario = round == 0 ? "\(Torture.moves) nasty moves behind the daemon's back" : nil
            let after = try shelf.converged(watch, scenario)
            #expect(after.lost(since: before) == [], "SHED_SEED=\(Torture.seed) \(mover.told)")
            // Files that were there before are all there still, and nothing was refused.
            #expect(before.disk.identities.isSubset(of: after.disk.identities))
            #expect(!after.disk.folders.contains("Rejected"), "\(after.disk.files.filter { $0.hasPrefix("Rejected") }) \(mover.told)")
            try expectNoSidecarFindings(shelf)
        }
    }
}

/// Moves files and folders about, so that nothing that was there is lost and nothing is refused.
private struct Mover {
    private let root: String
    private var chance: SeededRandom
    private var count = 0
    /// What was done, for a report.
    private(set) var told: [String] = []

    /// Makes folders that take files and folders, and files in them.
    init(_ shelf: Shelf, seed: UInt64) throws {
        root = shelf.project + "/Files"
        chance = SeededRandom(seed)
        for folder in ["a", "b", "c", "a/d", "a/e", "b/f", "a/d/g", "a/d/g/h"] {
            try shelf.must("add", "folder", "Files/\(folder)")
            try shelf.must("allow", "Files/\(folder)", "both")
            for file in 0..<6 { shelf.makeFile("Work/Files/\(folder)/\(folder.filter { $0 != "/" })\(file).txt", "\(folder) \(file)\n") }
        }
    }

    private mutating func fresh() -> String {
        count += 1
        return "n\(count)"
    }

    private mutating func any(_ isDirectory: Bool) -> String? {
        Disk(root).entries.filter { $0.value.isDirectory == isDirectory }.keys.sorted().randomElement(using: &chance)
    }

    private mutating func anyFolderOrRoot() -> String { Bool.random(using: &chance) ? any(true) ?? "" : "" }

    /// Never over something that stands there.
    @discardableResult
    private mutating func move(_ from: String, _ to: String) -> Bool {
        let isMoved = shed_rename_no_replace(AT_FDCWD, "\(root)/\(from)", AT_FDCWD, "\(root)/\(to)") >= 0
        if isMoved { told.append("\(from) → \(to)") }
        return isMoved
    }

    private func parent(_ path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }

    mutating func step() {
        let isDirectory = Bool.random(using: &chance)
        switch Int.random(in: 0..<7, using: &chance) {
        case 0: renameInAChain(isDirectory)
        case 1: swapThroughAThirdName(isDirectory)
        case 2: exchange(isDirectory, Bool.random(using: &chance))
        case 3: replaceAFolderByAFile()
        case 4: swapWithTheChild()
        case 5: moveElsewhere(isDirectory)
        default: replaceAFileByAnother()
        }
    }

    private mutating func renameInAChain(_ isDirectory: Bool) {
        guard var path = any(isDirectory) else { return }
        for _ in 0..<4 {
            let next = (anyFolderOrRoot() + "/" + fresh()).trimmed
            if move(path, next) { path = next }
        }
    }

    private mutating func swapThroughAThirdName(_ isDirectory: Bool) {
        let third = fresh()
        guard let left = any(isDirectory), let right = any(isDirectory), !left.isAround(right), move(left, third) else { return }
        move(right, left)
        move(third, right)
    }

    private mutating func exchange(_ isDirectory: Bool, _ isOther: Bool) {
        guard let left = any(isDirectory), let right = any(isOther), !left.isAround(right) else { return }
        if shed_exchange(AT_FDCWD, "\(root)/\(left)", AT_FDCWD, "\(root)/\(right)") >= 0 { told.append("\(left) ⇄ \(right)") }
    }

    /// A known file now stands where a known folder stood.
    private mutating func replaceAFolderByAFile() {
        guard let folder = any(true), let file = any(false), !folder.isAround(file), move(folder, fresh()) else { return }
        move(file, folder)
    }

    /// The child now stands where its parent stood, and the parent is in it, under the child's old name.
    private mutating func swapWithTheChild() {
        guard let child = any(true), !parent(child).isEmpty else { return }
        let (outer, third) = (parent(child), fresh())
        guard move(child, third), move(outer, third + "/" + (child.split(separator: "/").last ?? "x")) else { return }
        move(third, outer)
    }

    private mutating func moveElsewhere(_ isDirectory: Bool) {
        guard let path = any(isDirectory), let name = path.split(separator: "/").last else { return }
        move(path, (anyFolderOrRoot() + "/" + name).trimmed)
    }

    /// A file goes elsewhere, and a file that nobody knew stands at its path.
    private mutating func replaceAFileByAnother() {
        guard let path = any(false), move(path, fresh()) else { return }
        told.append("new \(path)")
        guard let file = fopen("\(root)/\(path)", "we") else { return }
        fputs("new \(count)\n", file)
        fclose(file)
    }
}

extension String {
    /// Whether one of the two paths is the other or inside it.
    fileprivate func isAround(_ other: String) -> Bool { self == other || hasPrefix(other + "/") || other.hasPrefix(self + "/") }

    fileprivate var trimmed: String { hasPrefix("/") ? String(dropFirst()) : self }
}
