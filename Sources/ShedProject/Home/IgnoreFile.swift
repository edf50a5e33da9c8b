import ShedDisk
import ShedModel
import ShedRules

/// `.shedignore` at the root.
package enum IgnoreFile {
    package static func read(_ root: DirectoryHandle) throws(DiskError) -> IgnoreRules {
        try bytes(root).map { IgnoreRules(shedignore: $0) } ?? IgnoreRules()
    }

    /// What it holds, as far as that counts; `nil` where there is none.
    static func bytes(_ root: DirectoryHandle) throws(DiskError) -> [UInt8]? {
        do throws(DiskError) {
            // One byte more than counts, so that it is noticed that there is more; “check” says so.
            return try root.readBeginning(".shedignore", atMost: IgnoreRules.longestFile + 1)
        } catch {
            // A link or a folder of that name is no ignore file.
            guard [.notFound, .isLink, .notDirectory, .notFile].contains(error.code) else { throw error }
            return nil
        }
    }

    /// The last line, from 1, that by itself ignores something; `nil` where none does, or the file has very many.
    static func line(in root: DirectoryHandle, thatIgnores path: RelativePath, _ kind: EntryKind) -> Int? {
        guard let bytes = try? root.readBeginning(".shedignore", atMost: IgnoreRules.longestFile) else { return nil }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: mostLines, omittingEmptySubsequences: false)
        guard lines.count <= mostLines else { return nil }
        return lines.lastIndex { IgnoreRules(shedignore: Array($0)).ignores(path: path, kind: kind) }.map { $0 + 1 }
    }

    private static let mostLines = 1_000
}
