import Glibc
import ShedDisk
import ShedModel
import ShedReconcile
import ShedWriting

@testable import ShedEngine

/// A temporary directory with projects and a state directory of its own; removed with the last reference.
final class Shelf {
    let path: String
    var surroundings: Surroundings

    init(now: @escaping @Sendable () -> Int64 = Surroundings.clock) throws {
        var template = Array("/tmp/shed-engine-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw ShedError(.environment, "no temporary directory") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let environment = ["HOME": path + "/home", "SHED_STATE_DIR": path + "/state", "XDG_DATA_HOME": path + "/data"]
        surroundings = try Surroundings(environment: environment, now: now)
        mkdir(path + "/home", 0o755)
    }

    deinit {
        _ = try? shell("chmod -R u+rwx '\(path)' 2>/dev/null; rm -rf '\(path)'")
    }

    /// A new project.
    func project(_ kind: String = "poetry", named name: String = "My Poems", language: Language = .english) throws -> Project {
        try Project.new(
            WritingKinds.kind(named: kind), named: Name(name), in: Array(path.utf8), language: language, surroundings: surroundings)
    }

    /// The project again, opened anew as another run would.
    func reopen(_ project: Project, purpose: Project.Purpose = .change) throws -> Project {
        try Project.open(containing: project.rootPath, surroundings: surroundings, purpose: purpose)
    }

    /// Runs a command in the shelf's directory and returns what it printed.
    @discardableResult
    func shell(_ command: String) throws -> String {
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

extension Project {
    /// The ID of what is at a path, by a listing of what is there.
    func id(_ path: RelativePath) throws -> NodeID? { try find(path).node.id }

    /// Reconciles as `sync` does.
    @discardableResult
    func sync(_ change: (inout Errand) -> Void = { _ in }) throws -> Outcome {
        var errand = Errand()
        change(&errand)
        return try reconcile(errand)
    }
}
