import ShedModel
import ShedProject
import ShedProjectTestSupport
import Testing

/// What is asked of documents and of many named paths.
extension GrowthTests {
    private func bench(_ count: Int) throws -> (Bench, [RelativePath]) {
        let bench = try Bench("poetry")
        let paths = bench.files(count, in: "Draft", ".md")
        try bench.project.sync()
        return (bench, paths)
    }

    @Test func `mending the links of documents that are named one by one`() throws {
        try Growth.expect(300) { count in
            let (bench, paths) = try bench(count)
            let others = (0..<16 * count).map { RelativePath(["Draft", "Gone", Name("\($0).md")]) }
            return { try #expect(bench.write { try $0.mendLinks(at: others + paths, dryRun: true) }.left.isEmpty) }
        }
    }
}
