import ShedDisk
import ShedMessages
import ShedModel
import ShedService

/// What file managers show of a project's folders.
public struct IconStatus: Sendable {
    public struct Folder: Sendable {
        public var path: RelativePath
        /// The picture that it is to have, by its name.
        public var picture: String
        /// Whether the folder says so.
        public var isShown: Bool
        /// Why it does not, where icons are wanted: a clause.
        public var reason: Message?
    }

    /// Whether shed keeps icons up here.
    public var isOn = false
    /// Whether what GNOME's library keeps beside the file system can be told.
    public var hasMetadata = false
    /// In the order of their paths.
    public var folders: [Folder] = []
}

extension Transaction {
    /// Has file managers show the project's folders as its template has them, on this machine, from now on; or no longer.
    ///
    /// Doing it again looks at each folder and writes where something differs. What a person or another program has chosen stays.
    /// - Returns: the files that were written, removed or left, in the order of their paths.
    public func showIcons(_ isOn: Bool, dryRun: Bool) throws(ShedError) -> [IconItem] {
        if !dryRun { try requireWriting() }
        guard let folder = home.stateFolder else { throw ShedError(.environment, "the project is not registered") }
        let state = try load()
        do {
            let directory = try DirectoryHandle(path: folder.path)
            var work = try IconWork(home, state, kept: project.icons.book(in: directory), isDry: dryRun)
            work.begin(isOn)
            try work.carryOut(in: dryRun ? nil : directory)
            if !dryRun { try forgetIcons(directory, work) }
            return work.items.sorted { $0.path < $1.path }
        } catch { throw ShedError(error) }
    }

    /// Forgets the book, where icons are off and no folder has one of shed's any more, and with the last one the pictures.
    private func forgetIcons(_ directory: DirectoryHandle, _ work: IconWork) throws(DiskError) {
        guard !work.book.isOn, work.book.folders.isEmpty else { return }
        do throws(DiskError) { try directory.removeFile(IconBook.name) } catch { if error.code != .notFound { throw error } }
        try directory.sync()
        if registry.noneHolds(IconBook.name) { work.pictures.removeAll() }
    }

    /// Brings icons up to what the folders are now, where they are wanted. What cannot be done now is done by the next change.
    func keepIcons() {
        guard isWriting, let folder = home.stateFolder, let state = store.state, state.incomplete.isEmpty, !state.memory.isEmpty,
            let directory = try? DirectoryHandle(path: folder.path), let book = try? project.icons.book(in: directory)
        else { return }
        guard var work = try? IconWork(home, state, kept: book) else { return }
        try? work.carryOut(in: directory)
        // They were being taken away.
        try? forgetIcons(directory, work)
    }
}

extension Transaction {
    /// Takes out of a folder that is about to go what shed has put there for file managers, if nothing else stands in it.
    func takeIcon(outOf name: Name, in parent: DirectoryHandle) {
        guard let folder = try? parent.openDirectory(name), let pictures = try? FolderPictures(environment: surroundings.environment) else { return }
        folder.endSaving(FolderEntry.name) { pictures.entry.removing(from: $0) == .removal }
        guard let entries = try? folder.list(atMost: 1), entries.first?.name == FolderEntry.name, let bytes = try? FolderEntry.read(in: folder),
            pictures.entry.removing(from: bytes) == .removal
        else { return }
        // Where the folder stays all the same, the next “shed icons on” puts it back.
        _ = try? folder.removeFile(FolderEntry.name, holding: bytes)
    }
}

extension ProjectReader {
    /// What file managers show of the project's folders, and are to.
    public func icons() throws(ShedError) -> IconStatus {
        var status = IconStatus()
        status.hasMetadata = FolderMetadata(environment: surroundings.environment) != nil
        let state = try load()
        let book = home.stateFolder.flatMap { try? DirectoryHandle(path: $0.path) }.flatMap { try? IconBook.read(in: $0) }
        status.isOn = book?.isOn == true
        let work = try IconWork(home, state, kept: book, isDry: true)
        for folder in IconWork.dressed(home, state).values.sorted(by: { $0.path < $1.path }) {
            var shown = IconStatus.Folder(path: folder.path, picture: folder.picture.name, isShown: false)
            do throws(DiskError) {
                let bytes = try FolderEntry.read(in: root.openDirectory(at: folder.path))
                let change = work.pictures.entry.setting(work.pictures.path(of: folder.picture), in: bytes)
                shown.isShown = change == .nothing
                if change == .foreign { shown.reason = .iconIsAnother }
            } catch { shown.reason = error.code == .isLink || error.code == .notFile ? .setupIsNoFile : error.why }
            status.folders.append(shown)
        }
        return status
    }
}
