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
    private(set) var book: IconBook
    private(set) var items: [IconItem] = []

    init(_ home: ProjectHome, _ state: ProjectState, _ book: IconBook, isDry: Bool = false) throws(ShedError) {
        (self.home, self.state, self.book, self.isDry) = (home, state, book, isDry)
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
        let changed = wanted.filter { id, folder in
            book.folders[id].map { $0.picture != folder.picture.name || $0.inode != folder.inode || $0.path != absolute(folder.path) } ?? true
        }
        let former = book.folders.keys.filter { wanted[$0] == nil }.sorted()
        guard !changed.isEmpty || !former.isEmpty else { return }
        let order = changed.keys.sorted { (changed[$0]?.path ?? .root) < (changed[$1]?.path ?? .root) }
        for id in order { book.folders[id, default: IconBook.Folder()].picture = "" }
        if let directory { try book.write(in: directory) }
        Interruption.point("icons-noted")
        let metadata = isDry ? nil : FolderMetadata(environment: home.surroundings.environment)
        let patience = IconPatience()
        for id in order {
            guard let folder = changed[id], var known = book.folders[id] else { continue }
            dress(folder)
            Interruption.point("icon-written")
            if let metadata { patience.spend { known.marks = tell(metadata, known, folder) } }
            (known.picture, known.path, known.inode) = (folder.picture.name, absolute(folder.path), folder.inode)
            book.folders[id] = known
        }
        for id in former {
            if let path = state.model.path(of: id), state.stands(id) { undress(path) }
            Interruption.point("icon-removed")
            if let metadata, let known = book.folders[id], !known.marks.isEmpty {
                patience.spend { _ = metadata.change(state.model.path(of: id).map(absolute) ?? known.path, from: known.marks, to: FolderMetadata.Marks()) }
            }
            book.folders[id] = nil
        }
        if let directory { try book.write(in: directory) }
        Interruption.point("icons-kept")
    }

    /// Has nothing of the book believed, so that all folders are looked at.
    mutating func doubt() { for id in book.folders.keys { book.folders[id]?.picture = "" } }

    private func tell(_ metadata: FolderMetadata, _ known: IconBook.Folder, _ folder: Dressed) -> FolderMetadata.Marks {
        let path = absolute(folder.path)
        let isElsewhere = known.path != path && !known.path.isEmpty
        // It was kept by path, and what stands there now has nothing to do with it.
        if isElsewhere, !known.marks.isEmpty { _ = metadata.change(known.path, from: known.marks, to: FolderMetadata.Marks()) }
        let marks = metadata.marks(of: folder.picture, at: pictures.path(of: folder.picture))
        return metadata.change(path, from: isElsewhere ? FolderMetadata.Marks() : known.marks, to: marks) ?? (isElsewhere ? FolderMetadata.Marks() : known.marks)
    }

    // MARK: Files

    private mutating func dress(_ folder: Dressed) {
        do throws(ServiceError) { if !isDry { _ = try pictures.make(folder.picture) } } catch {
            return leave(folder.path, .verbatim(error.message))
        }
        let (entry, picture) = (pictures.entry, pictures.path(of: folder.picture))
        change(folder.path) { entry.setting(picture, in: $0) }
    }

    private mutating func undress(_ path: RelativePath) {
        let entry = pictures.entry
        change(path) { entry.removing(from: $0) }
    }

    private mutating func leave(_ folder: RelativePath, _ reason: Message) {
        items.append(IconItem(path: folder.appending(FolderEntry.name), action: .leave, reason: reason))
    }

    private mutating func change(_ path: RelativePath, _ body: ([UInt8]?) -> FolderEntry.Change) {
        do throws(DiskError) {
            let directory = try home.root.openDirectory(at: path)
            let before = try FolderEntry.read(in: directory)
            let change = body(before)
            if change == .nothing { return }
            if change == .foreign { return leave(path, .iconIsAnother) }
            // RACE: what somebody saves between the look above and the exchange below is lost: the settings by which a folder is shown.
            if !isDry {
                switch change {
                case .text(let bytes) where before == nil: try directory.write(FolderEntry.name, bytes, replacing: false)
                case .text(let bytes): try directory.rewrite(FolderEntry.name, bytes)
                case .removal: try directory.removeFile(FolderEntry.name)
                case .nothing, .foreign: break
                }
            }
            items.append(IconItem(path: path.appending(FolderEntry.name), action: change == .removal ? .remove : .write))
        } catch {
            // A folder that is gone has no icon.
            if error.code == .notFound || error.code == .notDirectory { return }
            let isNoFile = error.code == .isLink || error.code == .notFile
            // What shed has not written it need not take away.
            if isNoFile || error.code == .tooLarge, !book.isOn { return }
            leave(path, isNoFile ? .setupIsNoFile : .verbatim(error.reason))
        }
    }
}

/// Programs are asked for so long, all together, while the project's lock is held: five seconds. What is not said then is said when it
/// changes next.
private struct IconPatience {
    private let end = ContinuousClock.now + .seconds(5)

    func spend(_ body: () -> Void) { if ContinuousClock.now < end { body() } }
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
