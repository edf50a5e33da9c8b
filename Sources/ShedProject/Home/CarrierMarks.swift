import ShedDisk
import ShedModel

/// The marks that sync engines and git leave at a project's root.
package enum CarrierMarks {
    package static func stand(in root: DirectoryHandle) -> Bool {
        for name: Name in [".git", ".stfolder", ".stignore"] where (try? root.kind(of: name)).flatMap({ $0 }) != nil { return true }
        return false
    }

    /// Whether git holds its index lock just now.
    package static func gitIsAtWork(in root: DirectoryHandle) -> Bool {
        guard let git = try? root.openDirectory(".git") else { return false }
        return (try? git.kind(of: "index.lock")).flatMap { $0 } != nil
    }
}
