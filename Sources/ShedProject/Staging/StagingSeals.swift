import ShedDisk
import ShedModel

/// What this machine has sealed: the journals of staged changes that it has written itself, each by its size and its SHA-256, in a
/// file named like its staging folder, in `staged` in the project's folder of the state directory.
///
/// A journal stands in the project, where whoever can write there can lay one that looks like ours. It says what is moved and what
/// is replaced for good; so only one that is known here is carried out. Each is known here, durably, before it stands there.
package struct StagingSeals {
    private let path: String

    private static let name: Name = "staged"
    /// A seal is shorter, in bytes.
    private static let longest = 256
    /// shed keeps one a change that is being carried out.
    private static let most = 1_000_000

    package init(in folder: ProjectStateFolder) { path = folder.path }

    private func directory() throws(DiskError) -> DirectoryHandle? {
        do throws(DiskError) { return try DirectoryHandle(path: path).openDirectory(StagingSeals.name) } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }

    /// Whether a shed that seals has ever put this project in order. Before that, journals without a seal are an earlier shed's.
    func areKept() throws(DiskError) -> Bool { try directory() != nil }

    /// From now on a journal without a seal is none of ours.
    func begin() throws(DiskError) { _ = try DirectoryHandle(path: path).openDirectory(StagingSeals.name, create: true) }

    /// Seals a journal that is about to be written, durably.
    /// - Parameter change: the name of its staging folder.
    package func write(_ journal: [UInt8], of change: Name) throws(DiskError) {
        let seal = "\(ContentHash(of: journal)) \(journal.count)\n"
        try DirectoryHandle(path: path).openDirectory(StagingSeals.name, create: true).write(change, Array(seal.utf8), replacing: true)
    }

    /// The journal of a change, if it is one that was sealed here, byte for byte.
    /// - Throws: where that cannot be read: what it tells of may be half done.
    func journal(of change: Name, in folder: DirectoryHandle) throws(DiskError) -> [UInt8]? {
        guard let seals = try directory(), try seals.kind(of: change) == .file, try folder.kind(of: StagingFolder.journalName) == .file else { return nil }
        let parts = String(decoding: try seals.read(change, atMost: StagingSeals.longest), as: UTF8.self).split(whereSeparator: { " \n".contains($0) })
        guard parts.count == 2, let hash = ContentHash(String(parts[0])), let size = Int(parts[1]), size >= 0,
            // One that was made larger is not read.
            let there = try folder.evidence(of: StagingFolder.journalName)?.size, there == Int64(size)
        else { return nil }
        let bytes = try folder.read(StagingFolder.journalName, atMost: size)
        return ContentHash(of: bytes) == hash ? bytes : nil
    }

    /// Breaks a seal: its change has come to its end. One that stays says nothing.
    func remove(_ change: Name) { try? directory()?.removeFile(change) }

    /// Breaks the seals of changes that are not there any more: between the removal of one and that of its seal shed was killed.
    /// - Parameter isGone: whether there is nothing of that name among what is staged.
    func sweep(where isGone: (Name) -> Bool) {
        guard let directory = try? directory(), let seals = try? directory.list(atMost: StagingSeals.most) else { return }
        for seal in seals where seal.kind == .file && isGone(seal.name) { try? directory.removeFile(seal.name) }
    }
}
