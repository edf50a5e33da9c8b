import ShedDisk
import ShedExchange
import ShedMessages
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

/// What cannot be had, or is not as it was kept, is left out and named; all else comes.
@Suite struct `An export of what is damaged` {
    private func project() throws -> (shelf: Shelf, project: Project) {
        let shelf = try Shelf(now: { Surroundings.clock() + 3_600_000 })
        let project = try shelf.project("blank")
        try shelf.shell("cd 'My Poems'; mkdir One; printf 'Rain\\n' > One/a.txt; printf 'Snow\\n' > One/b.txt")
        try project.sync()
        return (shelf, project)
    }

    private func imported(_ shelf: Shelf) throws -> ProjectImportResult {
        let reading = try ImportReading(Array("\(shelf.path)/out".utf8), by: [ShedExport()], limits: ImportLimits())
        return try Project.importing(
            reading, as: nil, language: .english, named: "Again", in: Array(shelf.path.utf8), surroundings: shelf.surroundings
        ).result
    }

    /// Keeps two contents of a file, of which the one has as many bytes as it had and others; what more it keeps it cannot read.
    private struct DamagedVersions: VersionKeeper {
        let folder: String
        let node: NodeID

        func versions(of ids: Set<NodeID>, _ reader: some ProjectReader) -> (versions: [NodeID: [KeptVersion]], lost: [Message]) {
            let kept = (["Fog", "Mud", "Mud"] as [String]).enumerated().map { number, name in
                KeptVersion(hash: ContentHash(of: Array("\(name)\n".utf8)), size: 4, time: 1_700_000_000_000 + Int64(number), name: name)
            }
            return ([node: kept], [.versionLost(version: "7", reason: .verbatim("it is torn"))])
        }

        func content(of version: KeptVersion, _ reader: some ProjectReader) throws(ShedError) -> ReadableFile {
            do throws(DiskError) { return try DirectoryHandle(path: folder).file(Name(version.shown)) } catch { throw ShedError(error) }
        }

        func keep(_ versions: [ImportedKeeping], _ reader: some ProjectReader, write: (ImportedVersion, NewFile) throws(ShedError) -> Void) -> [Int] { [] }

        func forget(_ numbers: [Int], _ reader: some ProjectReader) {}
    }

    @Test(arguments: [ExportForm.archive, .folder]) func `has all but the version of which a block went bad`(form: ExportForm) throws {
        let (shelf, project) = try project()
        try shelf.shell("printf 'Fog\\n' > Fog; printf 'Bad\\n' > Mud")
        let keeper = DamagedVersions(folder: shelf.path, node: try #require(try project.id("One/a.txt")))
        let result = try project.exporting(ExportOrder(versions: keeper), as: form, to: Array("\(shelf.path)/out".utf8))
        #expect(result.left.map(\.path) == [.root, "One/a.txt"], "\(result.left)")
        #expect(result.files == 2 && result.versions == 1)
        let made = try imported(shelf)
        #expect(made.files == 2 && made.versions == 1)
        #expect(try shelf.shell("cat Again/One/*") == "Rain\nSnow\n")
    }

    /// What an archive took in stays in it, also where it is nothing of it any more.
    @Test func `reads the version of which a block went bad once, and not again while others wait`() throws {
        let (shelf, project) = try project()
        try shelf.shell("printf 'Fog\\n' > Fog; head -c 1000000 /dev/urandom > Mud")
        let keeper = DamagedVersions(folder: shelf.path, node: try #require(try project.id("One/a.txt")))
        let result = try project.exporting(ExportOrder(versions: keeper), as: .archive, to: Array("\(shelf.path)/out".utf8))
        #expect(result.left.map(\.path) == [.root, "One/a.txt"] && result.versions == 1, "\(result.left)")
        #expect(try #require(try DirectoryHandle(path: shelf.path).evidence(of: "out")).size < 1_500_000)
    }

    /// A folder that is there and cannot be read is none that is not there: nobody knows what is in it.
    @Test func `says what of the sidecar cannot be read`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try shelf.shell("printf 'Rain\\n' > 'My Poems/Draft/a.txt'")
        try project.sync()
        let folder = try #require(project.home.module?.keptFolders.first?.name)
        let out = { (name: String) in Array("\(shelf.path)/\(name)".utf8) }
        #expect(try project.exporting(ExportOrder(), as: .archive, to: out("whole")).left.isEmpty)
        try shelf.shell("cd 'My Poems'; rm -rf '.shed/\(folder)'; mkdir ../elsewhere; ln -s ../../elsewhere '.shed/\(folder)'; ln -s nothing .shedignore")
        let result = try project.exporting(ExportOrder(), as: .archive, to: out("out"))
        #expect(result.left.map(\.path) == [RelativePath([".shed", folder])], "\(result.left)")
        #expect(result.odd.contains { $0.path == ".shedignore" } && result.files == 1, "\(result.odd)")
    }

    @Test func `comes back without settings that are too long to be read`() throws {
        let (shelf, project) = try project()
        try shelf.shell("printf '# s\\n' > 'My Poems/.shed/settings.toml'")
        _ = try project.exporting(ExportOrder(), as: .folder, to: Array("\(shelf.path)/out".utf8))
        try shelf.shell("""
            file=out/settings/.shed/settings.toml; old=$(sha256sum < $file | cut -c 1-64)
            yes '# long' | head -c 1100000 > $file; new=$(sha256sum < $file | cut -c 1-64)
            sed -i "/settings.toml/{s/$old/$new/;s/\\"size\\":4/\\"size\\":1100000/}" out/manifest.json
            grep -q "$new" out/manifest.json && grep -q 'size":1100000' out/manifest.json
            """)
        let made = try imported(shelf)
        #expect(made.files == 2 && made.notes.contains { $0.path == KeptFiles.settings }, "\(made.notes)")
        #expect(try shelf.shell("ls -A Again/.shed | grep -c settings || true") == "0\n")
    }
}
