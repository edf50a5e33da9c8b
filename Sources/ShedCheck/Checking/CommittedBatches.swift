import ShedDisk
import ShedModel
import ShedProject
import ShedService
import ShedSidecar

/// Batches that others build on, that are not in the sidecar, and that git has elsewhere: whoever changes branches while a batch is not
/// committed leaves it there, and takes away what it builds on. And those of which a torn file stands there, as where git was ended, or the
/// disk full, while it wrote them.
package struct CommittedBatches {
    /// A commit that has some of them.
    package struct Commit: Hashable {
        /// As git abbreviates nothing.
        package var hash: String
        /// A branch, tag or stash in which it is, as git names it in short, safe to show; `nil` where none has it any more.
        package var reference: String?
        /// What it has of them, in their order.
        package var batches: [BatchID]
    }

    /// All that are missing: those that are not there, then the torn ones.
    package let missing: [BatchID]
    /// Those of which a torn file stands there.
    package let torn: Set<BatchID>
    /// The commits that have some of them; empty where git is not there, does not answer, or knows none.
    package private(set) var commits: [Commit] = []
    /// The project's root: an absolute path.
    private let path: [UInt8]
    /// Whether git leaves parts of the work tree out, also where a path is named, unless it is told not to.
    private let isSparse: Bool

    /// So many commits are named.
    private static let mostCommits = 4

    /// Of one batch no more is read, in bytes.
    private static let longest = 16 << 20

    /// Asks git, where something is missing, and the project lies in a work tree which, as its repository, is the person's own; else no
    /// program is run.
    package init(_ absent: [BatchID], torn: [BatchID] = [], of home: ProjectHome) {
        missing = absent + torn.filter { !absent.contains($0) }
        (self.torn, path) = (Set(torn), home.path)
        let carriers = missing.isEmpty ? nil : home.carriers
        isSparse = carriers?.git?.isSparse == true
        guard let carriers, home.isOwn(carriers), let git = FileCommits(in: path, environment: home.surroundings.environment) else { return }
        let batches = Dictionary(missing.map { (CommittedBatches.ending($0), $0) }, uniquingKeysWith: { first, _ in first })
        let held = (try? git.holders(in: "\(Sidecar.name)/\(Sidecar.ops)", endings: missing.map(CommittedBatches.ending))) ?? []
        for file in held {
            guard let batch = batches[file.ending], !self.torn.contains(batch) || CommittedBatches.isWhole(batch, file, git, home) else { continue }
            if let known = commits.firstIndex(where: { $0.hash == file.commit }) { commits[known].batches.append(batch) }
            else if commits.count < CommittedBatches.mostCommits { commits.append(Commit(hash: file.commit, reference: nil, batches: [batch])) }
        }
        for index in commits.indices {
            // It is only a help; where that takes too long, the commit is enough.
            guard let name = (try? git.reference(containing: commits[index].hash)).flatMap({ $0 }) else { break }
            commits[index].reference = EscapedText.escape(CommittedBatches.short(name))
        }
    }

    private static func ending(_ batch: BatchID) -> String { "-\(batch).jsonl" }

    /// Whether git has it as it was written: what came torn may have been committed so, or come so by a filter of the repository.
    private static func isWhole(_ batch: BatchID, _ file: FileCommits.Held, _ git: FileCommits, _ home: ProjectHome) -> Bool {
        guard let bytes = (try? git.content(of: file, atMost: longest)).flatMap({ $0 }) else { return false }
        return (try? BatchDecoder.decode(bytes, projects: home.file.projects))?.id == batch
    }

    /// The commit that has a batch.
    package func commit(with batch: BatchID) -> Commit? { commits.first { $0.batches.contains(batch) } }

    /// What brings back all that git has of them, and loses nothing: batches are written once, so that those which stand here too are the same,
    /// and checkout takes none away. They come into git’s index too, since git changes no branch and merges nothing over files that it does
    /// not know, be they alike.
    package var cure: String { commits.map(cure).joined(separator: " && ") }

    /// What brings back what one commit has.
    package func cure(_ commit: Commit) -> String {
        "git -C \(ShellWord.quote(path)) checkout \(isSparse ? "--ignore-skip-worktree-bits " : "")\(commit.hash) -- \(Sidecar.name)/\(Sidecar.ops)"
    }

    /// Where a commit is: by a branch, tag or stash, if there is one.
    package static func place(_ commit: Commit) -> String {
        let hash = String(commit.hash.prefix(12))
        return commit.reference.map { "in commit \(hash) (\($0))" } ?? "in commit \(hash), which is in no branch any more"
    }

    private static func short(_ reference: [UInt8]) -> [UInt8] {
        for start in ["refs/heads/", "refs/remotes/", "refs/tags/", "refs/"] where reference.starts(with: start.utf8) {
            return Array(reference.dropFirst(start.utf8.count))
        }
        return reference
    }
}

extension Project {
    /// What of the sidecar is missing and stands in git; what was given up for lost is not missing.
    package func committedBatches() throws(ShedError) -> CommittedBatches {
        let gaps = try missingBatches()
        return CommittedBatches(gaps.absent, torn: gaps.torn, of: home)
    }
}
