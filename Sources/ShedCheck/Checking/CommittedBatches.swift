import ShedDisk
import ShedModel
import ShedProject
import ShedService
import ShedSidecar

/// Batches that others build on, that are not in the sidecar, and that git has elsewhere: whoever changes branches while a batch is not
/// committed leaves it there, and takes away what it builds on.
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

    /// All that are missing.
    package let absent: [BatchID]
    /// The commits that have some of them; empty where git is not there, does not answer, or knows none.
    package private(set) var commits: [Commit] = []
    /// The project's root: an absolute path.
    private let path: [UInt8]

    /// So many commits are named.
    private static let mostCommits = 4

    /// Asks git, where something is missing, and the project lies in a work tree which, as its repository, is the person's own; else no
    /// program is run.
    package init(_ absent: [BatchID], of home: ProjectHome) {
        (self.absent, path) = (absent, home.path)
        let environment = home.surroundings.environment
        // A work tree that is found has one owner, from the project's root to the repository.
        guard !absent.isEmpty, home.root.owner == home.surroundings.user, Carriers(around: home.root, path: path, home: environment["HOME"]).git != nil,
            let git = FileCommits(in: path, environment: environment),
            let held = try? git.holders(in: "\(Sidecar.name)/\(Sidecar.ops)", endings: absent.map { "-\($0).jsonl" })
        else { return }
        for file in held {
            guard let batch = absent.first(where: { file.path.ends(with: "-\($0).jsonl") }) else { continue }
            if let known = commits.firstIndex(where: { $0.hash == file.commit }) { commits[known].batches.append(batch) }
            else if commits.count < CommittedBatches.mostCommits { commits.append(Commit(hash: file.commit, reference: nil, batches: [batch])) }
        }
        for index in commits.indices {
            // It is only a help; where that takes too long, the commit is enough.
            guard let name = (try? git.reference(containing: commits[index].hash)).flatMap({ $0 }) else { break }
            commits[index].reference = EscapedText.escape(CommittedBatches.short(name))
        }
    }

    /// The commit that has a batch.
    package func commit(with batch: BatchID) -> Commit? { commits.first { $0.batches.contains(batch) } }

    /// What brings back all that git has of them, and loses nothing: batches are written once, so that those which stand here too are the same,
    /// and checkout takes none away. They come into git’s index too, since git changes no branch and merges nothing over files that it does
    /// not know, be they alike.
    package var cure: String { commits.map { CommittedBatches.cure($0, path) }.joined(separator: " && ") }

    /// What brings back what one commit has.
    package func cure(_ commit: Commit) -> String { CommittedBatches.cure(commit, path) }

    private static func cure(_ commit: Commit, _ path: [UInt8]) -> String {
        "git -C \(ShellWord.quote(path)) checkout \(commit.hash) -- \(Sidecar.name)/\(Sidecar.ops)"
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

extension [UInt8] {
    fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}

extension Project {
    /// What of the sidecar is missing and stands in git.
    package func committedBatches() throws(ShedError) -> CommittedBatches {
        CommittedBatches(try ProjectCheck(self).absentBatches(), of: home)
    }
}
