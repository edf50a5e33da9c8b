import ShedDisk
import ShedMessages
import ShedModel
import ShedService

/// What became of the file that gives a folder its icon, or would.
public struct IconItem: Sendable {
    public enum Action: String, Sendable {
        case write
        case remove
        /// Left as it is.
        case leave
    }

    /// Of the file.
    public var path: RelativePath
    public var action: Action
    /// Why it was left: a clause.
    public var reason: Message?
}

/// Brings what file managers are told of the project's folders up to what they are now. Whoever makes one holds the project's lock, unless
/// nothing is to be written.
///
/// Costs what the template has of folders, whatever the project holds; where nothing differs from what the book says, the disk is not
/// looked at.
struct IconWork {
    /// A folder that is to have a picture.
    struct Dressed {
        var path: RelativePath
        var picture: FolderPicture
        var inode: UInt64
    }

    let home: ProjectHome
    let state: ProjectState
    let pictures: FolderPictures
    private let isDry: Bool
    /// What stands on the disk.
    private var kept: IconBook?
    private(set) var book: IconBook
    private(set) var items: [IconItem] = []
    /// Folders whose file might not be read or written just now.
    private var forbidden: Set<RelativePath> = []

    /// - Parameter kept: the book as it stands on the disk; `nil`: there is none.
    init(_ home: ProjectHome, _ state: ProjectState, kept: IconBook?, isDry: Bool = false) throws(ShedError) {
        (self.home, self.state, self.kept, self.isDry) = (home, state, kept, isDry)
        book = kept ?? IconBook()
        do throws(ServiceError) { pictures = try FolderPictures(environment: home.surroundings.environment) } catch { throw ShedError(error) }
    }

    /// The folders that are to have a picture: those of the template, by what it shows them with, and the one for what was refused.
    static func dressed(_ home: ProjectHome, _ state: ProjectState) -> [NodeID: Dressed] {
        var result: [NodeID: Dressed] = [:]
        for id in state.model.roleBearers {
            guard let node = state.model.nodes[id], let role = node.role, node.type.isDirectory, state.memory.isPresent(id),
                state.memory.unsettled.incomingMoves[id] == nil, let path = state.model.path(of: id), !path.isRoot
            else { continue }
            let folder = home.template.folder(role)
            let picture = role == .rejected && folder == nil
                ? FolderPicture.rejected(isWaiting: state.model.presentChildCount(of: id) > 0)
                : folder.flatMap { FolderPicture(symbol: $0.symbol, colour: $0.badge.colour) }
            if let picture { result[id] = Dressed(path: path, picture: picture, inode: state.memory.seen[id]?.evidence.inode ?? 0) }
        }
        return result
    }

    private func absolute(_ path: RelativePath) -> [UInt8] { home.path + [UInt8(ascii: "/")] + path.bytes }

    /// - Parameter directory: where the book stands; `nil` in a dry run.
    /// - Throws: where the book cannot be written; then nothing was changed.
    mutating func carryOut(in directory: DirectoryHandle?) throws(DiskError) {
        let wanted = book.isOn ? IconWork.dressed(home, state) : [:]
        let changed = wanted.filter { id, folder in book.folders[id].map { !isSettled(folder, $0) } ?? true }
        let former = book.folders.keys.filter { wanted[$0] == nil }.sorted()
        guard !changed.isEmpty || !former.isEmpty else { return try keep(in: directory) }
        let order = changed.keys.sorted { (changed[$0]?.path ?? .root) < (changed[$1]?.path ?? .root) }
        var metadata = isDry ? nil : FolderMetadata(environment: home.surroundings.environment)
        let before = book.folders
        for id in order {
            var known = before[id] ?? IconBook.Folder()
            known.picture = ""
            // What is told before an interruption is taken back too.
            if known.marks.isEmpty, let folder = changed[id] { known.marks = metadata?.marks(of: folder.picture, at: pictures.path(of: folder.picture)) ?? known.marks }
            book.folders[id] = known
        }
        try keep(in: directory)
        Interruption.point("icons-noted")
        for id in order {
            guard let folder = changed[id], var known = book.folders[id] else { continue }
            let isMade = make(folder)
            let isDone = isMade && dress(folder)
            Interruption.point("icon-written")
            // Of a picture that is not there nobody is told.
            known.marks = isMade ? tell(&metadata, before[id] ?? IconBook.Folder(), folder) : before[id]?.marks ?? FolderMetadata.Marks()
            (known.picture, known.path, known.inode) = (isDone ? folder.picture.name : "", absolute(folder.path), folder.inode)
            // As it is once that was tried, which may change the folder's own times.
            known.hindrance = forbidden.contains(folder.path) ? hindrance(to: folder) : nil
            book.folders[id] = known
        }
        for id in former { forget(id, &metadata) }
        try keep(in: directory)
        Interruption.point("icons-kept")
    }

    /// Whether a folder has what it is to have, or cannot get it for the reason for which it could not before.
    private func isSettled(_ folder: Dressed, _ known: IconBook.Folder) -> Bool {
        guard known.inode == folder.inode, known.path == absolute(folder.path) else { return false }
        return known.picture == folder.picture.name || known.hindrance.map { $0 == hindrance(to: folder) } ?? false
    }

    /// How the folder and its file are now, for when that may not be written.
    private func hindrance(to folder: Dressed) -> IconBook.Hindrance {
        var hindrance = IconBook.Hindrance(picture: folder.picture.name)
        guard let name = folder.path.last else { return hindrance }
        hindrance.folder = (try? home.root.openDirectory(at: folder.path.parent).evidence(of: name))?.changed ?? 0
        hindrance.file = (try? home.root.openDirectory(at: folder.path).evidence(of: FolderEntry.name))?.changed ?? 0
        return hindrance
    }

    /// Writes the book where it differs from what stands there.
    private mutating func keep(in directory: DirectoryHandle?) throws(DiskError) {
        guard let directory, book != kept else { return }
        try book.write(in: directory)
        kept = book
    }

    /// A folder that is to have no picture any more stays in the book until it has none.
    private mutating func forget(_ id: NodeID, _ metadata: inout FolderMetadata?) {
        guard var known = book.folders[id] else { return }
        let path = state.stands(id) ? state.model.path(of: id) : nil
        let isDone = path.map { undress($0) } ?? true
        Interruption.point("icon-removed")
        if !known.marks.isEmpty {
            let left = metadata?.change(path.map(absolute) ?? known.path, from: known.marks, to: FolderMetadata.Marks())
            // Of a folder that is gone nothing can be said.
            known.marks = left ?? (path == nil ? FolderMetadata.Marks() : known.marks)
        }
        known.picture = ""
        book.folders[id] = isDone && known.marks.isEmpty ? nil : known
    }

    /// Begins to show icons, or to take them away: nothing of the book is believed, so that all folders are looked at.
    mutating func begin(_ isOn: Bool) {
        book.isOn = isOn
        // A copy of a project that had some has them too, and no book.
        if !isOn { for id in IconWork.dressed(home, state).keys where book.folders[id] == nil { book.folders[id] = IconBook.Folder() } }
        for id in Array(book.folders.keys) {
            book.folders[id]?.picture = ""
            book.folders[id]?.hindrance = nil
        }
    }

    private func tell(_ metadata: inout FolderMetadata?, _ known: IconBook.Folder, _ folder: Dressed) -> FolderMetadata.Marks {
        guard let marks = metadata?.marks(of: folder.picture, at: pictures.path(of: folder.picture)) else { return known.marks }
        let path = absolute(folder.path)
        let isElsewhere = known.path != path && !known.path.isEmpty
        // It was kept by path, and what stands there now has nothing to do with it.
        if isElsewhere, !known.marks.isEmpty { _ = metadata?.change(known.path, from: known.marks, to: FolderMetadata.Marks()) }
        let former = isElsewhere ? FolderMetadata.Marks() : known.marks
        return metadata?.change(path, from: former, to: marks) ?? former
    }

    // MARK: Files

    /// Has the picture of a folder stand there.
    private mutating func make(_ folder: Dressed) -> Bool {
        do throws(ServiceError) { if !isDry { _ = try pictures.make(folder.picture) } } catch {
            leave(folder.path, .verbatim(error.message))
            return false
        }
        return true
    }

    /// - Returns: whether that is all that can be done: what a full disk kept from it is tried again, and what a folder's permissions did once they
    ///   are others.
    private mutating func dress(_ folder: Dressed) -> Bool {
        let (entry, picture) = (pictures.entry, pictures.path(of: folder.picture))
        return change(folder.path) { entry.setting(picture, in: $0) }
    }

    private mutating func undress(_ path: RelativePath) -> Bool {
        let entry = pictures.entry
        return change(path) { entry.removing(from: $0) }
    }

    private mutating func leave(_ folder: RelativePath, _ reason: Message) {
        items.append(IconItem(path: folder.appending(FolderEntry.name), action: .leave, reason: reason))
    }

    private mutating func change(_ path: RelativePath, _ body: ([UInt8]?) -> FolderEntry.Change) -> Bool {
        do throws(DiskError) {
            let (directory, entry) = (try home.root.openDirectory(at: path), pictures.entry)
            if !isDry { directory.endSaving(FolderEntry.name) { entry.removing(from: $0) == .removal } }
            for _ in 0..<IconWork.mostTries {
                let before = try FolderEntry.read(in: directory)
                let change = body(before)
                if change == .nothing { return true }
                if change == .foreign {
                    leave(path, .iconIsAnother)
                    return true
                }
                // It could not be read again, and so not be taken back.
                if case .text(let bytes) = change, bytes.count > FolderEntry.longest { throw DiskError(.tooLarge, action: "write", path: "\(FolderEntry.name)") }
                // Where somebody has saved it in between, it is asked anew what is to be in it.
                if !isDry, try !write(change, over: before, in: directory) { continue }
                items.append(IconItem(path: path.appending(FolderEntry.name), action: change == .removal ? .remove : .write))
                return true
            }
            throw DiskError(.changed, action: "write", path: "\(FolderEntry.name)")
        } catch {
            if error.code == .notPermitted { forbidden.insert(path) }
            // A folder that is gone has no icon, and may come back before anybody sees that.
            if error.code == .notFound || error.code == .notDirectory { return !book.isOn }
            let isNoFile = error.code == .isLink || error.code == .notFile
            let isAnothers = isNoFile || error.code == .tooLarge
            // What shed has not written it need not take away.
            if !isAnothers || book.isOn { leave(path, isNoFile ? .setupIsNoFile : error.why) }
            return isAnothers
        }
    }

    /// So often a file is written that others save at the same time.
    private static let mostTries = 4

    /// - Parameter before: what the file held when it was read; `nil`: it was not there.
    /// - Returns: whether that was done; not where somebody has saved it since.
    private func write(_ change: FolderEntry.Change, over before: [UInt8]?, in directory: DirectoryHandle) throws(DiskError) -> Bool {
        switch (change, before) {
        case (.text(let bytes), let before?): return try directory.rewrite(FolderEntry.name, bytes, holding: before)
        case (.removal, let before?): return try directory.removeFile(FolderEntry.name, holding: before)
        case (.text(let bytes), nil):
            do throws(DiskError) { try directory.write(FolderEntry.name, bytes, replacing: false) } catch {
                if error.code == .exists { return false }
                throw error
            }
            return true
        case (.removal, nil), (.nothing, _), (.foreign, _): return true
        }
    }
}

extension FolderEntry {
    /// What the file of a folder holds; `nil` where there is none. A link is not followed.
    static func read(in directory: DirectoryHandle) throws(DiskError) -> [UInt8]? {
        do throws(DiskError) { return try directory.read(FolderEntry.name, atMost: FolderEntry.longest) } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }
}
