import Glibc
import ShedDisk
import ShedModel
import ShedTestSupport
import ShedWriting
import Testing

@testable import ShedEngine

/// A project in a temporary directory with a state directory of its own; removed with the last reference.
final class Bench {
    /// The project's directory.
    let root: String
    var project: Project
    private let directory: String

    /// A new project, with files in some of its folders.
    init(_ kind: String, _ settings: String? = nil) throws {
        directory = try TestFile.temporaryDirectory("shed-growth")
        root = directory + "/P"
        // A clock that stands still: nothing ends early since it takes long.
        let now = Surroundings.clock()
        let surroundings = try Surroundings(
            environment: ["HOME": directory, "SHED_STATE_DIR": directory + "/state", "XDG_DATA_HOME": directory + "/data"], now: { now })
        project = try Project.new(
            WritingKinds.kind(named: kind), named: "P", in: Array(directory.utf8), language: .english, surroundings: surroundings)
        guard let settings else { return }
        TestFile.write(settings, to: root + "/.shed/settings.toml")
        try reopen()
    }

    deinit { try? DirectoryHandle(path: "/tmp").removeTree(Name(String(directory.dropFirst("/tmp/".count)))) }

    /// Removes what is in the project's directory, with all that is below it.
    func remove(_ path: RelativePath) throws {
        try project.root.openDirectory(at: path.parent).removeTree(try #require(path.last))
    }

    /// Opens the project anew, as another run would.
    func reopen() throws {
        project = try Project.open(containing: Array(root.utf8), surroundings: project.surroundings, purpose: .change)
    }

    /// Makes so many empty files in a folder, called 00000.txt and so on.
    /// - Returns: their paths.
    @discardableResult
    func files(_ count: Int, in folder: String, _ suffix: String = ".txt", _ content: (Int) -> String = { _ in "" }) -> [RelativePath] {
        mkdir("\(root)/\(folder)", 0o755)
        return (0..<count).map { number in
            let path = "\(folder)/\(Bench.digits(number))\(suffix)"
            TestFile.write(content(number), to: "\(root)/\(path)")
            return RelativePath(path.split(separator: "/").map { Name(String($0)) })
        }
    }

    /// Renames on the disk, as a file manager does.
    func rename(_ from: RelativePath, to: RelativePath) { Glibc.rename("\(root)/\(from)", "\(root)/\(to)") }

    /// Five digits.
    static func digits(_ number: Int) -> String { String(String(100_000 + number).dropFirst()) }

    /// Walks the road as `sync` does.
    @discardableResult
    func sync(_ change: (inout Errand) -> Void = { _ in }) throws -> Outcome {
        var errand = Errand()
        change(&errand)
        return try project.reconcile(errand)
    }
}

