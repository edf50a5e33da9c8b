import ShedDisk
import ShedRules

/// `.shedignore` at the root.
package enum IgnoreFile {
    package static func read(_ root: DirectoryHandle) throws(DiskError) -> IgnoreRules {
        do throws(DiskError) {
            // One byte more than counts, so that it is noticed that there is more; “check” says so.
            return IgnoreRules(shedignore: try root.readBeginning(".shedignore", atMost: IgnoreRules.longestFile + 1))
        } catch {
            // A link or a folder of that name is no ignore file.
            guard [.notFound, .isLink, .notDirectory, .notFile].contains(error.code) else { throw error }
            return IgnoreRules()
        }
    }
}
