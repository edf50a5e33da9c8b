import CLinux
import Glibc
import ShedTestSupport

/// What people do at random on devices that share a project, and what must be left of it. The same seed chooses alike among what stands on
/// a disk; what stands there when also depends on how fast the carrier is.
final class SharedWork {
    private enum Deed: CaseIterable {
        case write, save, saveOnSeveral, make, makeFolder, copy, move, rename, exchange, moveFolder, renameFolder
        case delete, deleteFolder, tag, moveByVerb, removeByVerb, leave, comeBack, takeIn, rest

        /// How often it is done, among the others.
        var weight: Int {
            switch self {
            case .write, .renameFolder: 5
            case .save, .move, .rename: 4
            case .make, .saveOnSeveral, .leave, .rest, .takeIn: 3
            case .moveFolder, .tag, .delete, .comeBack: 2
            case .makeFolder, .copy, .exchange, .deleteFolder, .moveByVerb, .removeByVerb: 1
            }
        }
    }

    /// Folders that people work in, which take files; two of them folders too.
    private static let places = ["Draft", "Ready", "Collections", "Published"]
    /// Shell that makes what is there at first, each of another length: of two files of one length and one time Syncthing does not see that
    /// they were exchanged.
    static let beginning = """
        for folder in Draft Collections; do '\(ShedProgram.path)' allow $folder both; done
        mkdir Draft/Part Collections/Book; mark=
        for f in Draft/a Draft/b Draft/c Draft/Part/d Draft/Part/e Collections/Book/f Collections/Book/g; do
        mark=.$mark; echo "the beginning of $f, long enough to be known again$mark" > $f.txt; done
        '\(ShedProgram.path)' sync --quiet; mv Draft/c.txt Ready/
        """

    private let replicas: Replicas
    private var random: SeededRandom
    private var count = 0
    /// Lines that somebody wrote, and those that somebody who saw them took away.
    private var written: Set<String> = []
    private var removed: Set<String> = []
    /// The names of files, without their folders, in which lines were seen before a deed, on any device.
    private var names: [String: Set<String>] = [:]
    /// What each of the files of the beginning held, by its ID.
    private let firstLines: [String: Set<String>]
    /// What was done, to be told where something is wrong.
    private(set) var story: [String] = []

    private var deeds: [Deed] { Deed.allCases.flatMap { Array(repeating: $0, count: $0.weight) } }

    init(_ replicas: Replicas, seed: UInt64) throws {
        self.replicas = replicas
        random = SeededRandom(seed)
        let root = replicas.one.shelf.project
        let ids = try replicas.one.ids().filter { $0.key.hasSuffix(".txt") && !$0.key.hasPrefix("All/") }
        firstLines = Dictionary(ids.map { ($0.value, SharedWork.lines("\(root)/\($0.key)")) }, uniquingKeysWith: { $1 })
        written = firstLines.values.reduce(into: []) { $0.formUnion($1) }
    }

    // MARK: Doing

    func play(steps: Int) throws {
        for _ in 0..<steps { try step() }
        noteNames()
    }

    private func noteNames() {
        for root in replicas.devices.map(\.shelf.project) {
            for file in Disk(root).files where isPlace(file) {
                for line in SharedWork.lines("\(root)/\(file)") { names[line, default: []].insert(SharedWork.original(of: SharedWork.split(file).last)) }
            }
        }
    }

    /// The name of the file of which another one is a conflict copy of Syncthing's, or its own name.
    static func original(of name: String) -> String { name.replacing(/\.sync-conflict-[0-9]{8}-[0-9]{6}-[A-Z2-7]{7}/, with: "") }

    private func step() throws {
        noteNames()
        guard let deed = deeds.randomElement(using: &random) else { return }
        let number = Int.random(in: 0..<replicas.devices.count, using: &random)
        let device = replicas.devices[number]
        let disk = Disk(device.shelf.project)
        let files = disk.files.filter { isPlace($0) && $0.hasSuffix(".txt") }
        let folders = disk.folders.filter { isPlace($0) }
        let homes = SharedWork.places + folders
        let (file, folder, home) = (files.randomElement(using: &random), folders.randomElement(using: &random), homes.randomElement(using: &random) ?? "Draft")
        let name = "\(["h", "i", "j", "k", "l"].randomElement(using: &random) ?? "h")\(Int.random(in: 0..<3, using: &random))"
        tell(number, deed, file, folder, home, name)
        switch deed {
        case .write, .save, .saveOnSeveral, .delete, .tag, .removeByVerb, .moveByVerb, .move, .rename, .copy, .exchange:
            guard let file else { return }
            try change(file, deed, on: number, home, name, files)
        case .make: try make("\(home)/\(name).txt", on: number)
        case .makeFolder:
            mkdir(device.shelf.project + "/Draft/" + name.uppercased(), 0o755)
            try make("Draft/\(name.uppercased())/first.txt", on: number)
        case .moveFolder, .renameFolder, .deleteFolder:
            guard let folder else { return }
            try change(folder: folder, deed, on: number, home, name)
        case .leave: device.end()
        case .comeBack: try device.begin()
        case .takeIn: try replicas.wait("it is taken in: \(story)") { try device.isTakenIn() }
        case .rest: if replicas.devices.allSatisfy(\.isConnected) { try replicas.settle() }
        }
    }

    private func isPlace(_ path: String) -> Bool { SharedWork.places.contains { path.hasPrefix($0 + "/") } }

    private func tell(_ number: Int, _ deed: Deed, _ words: String?...) {
        story.append("\(number): \(deed) \(words.map { $0 ?? "–" }.joined(separator: ", "))")
    }

    private func change(_ file: String, _ deed: Deed, on number: Int, _ home: String, _ name: String, _ files: [String]) throws {
        let shelf = replicas.devices[number].shelf
        let path = "\(shelf.project)/\(file)"
        let (folder, last) = SharedWork.split(file)
        switch deed {
        case .write: try keep(line(of: number), on: number) { append($0, to: path) }
        case .save: try keep(line(of: number), on: number) { save(path, adding: $0) }
        case .saveOnSeveral:
            // Of three in one second Syncthing keeps two: the conflict copies of both who lose have one name.
            for other in [number, (number + 1) % replicas.devices.count] {
                let path = "\(replicas.devices[other].shelf.project)/\(file)"
                if access(path, F_OK) == 0 { try keep(line(of: other), on: other) { append($0, to: path) } }
            }
        case .delete:
            replicas.devices[number].still {
                removed.formUnion(SharedWork.lines(path))
                unlink(path)
            }
        case .tag: _ = try shelf.shed("tag", "add", "t\(count)", file, "--create")
        case .removeByVerb: _ = try shelf.shed("rm", file)
        case .moveByVerb: _ = try shelf.shed("mv", file, home)
        case .move: moveUnlessTaken(path, "\(shelf.project)/\(home)/\(last)")
        case .rename: moveUnlessTaken(path, "\(shelf.project)/\(folder)/\(name).txt")
        case .copy:
            // Saved under another name. Of two files that hold the same nobody can tell which is which once one of them is gone.
            let new = "\(shelf.project)/\(home)/\(name).txt"
            if access(new, F_OK) != 0 { try keep(line(of: number), on: number) { copy(path, to: new, adding: $0) } }
        case .exchange:
            guard let other = files.randomElement(using: &random), other != file else { return }
            _ = shed_exchange(AT_FDCWD, path, AT_FDCWD, "\(shelf.project)/\(other)")
        default: break
        }
    }

    private func change(folder: String, _ deed: Deed, on number: Int, _ home: String, _ name: String) throws {
        let root = replicas.devices[number].shelf.project
        let path = "\(root)/\(folder)"
        let (parent, last) = SharedWork.split(folder)
        switch deed {
        case .moveFolder: moveUnlessTaken(path, "\(root)/\(home)/\(last)")
        case .renameFolder: moveUnlessTaken(path, "\(root)/\(parent)/\(name.uppercased())")
        default:
            try replicas.devices[number].still {
                for file in Disk(path).files { removed.formUnion(SharedWork.lines("\(path)/\(file)")) }
                try replicas.devices[number].shelf.sh("rm -rf '\(folder)'")
            }
        }
    }

    // MARK: Lines

    private func line(of number: Int) -> String {
        count += 1
        let line = "line \(count), by device \(number), long enough to be known again"
        written.insert(line)
        return line
    }

    /// Puts a line into a file. Syncthing looks whether a file has changed, and puts another in its place then: what is written in between is
    /// in neither, nor in a conflict copy, whatever else watches the files; nobody but Syncthing ever removes one here. So the file that
    /// holds the line is kept open until Syncthing has looked. If it is nobody's by then, the line is written again, as by a person whose editor
    /// says that the file is another one now.
    /// - Parameter write: gives the descriptor of the file that has the line; less than 0 where there is none.
    private func keep(_ line: String, on number: Int, _ write: (String) -> Int32) throws {
        let device = replicas.devices[number]
        while true {
            let file = device.still { write(line) }
            guard file >= 0 else {
                written.remove(line)
                return
            }
            defer { close(file) }
            try device.scan()
            var status = stat()
            guard fstat(file, &status) == 0, status.st_nlink == 0 else { return }
            story.append("\(number): Syncthing put another in its place meanwhile; once more")
        }
    }

    private func make(_ file: String, on number: Int) throws {
        let path = "\(replicas.devices[number].shelf.project)/\(file)"
        if access(path, F_OK) != 0 { try keep(line(of: number), on: number) { append($0, to: path) } }
    }

    private func append(_ line: String, to path: String) -> Int32 {
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        var bytes = Array("\(line)\n".utf8)
        guard file >= 0, write(file, &bytes, bytes.count) != bytes.count else { return file }
        close(file)
        return -1
    }

    /// As most editors do: a new file in the place of the old one.
    private func save(_ path: String, adding line: String) -> Int32 {
        let (folder, last) = SharedWork.split(path)
        let passing = "\(folder)/.\(last).saving"
        TestFile.write(String(decoding: TestFile.read(path), as: UTF8.self) + line + "\n", to: passing)
        let file = open(passing, O_RDONLY | O_CLOEXEC)
        guard file >= 0, Glibc.rename(passing, path) != 0 else { return file }
        close(file)
        return -1
    }

    private func copy(_ path: String, to new: String, adding line: String) -> Int32 {
        TestFile.write(String(decoding: TestFile.read(path), as: UTF8.self) + line + "\n", to: new)
        return open(new, O_RDONLY | O_CLOEXEC)
    }

    private func moveUnlessTaken(_ path: String, _ new: String) { _ = shed_rename_no_replace(AT_FDCWD, path, AT_FDCWD, new) }

    private static func split(_ path: String) -> (folder: String, last: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return (parts.dropLast().joined(separator: "/"), String(parts.last ?? ""))
    }

    // MARK: What is left

    private static func lines(_ path: String) -> Set<String> {
        Set(String(decoding: TestFile.read(path), as: UTF8.self).split(separator: "\n").map(String.init))
    }

    /// Lines that nobody took away, and that are nowhere, but for those that Syncthing says to have dropped.
    ///
    /// Two devices that lose a conflict in the same second name their copies alike, and of a conflict copy Syncthing makes none: it removes
    /// the one that it has, and its log names it. What was in it is gone before anybody can look, so that it is told by the name: a line is
    /// Syncthing's loss only where it stood, on any device, in a file of which that conflict copy was one.
    func lostLines() -> [String] {
        let said = replicas.devices.map(\.said).joined()
        let dropped = Set(said.matches(of: /Conflict for (.+) which is already a conflict copy; not copying again/).map { match in
            SharedWork.original(of: SharedWork.split(String(match.1)).last)
        })
        let root = replicas.one.shelf.project
        let found = Disk(root).files.reduce(into: Set<String>()) { $0.formUnion(SharedWork.lines("\(root)/\($1)")) }
        return written.subtracting(removed).subtracting(found).filter { names[$0, default: []].isDisjoint(with: dropped) }.sorted()
    }

    /// IDs of the files of the beginning that are no file's any more, although nobody took away what these held.
    func lostIDs() throws -> [String] {
        let ids = try Set(replicas.one.ids().values)
        return firstLines.filter { !ids.contains($0.key) && $0.value.isDisjoint(with: removed) }.values.flatMap { $0 }.sorted()
    }
}
