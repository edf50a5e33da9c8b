import ShedDisk
import ShedModel

/// The marks that sync engines and git leave at the top of what they carry, or `sync-setup` leaves for them.
package enum CarrierMarks {
    package static func stand(in directory: DirectoryHandle) -> Bool {
        let marks: [Name] = [".git", ".stfolder", ".stignore", SetupPlanner.filterName]
        return marks.contains { (try? directory.kind(of: $0)).flatMap { $0 } != nil }
    }
}

/// What may carry files into a project, by the marks in its root and above it, up to the top of git's work tree.
package struct Carriers {
    /// Whether any mark was found.
    package private(set) var hasMarks = false
    /// The repository in whose work tree the project lies.
    package private(set) var git: GitWorkTree?

    /// - Parameters:
    ///   - path: the root's absolute path now, without links.
    ///   - home: the home directory.
    package init(around root: DirectoryHandle, path: [UInt8], home: String?) {
        var hasMarks = false
        git = Carriers.search(from: root, path: path, home: home) { level in
            if CarrierMarks.stand(in: level.directory) { hasMarks = true }
            return GitWorkTree(in: level.directory, path: level.names, below: level.below)
        }
        self.hasMarks = hasMarks
    }

    // MARK: The search

    /// A directory in which marks are sought.
    struct Level {
        var directory: DirectoryHandle
        /// The parts of its absolute path.
        var names: [Name]
        /// The project's root below it.
        var below: RelativePath
    }

    /// Above so many directories nothing is looked for.
    private static let mostLevels = 64

    /// Seeks a mark in a project's root and, directory by directory, above it. The search ends at a mount, where the owner changes, since
    /// what others own says nothing of this project, and below the home directory, whose own marks are about everything.
    /// - Parameters:
    ///   - path: the root's absolute path now, without links.
    ///   - home: the home directory.
    ///   - find: what a directory tells; `nil` goes on.
    static func search<Found>(from root: DirectoryHandle, path: [UInt8], home: String?, _ find: (Level) -> Found?) -> Found? {
        let homeIdentity = home.flatMap { try? DirectoryHandle(path: $0).ownEvidence().identity }
        var (directory, names, below) = (root, path.split(separator: UInt8(ascii: "/")).map { Name(bytes: Array($0)) }, [Name]())
        for _ in 0..<mostLevels {
            if let found = find(Level(directory: directory, names: names, below: RelativePath(below.reversed()))) { return found }
            guard let identity = try? directory.ownEvidence().identity, identity != homeIdentity, let above = (try? directory.above()).flatMap({ $0 }),
                let name = names.popLast(), let owner = directory.owner, above.owner == owner,
                let outer = try? above.ownEvidence().identity, outer != homeIdentity
            else { return nil }
            below.append(name)
            directory = above
        }
        return nil
    }

    /// Whether git holds its lock just now, and has not been killed.
    /// - Parameters:
    ///   - now: in milliseconds since 1970.
    ///   - grace: how old a lock may be, in milliseconds.
    package func gitIsAtWork(now: Int64, grace: Int64) -> Bool { git?.lockedSince(now: now, grace: grace) != nil }
}

extension ProjectHome {
    /// What may carry files into the project, looked for now.
    package var carriers: Carriers { Carriers(around: root, path: currentPath ?? path, home: surroundings.environment["HOME"]) }

    /// Whether it lies in a work tree of git which, as its repository, is the person's own, so that git may be asked. A look at the folders
    /// above tells, and no program is run.
    package var isInOwnWorkTree: Bool { isOwn(carriers) }

    /// The same of what was found: a work tree that is has one owner, from the project's root to the repository.
    package func isOwn(_ carriers: Carriers) -> Bool { root.owner == surroundings.user && carriers.git != nil }

    /// Whether git is at work in the project just now.
    package var gitIsAtWork: Bool { carriers.gitIsAtWork(now: surroundings.now(), grace: configuration.settings.grace) }
}
