import ShedCheck
import ShedModel
import ShedProject
import ShedProjectTestSupport
import Testing

/// What verbs do to many things.
extension GrowthTests {
    private func bench(_ count: Int, in folder: String = "Draft", _ settings: String? = nil) throws -> (Bench, [RelativePath]) {
        let bench = try Bench("poetry", settings)
        let paths = bench.files(count, in: folder)
        try bench.project.sync()
        return (bench, paths)
    }

    @Test func `finding by path`() throws {
        try Growth.expect(125) { count in
            let (bench, paths) = try bench(count)
            return { for path in paths { _ = try bench.project.find(path) } }
        }
    }

    @Test func `moving into another folder`() throws {
        try Growth.expect(600) { count in
            let (bench, paths) = try bench(count)
            return { try #expect(bench.write { try $0.move(paths, to: "Ready") }.count == count) }
        }
    }

    @Test func `moving to Trash`() throws {
        try Growth.expect(300) { count in
            let (bench, paths) = try bench(count)
            return { try #expect(bench.write { try $0.trash(paths) }.count == count) }
        }
    }

    @Test func `moving things of one name to Trash`() throws {
        try Growth.expect(150) { count in
            let bench = try Bench("poetry")
            let paths = bench.folders(count, in: "Collections").map { bench.files(1, in: "\($0)")[0] }
            try bench.project.sync()
            return { try #expect(bench.write { try $0.trash(paths) }.count == count) }
        }
    }

    @Test func `putting a folder in order`() throws {
        try Growth.expect(600) { count in
            let (bench, _) = try bench(count, in: "Collections/Book")
            return { try #expect(bench.write { try $0.order("Collections/Book", by: .modified) }.written == count) }
        }
    }

    @Test func `moving one thing in the order of a folder`() throws {
        try Growth.expect(2_500) { count in
            let (bench, paths) = try bench(count, in: "Collections/Book")
            _ = try bench.write { try $0.order("Collections/Book", by: .modified) }
            return { try #expect(bench.write { try $0.order([paths[count / 2]], .first) }.written == 1) }
        }
    }

    @Test func `numbering a folder`() throws {
        try Growth.expect(300) { count in
            let (bench, _) = try bench(count, in: "Collections/Book")
            return { try #expect(bench.write { try $0.number("Collections/Book") }.renamed.count == count) }
        }
    }

    @Test func `restoring`() throws {
        try Growth.expect(125) { count in
            let (bench, paths) = try bench(count)
            let trashed = try bench.write { try $0.trash(paths) }.map(\.to)
            return { try #expect(bench.write { try $0.restore(trashed) }.count == count) }
        }
    }

    @Test func `restoring into a folder that is gone`() throws {
        try Growth.expect(125) { count in
            let bench = try Bench("poetry")
            let paths = bench.files(count, in: "Collections/A")
            try bench.project.sync()
            let trashed = try bench.write { try $0.trash(paths) }.map(\.to)
            try bench.remove("Collections/A")
            try bench.project.sync()
            return { try #expect(bench.write { try $0.restore(trashed) }.count == count) }
        }
    }

    @Test func `emptying Trash`() throws {
        try Growth.expect(125) { count in
            let (bench, paths) = try bench(count)
            _ = try bench.write { try $0.trash(paths) }
            return { try #expect(bench.write { try $0.emptyTrash() }.count == count) }
        }
    }

    @Test func `deleting for good`() throws {
        try Growth.expect(125) { count in
            let (bench, paths) = try bench(count)
            return { try bench.write { try $0.deletePermanently(paths) } }
        }
    }

    @Test func `accepting what was rejected`() throws {
        try Growth.expect(125) { count in
            let bench = try Bench("poetry", "bulk = 1000000\n")
            bench.files(count, in: "Collections")
            let rejected = try bench.project.sync().moves.map(\.to)
            return { try #expect(bench.write { try $0.accept(rejected, to: "Draft") }.count == count) }
        }
    }

    @Test func `accepting where it is`() throws {
        try Growth.expect(125) { count in
            let bench = try Bench("poetry", "bulk = 0\n")
            let paths = bench.files(count, in: "Collections")
            try bench.project.sync()
            return { try #expect(bench.write { try $0.accept(paths, to: nil) }.count == count) }
        }
    }

    @Test func `giving a tag`() throws {
        try Growth.expect(250) { count in
            let (bench, paths) = try bench(count)
            return { try #expect(bench.write { try $0.addTag("urgent", to: paths, creating: true) }.nodes.count == count) }
        }
    }

    @Test func `showing a tree`() throws {
        try Growth.expect(200) { count in
            let (bench, _) = try bench(count)
            return {
                let listing = try bench.project.listing()
                func all(_ views: FolderContents) -> Int { views.reduce(0) { $0 + 1 + all(listing.contents(of: $1)) } }
                #expect(try all(listing.contents(of: .root)) > count)
            }
        }
    }

    @Test func `listing a folder`() throws {
        try Growth.expect(200) { count in
            let (bench, _) = try bench(count)
            return { try #expect(bench.project.listing(of: "Draft", depth: 1).contents(of: "Draft").count == count) }
        }
    }

    @Test func `saying what is the state of things`() throws {
        try Growth.expect(150) { count in
            let (bench, _) = try bench(count)
            bench.files(2 * count, in: "Collections")
            return { try bench.project.status() }
        }
    }

    @Test func `checking`() throws {
        try Growth.expect(1_000) { count in
            let (bench, _) = try bench(count)
            bench.files(count, in: "Research", ".md")
            return { try bench.project.check() }
        }
    }

    @Test func `checking names that are to be mended`() throws {
        try Growth.expect(125) { count in
            let bench = try Bench("poetry")
            bench.files(count, in: "Draft", " ")
            try bench.project.sync()
            return { try #expect(bench.project.check().count >= count) }
        }
    }

    @Test func `checking what was rejected`() throws {
        try Growth.expect(125) { count in
            let bench = try Bench("poetry", "bulk = 1000000\n")
            bench.files(count, in: "Collections")
            try bench.project.sync()
            return { try #expect(bench.project.check().count >= count) }
        }
    }
}
