import ShedModel

/// A file system of the mind: a tree of inodes with the operations that people and programs use, giving snapshots.
public struct SimulatedDisk: Sendable {
    /// A file or folder, whatever its names.
    public struct Inode: Sendable {
        public var isDirectory: Bool
        public var content: [UInt8] = []
        public var children = Children()
        public var evidence: Evidence
        public var isReadable = true
        /// Which file this is in the mind of the person who works with it: an atomic save keeps it, a copy does not.
        public var work: Int
        /// The hash of the content; `nil` for a folder.
        public var hash: ContentHash?
    }

    /// By their keys; `nil` for one that is gone.
    public private(set) var inodes: [Inode?] = []
    /// Changes with each operation, and with nothing else.
    public private(set) var version = 0
    private var nextInode: UInt64 = 100
    private var nextWork = 1
    /// Nanoseconds since 1970. Ten seconds pass with each operation, so that no time is racy.
    public var clock: Int64 = 1_700_000_000_000_000_000
    /// Whether the file system keeps birth times.
    public var hasBirth = true
    /// Gives new files the inode numbers that were freed last.
    public var reusesInodes = false
    private var freed: [UInt64] = []

    public init() {
        inodes.append(Inode(isDirectory: true, evidence: Evidence(device: 1, inode: 2), work: 0))
    }

    // MARK: Looking

    public func key(_ path: RelativePath) -> Int? {
        var current = 0
        for name in path.names {
            guard let next = inodes[current]?.children[name] else { return nil }
            current = next
        }
        return current
    }

    public func exists(_ path: RelativePath) -> Bool { key(path) != nil }
    public func isDirectory(_ path: RelativePath) -> Bool { key(path).flatMap { inodes[$0]?.isDirectory } ?? false }
    public func work(at path: RelativePath) -> Int? { key(path).flatMap { inodes[$0]?.work } }
    public func content(at path: RelativePath) -> [UInt8]? { key(path).flatMap { inodes[$0]?.content } }
    public func evidence(at path: RelativePath) -> Evidence? { key(path).flatMap { inodes[$0]?.evidence } }

    /// All paths, in order.
    public var paths: [RelativePath] {
        var result: [RelativePath] = []
        func visit(_ key: Int, _ path: RelativePath) {
            guard let children = inodes[key]?.children else { return }
            for position in children.names.indices {
                let inner = path.appending(children.names[position])
                result.append(inner)
                visit(children.keys[position], inner)
            }
        }
        visit(0, .root)
        return result
    }

    /// The contents of all files, each name counted.
    public var contents: [[UInt8]: Int] {
        var result: [[UInt8]: Int] = [:]
        for path in paths where !isDirectory(path) { result[content(at: path) ?? [], default: 0] += 1 }
        return result
    }

    // MARK: What people and programs do. What cannot be done changes nothing and gives false.

    @discardableResult public mutating func mkdir(_ path: RelativePath) -> Bool { make(path, isDirectory: true, []) }

    /// Makes a new file.
    @discardableResult public mutating func create(_ path: RelativePath, _ content: String = "") -> Bool {
        make(path, isDirectory: false, Array(content.utf8))
    }

    /// Writes into the file that is there.
    @discardableResult public mutating func write(_ path: RelativePath, _ content: String) -> Bool {
        guard let key = key(path), inodes[key]?.isDirectory == false else { return false }
        tick()
        inodes[key]?.content = Array(content.utf8)
        inodes[key]?.hash = SimulatedDisk.hash(Array(content.utf8))
        inodes[key]?.evidence.size = Int64(content.utf8.count)
        inodes[key]?.evidence.modified = clock
        inodes[key]?.evidence.changed = clock
        return true
    }

    /// Sets the times as `touch -d` does; who reads them has them within bounds.
    public mutating func setModified(_ path: RelativePath, _ time: Int64) {
        guard let key = key(path) else { return }
        tick()
        inodes[key]?.evidence.modified = Nanoseconds.bounded(time)
        inodes[key]?.evidence.changed = clock
    }

    /// Writes a new file and renames it over the old one.
    @discardableResult public mutating func saveAtomically(_ path: RelativePath, _ content: String) -> Bool {
        guard let old = key(path), let work = inodes[old]?.work, inodes[old]?.isDirectory == false else { return false }
        unlink(path)
        make(path, isDirectory: false, Array(content.utf8))
        if let key = key(path) { inodes[key]?.work = work }
        return true
    }

    /// Renames the old file to a backup name and writes a new one at the path.
    @discardableResult public mutating func saveWithBackup(_ path: RelativePath, _ content: String, backup: Name) -> Bool {
        let aside = path.parent.appending(backup)
        guard let old = key(path), let work = inodes[old]?.work, inodes[old]?.isDirectory == false, !exists(aside),
            rename(path, to: aside)
        else { return false }
        make(path, isDirectory: false, Array(content.utf8))
        nextWork += 1
        inodes[old]?.work = nextWork
        if let key = key(path) { inodes[key]?.work = work }
        return true
    }

    /// rename(2) that replaces nothing; within the tree only.
    @discardableResult public mutating func rename(_ from: RelativePath, to: RelativePath) -> Bool {
        guard let key = key(from), !from.isRoot, let name = from.last, let newName = to.last, !exists(to),
            !to.isInside(from), let parent = self.key(from.parent), let newParent = self.key(to.parent),
            inodes[newParent]?.isDirectory == true
        else { return false }
        tick()
        inodes[parent]?.children[name] = nil
        inodes[newParent]?.children[newName] = key
        inodes[key]?.evidence.changed = clock
        return true
    }

    /// Two names change places.
    @discardableResult public mutating func swap(_ left: RelativePath, _ right: RelativePath) -> Bool {
        let aside: RelativePath = ".swap"
        guard exists(left), exists(right), !left.isInside(right), !right.isInside(left) else { return false }
        return rename(left, to: aside) && rename(right, to: left) && rename(aside, to: right)
    }

    @discardableResult public mutating func link(_ path: RelativePath, to new: RelativePath) -> Bool {
        guard let key = key(path), inodes[key]?.isDirectory == false, !exists(new), let name = new.last,
            let parent = self.key(new.parent), inodes[parent]?.isDirectory == true
        else { return false }
        tick()
        inodes[parent]?.children[name] = key
        inodes[key]?.evidence.links += 1
        inodes[key]?.evidence.changed = clock
        return true
    }

    /// Removes a name, and all below it.
    @discardableResult public mutating func delete(_ path: RelativePath) -> Bool {
        guard let key = key(path), !path.isRoot else { return false }
        for name in inodes[key]?.children.names ?? [] { delete(path.appending(name)) }
        unlink(path)
        return true
    }

    /// Copies a file or a tree, with its times or without.
    @discardableResult public mutating func copy(_ from: RelativePath, to: RelativePath, keepsTimes: Bool = false) -> Bool {
        guard let key = key(from), let inode = inodes[key], !to.isInside(from),
            make(to, isDirectory: inode.isDirectory, inode.content)
        else { return false }
        for name in inode.children.names { copy(from.appending(name), to: to.appending(name), keepsTimes: keepsTimes) }
        if keepsTimes { setModified(to, inode.evidence.modified) }
        return true
    }

    public mutating func setReadable(_ path: RelativePath, _ isReadable: Bool) {
        guard let key = key(path) else { return }
        inodes[key]?.isReadable = isReadable
        version += 1
    }

    private mutating func tick() {
        clock += 10_000_000_000
        version += 1
    }

    @discardableResult
    private mutating func make(_ path: RelativePath, isDirectory: Bool, _ content: [UInt8]) -> Bool {
        guard let name = path.last, !exists(path), let parent = key(path.parent), inodes[parent]?.isDirectory == true
        else { return false }
        tick()
        nextWork += 1
        nextInode += 1
        let number = reusesInodes ? freed.popLast() ?? nextInode : nextInode
        inodes.append(Inode(
            isDirectory: isDirectory, content: content,
            evidence: Evidence(
                device: 1, inode: number, birth: hasBirth ? clock : 0, size: Int64(content.count), modified: clock,
                changed: clock),
            work: nextWork, hash: isDirectory ? nil : SimulatedDisk.hash(content)))
        let key = inodes.count - 1
        inodes[parent]?.children[name] = key
        return true
    }

    private mutating func unlink(_ path: RelativePath) {
        guard let key = key(path), let name = path.last, let parent = self.key(path.parent) else { return }
        tick()
        inodes[parent]?.children[name] = nil
        inodes[key]?.evidence.links -= 1
        inodes[key]?.evidence.changed = clock
        guard let inode = inodes[key], inode.evidence.links == 0 else { return }
        inodes[key] = nil
        freed.append(inode.evidence.inode)
    }
}

extension SimulatedDisk {
    /// The names in a folder, sorted, and which inodes they are.
    public struct Children: Sendable {
        public private(set) var names: [Name] = []
        public private(set) var keys: [Int] = []

        public var isEmpty: Bool { names.isEmpty }

        public subscript(name: Name) -> Int? {
            get {
                let position = place(of: name)
                return position < names.count && names[position] == name ? keys[position] : nil
            }
            set {
                let position = place(of: name)
                let isThere = position < names.count && names[position] == name
                switch (newValue, isThere) {
                case (let key?, true): keys[position] = key
                case (let key?, false):
                    names.insert(name, at: position)
                    keys.insert(key, at: position)
                case (nil, true):
                    names.remove(at: position)
                    keys.remove(at: position)
                case (nil, false): break
                }
            }
        }

        /// The position of the first name that is not less.
        private func place(of name: Name) -> Int {
            var (low, high) = (0, names.count)
            while low < high {
                let middle = (low + high) / 2
                if names[middle] < name { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }
}

// MARK: What carriers do

extension SimulatedDisk {
    /// Puts a whole file to a path, as what brings files from elsewhere does: a new one, renamed over what stands there.
    /// - Parameters:
    ///   - modified: its time of content, which is carried along; in nanoseconds since 1970.
    ///   - work: which file it is in the mind of the person who works with it.
    @discardableResult public mutating func put(_ path: RelativePath, _ content: [UInt8], modified: Int64, work: Int) -> Bool {
        guard !isDirectory(path) else { return false }
        if exists(path) { unlink(path) }
        guard make(path, isDirectory: false, content), let key = key(path) else { return false }
        inodes[key]?.work = work
        inodes[key]?.evidence.modified = modified
        return true
    }

    /// Gives new files' works numbers from here on, so that no two devices give one.
    public mutating func countWorks(from number: Int) { nextWork = max(nextWork, number) }
}
