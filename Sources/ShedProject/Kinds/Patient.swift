import ShedDisk
import ShedIndex
import ShedModel

/// A registered project, as far as it was looked at.
public struct Patient {
    public let folder: ProjectStateFolder
    public var watcher: WatchPresence?
    /// Whether the daemon leaves it alone, and why.
    package let quarantine: Quarantine
    /// The root, or why it could not be opened.
    package var root: Result<DirectoryHandle, DiskError>
    /// Whether it is the directory that was registered.
    package var isSame = false
    package var mount: Mount?
    /// `nil` where there is no index yet.
    package var index: Result<IndexSummary?, IndexError>

    package init(_ folder: ProjectStateFolder, mounts: MountTable) {
        self.folder = folder
        watcher = WatchPresence.current(in: folder)
        // Of what cannot be read just now nothing is said.
        quarantine = (try? Quarantine(of: folder)) ?? Quarantine()
        do throws(DiskError) {
            let handle = try DirectoryHandle(pathBytes: folder.record.root)
            root = .success(handle)
            isSame = folder.record.isRoot(try handle.ownEvidence())
            mount = mounts.mount(of: handle)
        } catch { root = .failure(error) }
        do throws(IndexError) { index = .success(try ProjectIndex.summary(path: folder.index)) } catch { index = .failure(error) }
    }

    public var path: [UInt8] { folder.record.root }
    /// The path to be shown.
    package var shown: String { EscapedText.escape(path) }
    package var handle: DirectoryHandle? { try? root.get() }
    package var summary: IndexSummary? { (try? index.get()) ?? nil }
    /// Whether a daemon could watch it now.
    package var isLive: Bool { isSame && Registry.isLive(folder) }
}
