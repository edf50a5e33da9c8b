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
    /// Why the way up ended before the top of all directories.
    enum End: String {
        case owner
        case mount
    }

    enum Result {
        case found(DirectoryHandle, path: [UInt8])
        /// There is none up to where the way ended.
        case none(Ended?)
    }

    struct Ended {
        var reason: End
        /// The last directory that was looked at.
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
        var directory = try RootSearch.open(start)
        let owner = directory.owner
        var path = start
        while true {
            if RootSearch.holdsSidecar(directory) {
                guard path == start || directory.owner(of: Sidecar.name) == owner else { return beyond(path, .owner) }
                let found = Result.found(directory, path: path)
                if directory.holdsProject { return found }
                unmade = unmade ?? found
            }
            guard let parent = RootSearch.parent(of: path) else { return .none(nil) }
            if directory.isTopOfMount { return beyond(path, .mount) }
            guard directory.ownerAbove == owner else { return beyond(path, .owner) }
            path = parent
            directory = try RootSearch.open(path)
        }
    }

    /// What stands above the end of the way.
    private func beyond(_ end: [UInt8], _ reason: End) -> Result {
        var passedOver: [UInt8]?
        var next: [UInt8]? = end
        while let path = next {
            next = RootSearch.parent(of: path)
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

    /// `nil` for the root of the file system.
    static func parent(of path: [UInt8]) -> [UInt8]? {
        guard path.count > 1, let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return slash == 0 ? [UInt8(ascii: "/")] : Array(path[..<slash])
    }
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

/// The same way up, for who goes it by the text of a path and follows no link.
package struct WayUp {
    private let surroundings: Surroundings
    /// Whose the directory is that the way began in.
    private var owner: UInt32?
    private var ended = false
    private var isTop = false

    package init(_ registry: Registry) { surroundings = registry.surroundings }

    /// Goes on to a directory.
    /// - Parameter path: absolute. What is no directory, a link too, is passed by.
    /// - Returns: whether a `.shed` in it counts.
    package mutating func goes(to path: [UInt8]) -> Bool {
        var status = stat()
        guard lstat((path + [0]).map { CChar(bitPattern: $0) }, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
            let directory = try? DirectoryHandle(pathBytes: path)
        else { return !ended }
        if owner != nil, isTop || status.st_uid != owner { ended = true }
        if owner != nil, let inner = directory.owner(of: Sidecar.name), inner != owner { ended = true }
        if owner == nil { owner = status.st_uid }
        isTop = directory.isTopOfMount
        return !ended || surroundings.isSafe(path)
    }
}
