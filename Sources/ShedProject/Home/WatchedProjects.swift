/// Projects that are open and watched in this process, for those who carry out a verb here: the daemon's.
public protocol WatchedProjects {
    /// Where their state is kept: a caller that keeps it elsewhere has other projects.
    var stateDirectory: String { get }

    /// The watched project that a directory belongs to, with everything taken in that happened before this call.
    /// - Parameter directory: an absolute path without links.
    /// - Throws: ``Declined`` where none is watched there, or it cannot be at the moment.
    func project(containing directory: [UInt8]) throws -> Project
}

/// A verb is left to whoever asked for it: nothing was done.
public struct Declined: Error {
    public var reason: String

    public init(reason: String) { self.reason = reason }
}
