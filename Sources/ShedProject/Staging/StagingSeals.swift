import ShedDisk
import ShedModel

/// How far a change is whose journal is sealed.
enum StagedProgress: String {
    /// It is put into its place.
    case begun
    /// It is taken back.
    case takenBack = "taken-back"
    /// All is done but what was replaced, which could not be put aside; the sidecar says what goes along with it.
    case said
}

/// What this machine has sealed: the journals of staged changes that it has written itself, each by its size and its SHA-256, and how
/// far each change is, in a file named like its staging folder, in `staged` in the project's folder of the state directory.
///
/// A journal stands in the project, where whoever can write there can lay one that looks like ours. It says what is moved and what
/// is replaced for good; so only one that is known here is carried out. Each is known here, durably, before it stands there. How far
/// it is decides whether it is carried out or taken back, and whether the sidecar still has to say what goes along: so a file in the
/// staging folder that says so is heeded only beside what an earlier shed has written, which kept it there.
package struct StagingSeals {
    private let path: String

    private static let name: Name = "staged"
    /// What an earlier shed put into the staging folder of a change that it took back, or that it had said.
    private static let flags: [(name: Name, progress: StagedProgress)] = [("abort", .takenBack), ("said", .said)]

    private struct Seal {
        var hash: ContentHash
        /// In bytes.
        var size: Int
        /// `nil` in what an earlier shed wrote.
        var progress: StagedProgress?

        var bytes: [UInt8] { Array("\(hash) \(size)\(progress.map { " \($0.rawValue)" } ?? "")\n".utf8) }

        init(hash: ContentHash, size: Int, progress: StagedProgress?) { (self.hash, self.size, self.progress) = (hash, size, progress) }

        /// `nil` for what no shed wrote.
        init?(bytes: [UInt8]) {
            let parts = String(decoding: bytes, as: UTF8.self).split(whereSeparator: { " \n".contains($0) })
            guard (2...3).contains(parts.count), let hash = ContentHash(String(parts[0])), let size = Int(parts[1]), size >= 0 else { return nil }
            self.init(hash: hash, size: size, progress: nil)
            guard parts.count == 3 else { return }
            guard let progress = StagedProgress(rawValue: String(parts[2])) else { return nil }
            self.progress = progress
        }
    }

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
        try write(Seal(hash: ContentHash(of: journal), size: journal.count, progress: .begun), of: change)
    }

    private func write(_ seal: Seal, of change: Name) throws(DiskError) {
        try DirectoryHandle(path: path).openDirectory(StagingSeals.name, create: true).write(change, seal.bytes, replacing: true)
    }

    private func seal(of change: Name) throws(DiskError) -> Seal? {
        guard let seals = try directory(), try seals.kind(of: change) == .file else { return nil }
        do throws(DiskError) { return Seal(bytes: try seals.read(change, atMost: StagingSeals.longest)) } catch {
            // None of shed's is so long.
            if error.code == .tooLarge { return nil }
            throw error
        }
    }

    /// The journal of a change, if it is one that was sealed here, byte for byte.
    /// - Throws: where that cannot be read: what it tells of may be half done.
    func journal(of change: Name, in folder: DirectoryHandle) throws(DiskError) -> [UInt8]? {
        guard let seal = try seal(of: change), try folder.kind(of: StagingFolder.journalName) == .file,
            // One that was made larger is not read.
            let there = try folder.evidence(of: StagingFolder.journalName)?.size, there == Int64(seal.size)
        else { return nil }
        let bytes = try folder.read(StagingFolder.journalName, atMost: seal.size)
        return ContentHash(of: bytes) == seal.hash ? bytes : nil
    }

    /// How far a change is whose journal is ours.
    /// - Parameter folder: its staging folder.
    func progress(of change: Name, in folder: DirectoryHandle) throws(DiskError) -> StagedProgress {
        if let known = try seal(of: change)?.progress { return known }
        for flag in StagingSeals.flags where try folder.kind(of: flag.name) != nil { return flag.progress }
        return .begun
    }

    /// Notes how far a change is whose journal is ours, durably.
    func note(_ progress: StagedProgress, of change: Name, in folder: DirectoryHandle) throws(DiskError) {
        guard try self.progress(of: change, in: folder) != progress else { return }
        if let seal = try seal(of: change) { return try write(Seal(hash: seal.hash, size: seal.size, progress: progress), of: change) }
        // Of an earlier shed, which sealed none. With a seal for this one, the others of its kind would not be ours any more.
        guard let flag = StagingSeals.flags.first(where: { $0.progress == progress }), try folder.kind(of: flag.name) == nil else { return }
        try folder.write(flag.name, [], replacing: false)
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
