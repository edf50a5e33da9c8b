import ShedDisk
import ShedModel

/// The marks that sync engines and git leave at the top of what they carry, or `sync-setup` leaves for them.
package enum CarrierMarks {
    package static func stand(in directory: DirectoryHandle) -> Bool {
        let marks: [Name] = [".git", ".stfolder", ".stignore", SetupPlanner.filterName]
        return marks.contains { (try? directory.kind(of: $0)).flatMap { $0 } != nil }
    }
}

/// What may carry files into a project, by the marks in its root and above it.
///
/// They are sought upward to the top of git's work tree; the search ends at a mount, where the owner changes, and below the home
/// directory, whose own marks are about everything.
package struct Carriers {
    /// Whether any mark was found.
    package private(set) var hasMarks = false
    /// The repository in whose work tree the project lies.
    package private(set) var git: GitWorkTree?

    /// Deeper below the end of its search nothing is looked for.
    static let mostLevels = 64

    /// - Parameters:
    ///   - path: the root's absolute path now, without links.
    ///   - home: the home directory.
    package init(around root: DirectoryHandle, path: [UInt8], home: String?) {
        let homeIdentity = home.flatMap { try? DirectoryHandle(path: $0).ownEvidence().identity }
        var directory = root
        var names = path.split(separator: UInt8(ascii: "/")).map { Name(bytes: Array($0)) }
        var below: [Name] = []
        for _ in 0..<Carriers.mostLevels {
            if CarrierMarks.stand(in: directory) { hasMarks = true }
            git = GitWorkTree(in: directory, path: names, below: RelativePath(below.reversed()))
            if git != nil { return }
            guard let identity = try? directory.ownEvidence().identity, identity != homeIdentity, let above = (try? directory.above()).flatMap({ $0 }),
                let name = names.popLast(), let owner = directory.owner, above.owner == owner,
                let outer = try? above.ownEvidence().identity, outer != homeIdentity
            else { return }
            below.append(name)
            directory = above
        }
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

    /// Whether git is at work in the project just now.
    package var gitIsAtWork: Bool { carriers.gitIsAtWork(now: surroundings.now(), grace: configuration.settings.grace) }
}
