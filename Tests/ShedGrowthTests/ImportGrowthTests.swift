import ShedExchange
import ShedModel
import ShedProject
import Testing

@testable import ShedImport

/// What comes into a project, or becomes one.
extension GrowthTests {
    /// An export of so many files, read.
    private func reading(_ count: Int) throws -> (Bench, ImportReading) {
        let bench = try Bench("poetry")
        bench.files(count, in: "Draft") { "\($0)\n" }
        try bench.project.sync()
        let path = Array("\(bench.root)-export".utf8)
        try #require(bench.project.exporting(ExportOrder(), as: .folder, to: path).files == count)
        return (bench, try ImportReading(path, by: [ShedExport()], limits: ImportLimits()))
    }

    /// Makes a project of what was read, and asks at each file how many there are, as who shows it does.
    private func make(_ reading: ImportReading, beside bench: Bench, dryRun: Bool = false) throws -> ProjectImportResult {
        let folder = Array("\(bench.root)/..".utf8)
        return try Project.importing(
            reading, as: nil, language: .english, named: "Again", in: folder, surroundings: bench.surroundings, dryRun: dryRun
        ) { done in #expect(done <= reading.fileCount) }.result
    }

    @Test(arguments: ["_a ", "**a ", "[b", "a[br]\n", "*", "~~a\n", "a\n"]) func `reading a text of novelWriter`(piece: String) throws {
        try Growth.expect(2_000) { count in
            let text = String(repeating: piece, count: count)
            return {
                var losses = ForeignLosses()
                return NovelWriterText.markdown(text, title: "a", &losses)
            }
        }
    }

    @Test func `reading characters of LaTeX`() throws {
        try Growth.expect(10_000) { count in
            let text = String(repeating: "\\\"{a}\\ss \\'e", count: count)
            return { LaTeXText.plain(text) }
        }
    }

    @Test func `reading lists of YAML in one line`() throws {
        try Growth.expect(20_000) { count in
            let text = String(repeating: "- ", count: 60) + String(repeating: "x", count: count)
            return { try YAMLReader.read(text, "info.yaml") }
        }
    }

    @Test func `saying how many files an import brings`() throws {
        try Growth.expect(2_000) { count in
            let (bench, reading) = try reading(count)
            return {
                for _ in 0..<count { try #require(reading.fileCount == count) }
                return bench
            }
        }
    }

    @Test func `importing without writing anything`() throws {
        try Growth.expect(300) { count in
            let (bench, reading) = try reading(count)
            return { try #expect(make(reading, beside: bench, dryRun: true).files == count) }
        }
    }

    @Test func `importing into a new project`() throws {
        try Growth.expect(300) { count in
            let (bench, reading) = try reading(count)
            return { try #expect(make(reading, beside: bench).files == count) }
        }
    }

    @Test func `importing into a project`() throws {
        try Growth.expect(300) { count in
            let (bench, reading) = try reading(count)
            return { try #expect(bench.project.importing(reading, to: "Collections").files == count) }
        }
    }
}
