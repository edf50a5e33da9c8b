import ShedLinks
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

    /// What each piece costs must not depend on what stood before it.
    @Test(arguments: [
        "[", "](", "[](", "[[a", "<a b=\"", "<a b='<a b=\"", "<!--", "`` `` ```", "[](<", "[](a \"", "[](a (", ">", "> \n", "- ", "[a]:", "<x ", "</a ", "[](&&&&&&&", "\\",
        "<div>\n", "* ", "![", "[](((((((((((((((((((", "[](          ", "[[./", "=[[./a]]", "[^a]: ", "[^a]: [b](c)\n\n    ", "a <!--",
        "a <!x ", "a <? ", "a <![CDATA[", "a </x ",
    ])
    func `finding the links of a document`(piece: String) throws {
        try Growth.expect(8 << 10) { length in
            let document = Array(String(repeating: piece, count: length / piece.utf8.count).utf8)
            return { for format in DocumentFormat.allCases { _ = LinkFinder.links(in: document, as: format) } }
        }
    }

    /// A bound on what is looked at from each place hides from the test above what it costs: that is a factor on each byte, however long the
    /// document is. Here the documents are so small that no such bound is reached.
    @Test(arguments: ["<a b=\"\" c=\"", "<a b='' c='", "<a b=\"\" c='", "<a 'b=\"' c=\"", " =a", " ~a", "<a b c=\"", "[[./a", "[](<a "])
    func `finding the links of a small document`(piece: String) throws {
        try Growth.expect(240) { length in
            let document = Array(String(repeating: piece, count: length / piece.utf8.count).utf8)
            return { for _ in 0..<50 { for format in DocumentFormat.allCases { _ = LinkFinder.links(in: document, as: format) } } }
        }
    }

    @Test func `mending the links of documents that are named one by one`() throws {
        try Growth.expect(300) { count in
            let (bench, paths) = try bench(count)
            let others = (0..<16 * count).map { RelativePath(["Draft", "Gone", Name("\($0).md")]) }
            return { try #expect(bench.write { try $0.mendLinks(at: others + paths, dryRun: true) }.left.isEmpty) }
        }
    }

    /// More documents than these are not looked into beside a move.
    @Test func `counting the links that many moves have broken`() throws {
        try Growth.expect(480) { count in
            let (bench, paths) = try bench(count)
            let moves = paths.map { (from: RelativePath(["Elsewhere", $0.last ?? ""]), to: $0) }
            return { try #expect(bench.project.brokenLinksToTell(by: moves) == 0) }
        }
    }

    @Test func `counting the links by names that many renames have broken`() throws {
        try Growth.expect(240) { count in
            let bench = try Bench("poetry")
            let paths = bench.files(count, in: "Draft", ".md") { "[[Gone \($0)]] [[Gone \($0).md#x]] [[Later]]\n" }
            try bench.project.sync()
            let moves = paths.enumerated().map { (from: RelativePath(["Draft", Name("Gone \($0).md")]), to: $1) }
            return { try #expect(bench.project.brokenLinksToTell(by: moves) == 2 * count) }
        }
    }

    @Test func `exporting what is named one by one, and often`() throws {
        try Growth.expect(125) { count in
            let bench = try Bench("poetry")
            let files = bench.files(count, in: "Draft")
            try bench.project.sync()
            let paths = (0..<64).flatMap { _ in files }
            var result: ExportResult?
            return {
                result = try bench.project.exporting(ExportOrder(paths: paths), as: .archive, to: Array("\(bench.root)/../out.zip".utf8), dryRun: true)
                #expect(result?.files == count)
            }
        }
    }
}
