import Glibc
import ShedDisk
import ShedMessages
import ShedModel
import ShedSidecar

/// Looks for the project that a directory belongs to: the directory itself or the nearest one above it with a `.shed/project.json`, as
/// a scan takes a folder for a project; where there is none, the nearest with a `.shed`, so that it is said what that lacks.
///
/// Whoever may write above a directory would otherwise decide what is done in it (as in CVE-2022-24765): the way up ends where the
/// owner changes, at a `.shed` of somebody else, and at a mount. Beyond that only a root counts that the person has listed in
/// `safe-directories`. What the search began at is looked at whoever owns it.
struct RootSearch {
    enum Result {
        case found(DirectoryHandle, path: [UInt8])
        /// There is none up to where the way ended.
        case none(Ended?)
    }

    struct Ended {
        var reason: WayUp.End
        /// The last directory on the way.
        var path: [UInt8]
        /// The nearest directory above it that has a `.shed`, which is not heeded.
        var passedOver: [UInt8]?
    }

    private let surroundings: Surroundings

    init(_ surroundings: Surroundings) { self.surroundings = surroundings }

    /// - Parameter start: an absolute path without links.
    /// - Throws: ``ShedError`` for a directory on the way that cannot be opened.
    func find(from start: [UInt8]) throws(ShedError) -> Result {
        var unmade: Result?
        let result = try find(from: start, besides: &unmade)
        if case .none = result, let unmade { return unmade }
        return result
    }

    /// - Parameter unmade: the nearest with a `.shed` that makes no project.
    private func find(from start: [UInt8], besides unmade: inout Result?) throws(ShedError) -> Result {
        var way = WayUp(surroundings)
        var directory = try RootSearch.open(start)
        var path = start
        _ = way.goes(into: directory)
        while true {
            if RootSearch.holdsSidecar(directory) {
                let found = Result.found(directory, path: path)
                if directory.holdsProject { return found }
                unmade = unmade ?? found
            }
            guard let parent = AbsolutePath.parent(of: path) else { return .none(nil) }
            let above: DirectoryHandle
            do throws(ShedError) { above = try RootSearch.open(parent) } catch {
                if let end = way.endAbove(directory) { return beyond(path, end) }
                throw error
            }
            guard way.goes(into: above) else { return beyond(path, way.end ?? .owner) }
            (directory, path) = (above, parent)
        }
    }

    /// What stands above the end of the way.
    private func beyond(_ end: [UInt8], _ reason: WayUp.End) -> Result {
        var passedOver: [UInt8]?
        var next: [UInt8]? = end
        while let path = next {
            next = AbsolutePath.parent(of: path)
            guard let directory = try? DirectoryHandle(pathBytes: path), RootSearch.holdsSidecar(directory) else { continue }
            if surroundings.isSafe(path) { return .found(directory, path: path) }
            passedOver = passedOver ?? path
        }
        return .none(Ended(reason: reason, path: end, passedOver: passedOver))
    }

    private static func open(_ path: [UInt8]) throws(ShedError) -> DirectoryHandle {
        do throws(DiskError) { return try DirectoryHandle(pathBytes: path) } catch { throw ShedError(error) }
    }

    private static func holdsSidecar(_ directory: DirectoryHandle) -> Bool { (try? directory.kind(of: Sidecar.name)) == .directory }
}

extension ShedError {
    /// That there is no project around a directory up to where the search for it ended, and that what stands above is not heeded;
    /// `nil` where nothing does.
    /// - Parameter shown: the directory as it was given.
    static func passedOver(_ ended: RootSearch.Ended?, shown: [UInt8]) -> ShedError? {
        guard let ended, let root = ended.passedOver else { return nil }
        let project = EscapedText.escape(root)
        return ShedError(
            .usage,
            .inNoProjectUpTo(
                path: EscapedText.escape(shown), end: EscapedText.escape(ended.path), reason: ended.reason.rawValue, project: project),
            remedy: .nameItIfMeant(directory: ShellWord.quote(root)))
    }
}

/// The way up from a directory, one after the other. It ends for good where the owner changes, at a `.shed` of somebody else, and where
/// another file system begins. The directory that it begins in counts whoever owns it, and whoever owns the `.shed` in it.
package struct WayUp {
    /// Why it ended before the top of all directories.
    enum End: String {
        case owner
        case mount
    }

    private let surroundings: Surroundings
    /// Whose the directory is that the way began in; `nil` before that.
    private var owner: UInt32??
    private var isTop = false
    private(set) var end: End?

    init(_ surroundings: Surroundings) { self.surroundings = surroundings }

    package init(_ registry: Registry) { self.init(registry.surroundings) }

    /// Goes on to a directory that was opened: what it is by then counts, and not what stood at its path before.
    /// - Returns: whether a `.shed` in it counts.
    mutating func goes(into directory: DirectoryHandle) -> Bool {
        if let owner {
            let (own, inner) = (directory.owner, directory.owner(of: Sidecar.name))
            if end == nil, isTop { end = .mount }
            if end == nil, own == nil || own != owner || inner != nil && inner != own { end = .owner }
        } else {
            owner = .some(directory.owner)
        }
        isTop = directory.isTopOfMount
        return end == nil
    }

    /// Why the way ends at a directory whose parent cannot be opened; `nil` where that is on it.
    func endAbove(_ directory: DirectoryHandle) -> End? {
        if isTop { return .mount }
        return directory.ownerAbove.map { $0 == owner } == true ? nil : .owner
    }

    /// Goes on to a directory by the text of its path, which leads through no link there.
    /// - Parameter path: absolute. What is no directory, a link too, is passed by.
    /// - Returns: whether a `.shed` in it counts.
    package mutating func goes(to path: [UInt8]) -> Bool {
        var status = stat()
        guard lstat(path.cString, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
            let directory = try? DirectoryHandle(pathBytes: path)
        else { return end == nil }
        return goes(into: directory) || surroundings.isSafe(path)
    }
}
