import CLinux
import Glibc
import ShedModel
import ShedRules
import ShedThreads

/// One thread's part of a crawl.
struct CrawlWorker: ~Copyable {
    private let task: CrawlTask
    /// Of the folder being read.
    private var entries = CrawlEntries()
    private var look = FolderLook()
    /// The folders that it found; the root is among the first worker's.
    private(set) var folders: [CrawlFolder] = []
    private var reader = DirectoryReader()
    private var toRead: [CrawlFolder] = []
    /// The place of the folder being read, once an ignore rule asked for it.
    private var place: IgnoreRules.Place?

    init(_ task: CrawlTask) { self.task = task }

    /// Reads until all workers have nothing left.
    mutating func run() {
        var next = task.queue.next()
        while let folder = next {
            if folder.isRoot { folders.append(folder) }
            let start = folders.count
            toRead.removeAll(keepingCapacity: true)
            entries.removeAll()
            visit(folder)
            next = task.queue.finish(folder, &entries, children: folders[start...], toRead: toRead)
        }
    }

    private mutating func visit(_ folder: CrawlFolder) {
        let descriptor = folder.open(staysOnMount: task.mountTellsDevice)
        if let parent = folder.parent, parent.releaseForChild() { task.queue.giveRoom() }
        guard descriptor >= 0 else {
            // Gone, or swapped for a link or a file: it is as if it had gone before it was listed.
            switch -descriptor {
            case ENOENT, ENOTDIR, ELOOP: folder.hasVanished = true
            case EXDEV:
                folder.state = .foreign
                return
            default: folder.state = .unreadable
            }
            folder.failure = -descriptor
            return
        }
        read(folder, descriptor)
        if !folder.isRoot, !toRead.isEmpty, task.queue.takeRoom() {
            folder.keep(descriptor, for: toRead.count)
        } else {
            _ = shed_close(descriptor)
        }
    }

    private mutating func read(_ folder: CrawlFolder, _ descriptor: Int32) {
        place = nil
        let before = folders.count
        // Without evidence nobody has looked yet whether it lies on the same device.
        // RACE: with evidence, a file system mounted since the directory was listed is read once as if it belonged.
        var outcome = task.takesEvidence || folder.isRoot || folder.isOnMount ? Outcome.complete : deviceCheck(descriptor)
        if outcome == .complete {
            outcome = folder.state == .partial ? readDirty(folder, descriptor) : readAll(folder, descriptor)
        }
        if outcome != .complete {
            entries.removeAll()
            folders.removeLast(folders.count - before)
            toRead.removeAll(keepingCapacity: true)
            folder.digest = 0
            look.reset()
        }
        switch outcome {
        case .complete: break
        case .foreign: folder.state = .foreign
        case .failed(let number):
            folder.state = .unreadable
            folder.failure = number
        }
    }

    private enum Outcome: Equatable {
        case complete
        case foreign
        case failed(Int32)
    }

    private func deviceCheck(_ descriptor: Int32) -> Outcome {
        var stat = shed_stat()
        let result = shed_statx(descriptor, "", &stat)
        guard result >= 0 else { return .failed(-result) }
        return isForeign(stat) ? .foreign : .complete
    }

    @inline(__always)
    private func isForeign(_ stat: shed_stat) -> Bool { stat.device != task.device || stat.is_mount_root != 0 }
}

// MARK: Reading one directory

extension CrawlWorker {
    /// What is known of a directory that needs no listing; `nil` for every other one.
    private func settled(_ folder: CrawlFolder, _ descriptor: Int32) -> SettledFolder? {
        guard !task.settled.isEmpty, folder.depth == 1 else { return nil }
        var stat = shed_stat()
        guard shed_statx(descriptor, "", &stat) >= 0 else { return nil }
        let evidence = Evidence(stat)
        return task.settled.first { $0.isSame(as: evidence) }
    }

    private mutating func readAll(_ folder: CrawlFolder, _ descriptor: Int32) -> Outcome {
        if let known = settled(folder, descriptor) {
            if task.takesEvidence { folder.digest = known.digest }
            if task.looks { folder.traits = look.finish() }
            return .complete
        }
        reader.reset()
        var digest: UInt64 = 0
        var found: DirectoryReader.Entry?
        var isSought = false
        while true {
            let result = reader.next(in: descriptor, &found)
            guard result >= 0 else { return .failed(-result) }
            guard let item = found else { break }
            if item.name.first == UInt8(ascii: ".") {
                if !folder.isRoot, isSidecar(item.name), DirectoryHandle.holdsProject(descriptor) { return .foreign }
                continue
            }
            switch look(at: item, in: descriptor) {
            case .absent: continue
            case .failed(let number): return .failed(number)
            case .seen(let kind, let stat):
                if ignores(item.name, kind, in: folder) { continue }
                let evidence = Evidence(stat)
                if task.takesEvidence { digest &+= EntryDigest.value(name: item.name, kind: kind, evidence: evidence) }
                if task.looks { look.see(item.name, kind, links: evidence.links) }
                if let ending = folder.ending, kind == .file, Name.bytes(item.name, haveSuffix: ending, of: ending.count) { isSought = true }
                if kind == .directory || task.listsFiles { add(item.name, kind, stat, evidence, in: folder) }
            }
        }
        folder.digest = digest
        if task.looks {
            let traits = look.finish()
            folder.traits = traits
            if !isSought, leavesOutFiles(of: folder, traits) { leaveOutFiles(of: folder) }
        }
        return .complete
    }

    private func leavesOutFiles(of folder: CrawlFolder, _ traits: FolderTraits) -> Bool {
        guard let brevity = task.brevity, let parent = folder.parent, !parent.isRoot, !folder.isListed, traits.isPlain else { return false }
        return folder.pathLength + 1 + traits.longestName <= brevity.longestPath
    }

    private mutating func leaveOutFiles(of folder: CrawlFolder) {
        let all = entries.entries.count
        entries.removeFiles()
        folder.leavesOutFiles = entries.entries.count < all
        // What is left are its directories, in the order in which they were found.
        for (position, child) in folders.suffix(entries.entries.count).enumerated() { child.entry = position }
    }

    /// Reads of a directory only what leads to dirty ones, or to single files, and those.
    private mutating func readDirty(_ folder: CrawlFolder, _ descriptor: Int32) -> Outcome {
        if !folder.isRoot, DirectoryHandle.holdsProject(descriptor) { return .foreign }
        for name in (task.dirty?.children(folder.dirtyNode) ?? [:]).keys where !name.isHidden {
            var stat = shed_stat()
            let result = name.withPath { shed_statx(descriptor, $0, &stat) }
            // What cannot be looked at cannot be reached either; it is the parent's being dirty that says it changed.
            guard result >= 0, case let kind = EntryKind(mode: stat.mode), kind == .directory || kind == .file && task.dirty?.isOfFiles == true else { continue }
            name.bytes.withUnsafeBufferPointer { bytes in
                if !ignores(bytes, kind, in: folder) { add(bytes, kind, stat, Evidence(stat), in: folder) }
            }
        }
        return .complete
    }

    private enum Look {
        case absent
        case failed(Int32)
        case seen(EntryKind, shed_stat)
    }

    @inline(__always)
    private func look(at item: DirectoryReader.Entry, in descriptor: Int32) -> Look {
        var stat = shed_stat()
        if let kind = item.kind, !task.takesEvidence {
            stat.inode = item.inode
            guard task.countsLinks, kind == .file else { return .seen(kind, stat) }
            let links = shed_link_count(descriptor, item.path)
            if links == -Int64(ENOENT) { return .absent }
            guard links >= 0 else { return .failed(Int32(truncatingIfNeeded: -links)) }
            stat.links = UInt32(clamping: links)
            return .seen(kind, stat)
        }
        let result = shed_statx(descriptor, item.path, &stat)
        if result == -ENOENT { return .absent }
        guard result >= 0 else { return .failed(-result) }
        let kind = EntryKind(mode: stat.mode)
        if !task.takesEvidence {
            let links = task.countsLinks && kind == .file ? stat.links : 0
            stat = shed_stat()
            stat.inode = item.inode
            stat.links = links
        }
        return .seen(kind, stat)
    }

    @inline(__always)
    private func isSidecar(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        name.count == 5 && name.elementsEqual(".shed".utf8)
    }

    @inline(__always)
    private mutating func ignores(
        _ name: UnsafeBufferPointer<UInt8>, _ kind: EntryKind, in folder: CrawlFolder
    ) -> Bool {
        task.ignore.ignores(name, kind, in: {
            if let place { return place }
            let made = task.ignore.place(of: folder.relativePath)
            place = made
            return made
        })
    }

    @inline(__always)
    private mutating func add(
        _ name: UnsafeBufferPointer<UInt8>, _ kind: EntryKind, _ stat: shed_stat, _ evidence: Evidence,
        in folder: CrawlFolder
    ) {
        if kind == .directory { addFolder(name, stat, evidence.identity, in: folder) }
        // A directory's own number is given when its parent is read to the end; the assembly fills it in.
        entries.append(
            Snapshot.Entry(nameOffset: 0, nameLength: 0, kind: kind, parent: folder.directory, evidence: evidence), name: name)
    }

    private mutating func addFolder(
        _ name: UnsafeBufferPointer<UInt8>, _ stat: shed_stat, _ identity: FileIdentity, in folder: CrawlFolder
    ) {
        let child = CrawlFolder(name: name, in: folder, entry: entries.entries.count)
        folders.append(child)
        if let brevity = task.brevity {
            let own = folder.isRoot ? Name(bytes: Array(name)) : nil
            child.isListed = own.map(brevity.listed.contains) ?? folder.isListed
            child.ending = own.map { brevity.sought[$0] } ?? folder.ending
        }
        if task.takesEvidence, isForeign(stat) {
            child.state = .foreign
            return
        }
        if child.depth > RelativePath.deepest || child.pathLength > RelativePath.longest {
            child.state = .tooDeep
            return
        }
        if let dirty = task.dirty {
            child.dirtyNode = dirty.child(folder.dirtyNode, name)
            if !dirty.isDirty(child.dirtyNode), folder.state == .partial || task.isKnown?(identity) == true {
                child.state = .partial
                if child.dirtyNode < 0 { return }
            }
        }
        toRead.append(child)
    }
}

// MARK: Threads

extension CrawlWorker {
    /// Holds a worker while its thread runs.
    private final class Box {
        var worker: CrawlWorker

        init(_ task: CrawlTask) { worker = CrawlWorker(task) }
    }

    /// Runs this many workers, one of them on the calling thread when that has done something else.
    /// - Returns: the folders that they found, when all have ended.
    static func run(_ task: CrawlTask, threads: Int, meanwhile: () -> Void) -> [CrawlFolder] {
        // Each is used by the one thread that gets its number from `Parallel`, which waits for all; then by this one.
        nonisolated(unsafe) let boxes = (0..<max(1, min(threads, 16))).map { _ in Box(task) }
        Parallel.run(boxes.count, threads: boxes.count, meanwhile: meanwhile) { boxes[$0].worker.run() }
        return boxes.flatMap { $0.worker.folders }
    }
}
