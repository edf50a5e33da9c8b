import CLinux
import Glibc
import ShedModel
import Synchronization

/// A directory on its way through a crawl.
///
/// `@unchecked Sendable`: one worker makes it, and the queue numbers it under its lock before it publishes it; from then on
/// only the worker that takes it from the queue changes it, and publishes the changes to its children's workers by
/// the same lock; the results are read after all threads ended. `openChildren` is atomic, and `descriptor` closed by
/// the one that brings it to zero.
final class CrawlFolder: @unchecked Sendable {
    /// The folder that it stands in. All folders live until the end of the crawl, held by the workers' arrays, not by
    /// their children: releasing a chain of a hundred thousand would overflow the stack.
    unowned(unsafe) let parent: CrawlFolder?
    /// Its name as a C string; `.` for the root.
    let path: [CChar]
    let isRoot: Bool
    /// Its node in the tree of dirty paths, or -1.
    var dirtyNode = -1

    /// Its number in the snapshot; parents have lower ones than their children.
    var directory: Int32 = 0
    /// Where its own entry stands: among its parent's until that is finished, then among all.
    var entry = -1
    /// Its entries among all.
    var entries: Range<Int> = 0..<0
    var state = Snapshot.State.read
    var digest: UInt64 = 0
    var traits: FolderTraits?
    var leavesOutFiles = false
    /// The length of its path, in bytes.
    let pathLength: Int
    /// How many folders it stands in, itself among them.
    let depth: Int
    /// Whether everything in it is listed, whatever is left out elsewhere; set by the worker that found it.
    var isListed = false
    /// What a name ends with for the sake of which its files are listed; set likewise.
    var ending: [UInt8]?
    /// Why it could not be read.
    var failure: Int32?
    var hasVanished = false
    /// Whether opening it has shown that it is on the mount of its parent.
    var isOnMount = false

    /// Open while children are still to be opened relative to it; -1 if there is none, or no room for it.
    var descriptor: Int32 = -1
    private let openChildren = Atomic<Int>(0)

    init(rootDescriptor: Int32) {
        parent = nil
        path = [CChar(bitPattern: UInt8(ascii: ".")), 0]
        isRoot = true
        pathLength = 0
        depth = 0
        descriptor = rootDescriptor
    }

    init(name: UnsafeBufferPointer<UInt8>, in parent: CrawlFolder, entry: Int) {
        self.parent = parent
        path = Array(unsafeUninitializedCapacity: name.count + 1) { buffer, count in
            for position in 0..<name.count { buffer[position] = CChar(bitPattern: name[position]) }
            buffer[name.count] = 0
            count = name.count + 1
        }
        isRoot = false
        pathLength = parent.isRoot ? name.count : parent.pathLength + 1 + name.count
        depth = parent.depth + 1
        self.entry = entry
    }

    /// Keeps the descriptor for this many children, each of which must call ``releaseForChild()``.
    func keep(_ descriptor: Int32, for children: Int) {
        self.descriptor = descriptor
        openChildren.store(children, ordering: .relaxed)
    }

    /// Returns whether that was the last child, and the descriptor was closed.
    func releaseForChild() -> Bool {
        guard !isRoot, descriptor >= 0 else { return false }
        guard openChildren.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return false }
        _ = shed_close(descriptor)
        return true
    }

    /// Its path below the root.
    var relativePath: RelativePath {
        var names: [Name] = []
        var current = self
        while let parent = current.parent {
            names.append(Name(bytes: current.path.dropLast().map { UInt8(bitPattern: $0) }))
            current = parent
        }
        return RelativePath(names.reversed())
    }

    /// Opens it, relative to its parent or, where that is closed by now, to the nearest open folder above.
    /// - Parameter staysOnMount: whether a folder on another mount is not to be opened, where that can be told at once.
    /// - Returns: the descriptor, or `-errno`; `-EXDEV` for one on another mount.
    func open(staysOnMount: Bool) -> Int32 {
        guard let parent else { return shed_open(descriptor, ".", DirectoryHandle.openFlags, 0) }
        if parent.descriptor >= 0, staysOnMount {
            let result = shed_open_on_mount(parent.descriptor, path, DirectoryHandle.openFlags)
            isOnMount = result >= 0
            // A sandbox may know openat2(2) too little to let it pass.
            if result != -ENOSYS, result != -EPERM { return result }
        }
        if parent.descriptor >= 0 { return shed_open(parent.descriptor, path, DirectoryHandle.openFlags, 0) }
        return openFromFarAbove()
    }

    /// The way down in long strides: as many names a call as a path may have bytes.
    private func openFromFarAbove() -> Int32 {
        var way: [CrawlFolder] = [self]
        var above = parent
        // Only the root is sure to stay open: any other can be closed by its last child while we walk.
        while let folder = above, !folder.isRoot {
            way.append(folder)
            above = folder.parent
        }
        guard let root = above else { return -ENOENT }
        var current = root.descriptor
        while !way.isEmpty {
            var stride: [CChar] = []
            while let next = way.last, stride.count + next.path.count < Int(PATH_MAX) {
                if !stride.isEmpty { stride[stride.count - 1] = CChar(bitPattern: UInt8(ascii: "/")) }
                stride += next.path
                way.removeLast()
            }
            let next = shed_open_beneath(current, stride, DirectoryHandle.openFlags)
            if current != root.descriptor { _ = shed_close(current) }
            guard next >= 0 else { return next }
            current = next
        }
        return current
    }
}
