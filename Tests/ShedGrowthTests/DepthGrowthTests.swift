import Glibc
import ShedDisk
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRules
import ShedTestSupport
import Testing

/// What others put into a project so that shed has to do much with little.
extension GrowthTests {
    @Test func `a walk that meets folders, each in the next`() throws {
        try Growth.expect(500) { count in
            let bench = try Bench("poetry")
            var folder = try DirectoryHandle(path: "\(bench.root)/Trash")
            for _ in 0..<count { folder = try folder.openDirectory("d", create: true) }
            return { try #expect(bench.project.sync().changes.count <= RelativePath.deepest + 1) }
        }
    }

    @Test func `a walk that meets chains of folders, side by side`() throws {
        try Growth.expect(3) { count in
            let bench = try Bench("poetry")
            for chain in 0..<count {
                var folder = try DirectoryHandle(path: "\(bench.root)/Trash").openDirectory(Name("chain \(chain)"), create: true)
                for _ in 0..<300 { folder = try folder.openDirectory("d", create: true) }
            }
            return { _ = try bench.project.sync() }
        }
    }

    @Test func `the status of folders that nobody has seen, each in the next`() throws {
        try Growth.expect(1_000) { count in
            let bench = try Bench("poetry")
            var (operations, parent) = ([ShedModel.Operation](), bench.project.home.id)
            for number in 0..<count {
                let id = NodeID(high: 1, low: UInt64(number))
                operations.append(Operation(id, [.type(.folder), .place(Place(parent: parent, name: "folder"))]))
                parent = id
            }
            try bench.project.commit(operations)
            return { try #expect(bench.project.settledStatus(all: true).missing.count { $0.path != nil } <= RelativePath.deepest + 20) }
        }
    }

    @Test func `names of one file, made anew under other names`() throws {
        try Growth.expect(ShortRun.isWhole ? 2_000 : 1_000) { count in
            let bench = try Bench("poetry")
            let file = bench.files(1, in: "Draft") { _ in "text" }[0]
            func names(_ start: String) -> [String] { (0..<count).map { "\(bench.root)/Draft/\(start)\($0)" } }
            for name in names("a") { link("\(bench.root)/\(file)", name) }
            try bench.project.sync()
            for (old, new) in zip(names("a"), names("b")) {
                unlink(old)
                link("\(bench.root)/\(file)", new)
            }
            return { _ = try bench.project.sync() }
        }
    }

    @Test func `many things put into a folder that stands deep`() throws {
        try Growth.expect(250) { count in
            let bench = try Bench("poetry")
            let folder = RelativePath(["Collections"] + Array(repeating: "d", count: 200))
            // As they come from another device: asked for one by one they would take most of the time, each with a look at all others.
            var (operations, parent) = ([ShedModel.Operation](), try #require(bench.project.load().node(at: "Collections")))
            for depth in 1...200 {
                let id = NodeID(high: 1, low: UInt64(depth))
                operations.append(Operation(id, [.type(.folder), .place(Place(parent: parent, name: "d")), .accepts(.both)]))
                parent = id
                mkdir("\(bench.root)/\(RelativePath(Array(folder.names[...depth])))", 0o755)
            }
            try bench.project.commit(operations)
            let paths = bench.files(count, in: "Draft")
            try bench.project.sync()
            return { try #expect(bench.write { try $0.move(paths, to: folder, checks: false) }.count == count) }
        }
    }

    @Test func `names, and as many patterns of a rule of one's own`() throws {
        try Growth.expect(500) { count in
            var names = NameConditions()
            names.names = (0..<count).flatMap { ["name\($0)", "*.e\($0)", "b\($0)-*"] }.compactMap { NamePattern($0) }
            // What is not looked up is bounded.
            names.forbidden = (0..<100).compactMap { NamePattern("[x]*\($0)*y") }
            let folders = FolderChoice(paths: (0..<count).compactMap { PathPattern("a/f\($0)") })
            let counts = (0..<count).map { CountCondition(name: NamePattern("c\($0)*"), most: 1) }
            let rule = CustomRule(name: "mine", folders: folders, names: names, counts: counts)
            let tree = ChosenFolder(count: count)
            return { #expect(rule.findings(in: tree).count == count) }
        }
    }

    @Test func `so many names and as many patterns`() throws {
        try Growth.expect(1_000) { count in
            let lines = (0..<count).flatMap { ["name\($0)", "*.e\($0)", "b\($0)-*", "/folder/f\($0)", "*x\($0)*"] }
            let text = Array(lines.joined(separator: "\n").utf8)
            let names = (0..<count).map { Array("Chapter \($0).e".utf8) }
            return {
                let rules = IgnoreRules(shedignore: text)
                let place = rules.place(of: "folder")
                #expect(names.allSatisfy { name in name.withUnsafeBufferPointer { !rules.ignores($0, .file, in: { place }) } })
            }
        }
    }
}

/// A folder that a pattern for its path chooses, with so many files.
private struct ChosenFolder: FolderTree {
    private let files: [FolderEntry]

    init(count: Int) { files = (0..<count).map { FolderEntry(name: Name("Chapter \($0).txt"), type: .file) } }

    var folderCount: Int { 3 }
    func parent(ofFolder folder: Int) -> Int { folder - 1 }
    func path(ofFolder folder: Int) -> RelativePath { RelativePath(Array((["a", "f1"] as [Name]).prefix(folder))) }
    func role(ofFolder folder: Int) -> Role? { nil }
    func id(of entry: FolderEntry) -> NodeID? { nil }
    func id(ofFolder folder: Int) -> NodeID? { nil }
    func isJudged(folder: Int) -> Bool { true }
    func entries(ofFolder folder: Int) -> [FolderEntry] { folder < 2 ? [] : files }
}
