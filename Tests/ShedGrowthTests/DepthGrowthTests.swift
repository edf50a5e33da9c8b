import ShedDisk
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRules
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
