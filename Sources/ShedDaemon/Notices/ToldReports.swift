import ShedDisk
import ShedModel
import ShedProject

/// What was told of the files of one project, so that it is not told again at each event: once for each content.
struct ToldReports {
    private struct Key: Hashable {
        var path: RelativePath
        var message: String
    }

    /// What stood there then; `nil`: nothing.
    private struct Content: Hashable {
        var identity: FileIdentity
        var size: Int64
        var modified: Int64
    }

    private var told: [Key: Content?] = [:]
    /// Beyond that it begins anew, and says some things a second time.
    private static let most = 2_000

    /// An outcome without those reports and failures that were told before, which are told now.
    mutating func untold(_ outcome: Outcome, _ root: DirectoryHandle) -> Outcome {
        guard !outcome.reports.isEmpty || !outcome.failures.isEmpty else { return outcome }
        var outcome = outcome
        outcome.reports.removeAll { $0.hold == nil && !takeNew($0.path, $0.message, root) }
        outcome.failures.removeAll { !takeNew($0.path, $0.reason.english, root) }
        return outcome
    }

    private mutating func takeNew(_ path: RelativePath, _ message: String, _ root: DirectoryHandle) -> Bool {
        let key = Key(path: path, message: message)
        let evidence = path.last.flatMap { name in try? root.openDirectory(at: path.parent).evidence(of: name) }
        let content = evidence.map { Content(identity: $0.identity, size: $0.size, modified: $0.modified) }
        if let known = told[key], known == content { return false }
        if told.count >= ToldReports.most { told = [:] }
        told[key] = .some(content)
        return true
    }
}
