import Glibc
import ShedModel
import ShedProject
import ShedTestSupport
import ShedWritingKind

/// A temporary directory with projects and a state directory of its own; removed with the last reference.
package final class Shelf {
    package let path: String
    package var surroundings: Surroundings

    /// - Parameters:
    ///   - kinds: the kinds of project that there are beside those for writers.
    ///   - directory: in which it is made.
    package init(kinds: [any KindModule] = [], in directory: String = "/tmp", now: @escaping @Sendable () -> Int64 = Surroundings.clock) throws {
        path = try TestFile.temporaryDirectory("shed-project", in: directory)
        surroundings = try Shelf.surroundings(home: path + "/home", in: path, KindModules([WritingKind()] + kinds), now)
        mkdir(path + "/home", 0o755)
    }

    deinit {
        _ = try? shell("rm -rf '\(path)' 2>/dev/null || { chmod -R u+rwx '\(path)' 2>/dev/null; rm -rf '\(path)'; }")
    }

    /// What another device depends on, which keeps everything in the shelf's folder `elsewhere`.
    package func elsewhere(now: @escaping @Sendable () -> Int64 = Surroundings.clock) throws(ShedError) -> Surroundings {
        try Shelf.surroundings(home: path + "/elsewhere", in: path + "/elsewhere", surroundings.kinds, now)
    }

    private static func surroundings(
        home: String, in directory: String, _ kinds: KindModules, _ now: @escaping @Sendable () -> Int64
    ) throws(ShedError) -> Surroundings {
        let environment = ["HOME": home, "SHED_STATE_DIR": directory + "/state", "XDG_DATA_HOME": directory + "/data"]
        return try Surroundings(environment: environment, kinds: kinds, now: now)
    }

    /// A new project.
    package func project(_ kind: String = "poetry", named name: String = "My Poems", language: Language = .english) throws -> Project {
        try Project.new(
            surroundings.kinds.kinds.kind(named: kind), named: Name(name), in: Array(path.utf8), language: language, surroundings: surroundings)
    }

    /// The project again, opened anew as another run would.
    package func reopen(_ project: Project, purpose: Project.Purpose = .change) throws -> Project {
        try Project.open(containing: project.home.path, surroundings: surroundings, purpose: purpose)
    }

    /// The project in one of the shelf's folders, which a person trusts: what a copy, or another device, has to change.
    /// - Parameter there: what another device depends on.
    package func trusted(_ folder: String, on there: Surroundings? = nil, as consent: Project.Consent = .trust) throws -> Project {
        let place = Array("\(path)/\(folder)".utf8)
        return try Project.open(containing: place, surroundings: there ?? surroundings, purpose: .look).trusted(as: consent)
    }

    /// Runs a command in the shelf's directory and returns what it printed.
    @discardableResult
    package func shell(_ command: String) throws -> String {
        guard let pipe = popen("cd '\(path)' && { \(command)\n}", "r") else { throw ShedError(.environment, "no shell") }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = fread(&buffer, 1, buffer.count, pipe)
            if count == 0 { break }
            output += buffer.prefix(count)
        }
        let status = pclose(pipe)
        guard status == 0 else { throw ShedError(.environment, "“\(command)” ended with \(status)") }
        return String(decoding: output, as: UTF8.self)
    }
}
