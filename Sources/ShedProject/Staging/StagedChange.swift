import ShedDisk
import ShedMessages
import ShedModel
import ShedRules
import ShedSidecar

/// Several files that come into the project together: all of them or none.
///
/// They are written into a folder under `.shed/staging` first; nothing of the project changes meanwhile, and no lock is
/// held. Then a journal says what goes where, and one rename after the other is made: into a free place, or in exchange
/// for exactly the file that was to be replaced. If one of them cannot be made, the others are taken back. If the process
/// is killed, the next one finishes what the journal says, or takes it back.
package struct StagedChange {
    package let folder: StagingFolder
    /// Where its journal is sealed; `nil` in a project of which this machine keeps nothing, in which nothing is carried out.
    private let seals: StagingSeals?
    var entries: [StagedEntry] = []
    /// IDs for new files, by the path that they will have.
    package var assigned: [RelativePath: NodeID] = [:]
    /// What is in the folders that come along, as it was staged, by the path that it will have; known from when it is sealed. What a journal
    /// tells of has no size and no times.
    var brought: [RelativePath: Evidence] = [:]
    /// Files that can be made anew at any time: whoever takes the change in reads none of them to know it again.
    package var derived: Set<RelativePath> = []
    /// Whether it also replaces what some program has open to write to it: a person has been asked, or knows.
    package var overridesWriters = false
    /// What goes into the sidecar along with it.
    package var operations: [Operation] = []
    /// What is made and written by it, for who lists what was done; `nil` where the files tell it.
    package var words: Message?
    /// Of so many files that it replaces for good `undo` keeps nothing: it has no room for them.
    var unkept = 0
    /// What of the content of files changes, for who lists what was done: a few names at most.
    package private(set) var parts: [String] = []
    /// So many such names are kept, each with so many characters at most.
    private static let mostParts = (count: 4, length: 60)
    /// So many files are made durable one by one; of more, the whole file system at once.
    private static let mostSingle = 64
    private var written = 0

    /// Where it replaces files that are not refused: what stands there then is still what stood there.
    var rewritten: Set<RelativePath> { Set(entries.lazy.filter { $0.replaced != nil && $0.rejecting == nil }.map(\.target)) }

    /// Whether nothing was staged.
    package var isEmpty: Bool { entries.isEmpty }

    init(in folder: StagingFolder, _ seals: StagingSeals?) {
        self.folder = folder
        self.seals = seals
    }

    /// Says what of the content of a file changes.
    package mutating func note(part: String) {
        let name = String(part.prefix(StagedChange.mostParts.length))
        if parts.count < StagedChange.mostParts.count, !parts.contains(name) { parts.append(name) }
    }

    /// Makes a folder that is to stand at a path; files are written into it with ``write(_:into:as:)``.
    /// - Parameters:
    ///   - isProvisional: whether it goes again where an interruption comes before anything was moved into it.
    ///   - mode: its permissions, less the umask.
    @discardableResult
    package mutating func makeFolder(for target: RelativePath, isProvisional: Bool = false, mode: UInt32 = 0o755) throws(DiskError) -> DirectoryHandle {
        let name = Name("\(entries.count)")
        try folder.naming(target, name) { () throws(DiskError) in try folder.directory.makeDirectory(name, mode: mode) }
        let directory = try folder.directory.openDirectory(name, called: folder.label(of: target))
        var entry = StagedEntry(name: name, identity: try directory.ownEvidence().identity, target: target)
        entry.isProvisional = isProvisional
        entries.append(entry)
        return directory
    }

    /// Writes a file into a folder that is staged itself.
    package mutating func write(_ bytes: [UInt8], into directory: DirectoryHandle, as name: Name) throws(DiskError) {
        written += 1
        _ = try directory.stage(name, bytes, isDurable: written <= StagedChange.mostSingle)
    }

    /// Writes a file that is to stand at a path.
    /// - Parameters:
    ///   - replaced: the file that stands there now, with its directory; `nil`: nothing.
    ///   - held: what that held when the bytes were made of it, where they were: it replaces nothing else.
    ///   - hash: of the bytes, where it is known.
    package mutating func write(
        _ bytes: [UInt8], to target: RelativePath, replacing replaced: (evidence: Evidence, directory: DirectoryHandle)? = nil,
        madeOf held: ContentHash? = nil, hash: ContentHash? = nil
    ) throws(DiskError) {
        let name = Name("\(entries.count)")
        written += 1
        let source = replaced.flatMap { replaced in target.last.map { (replaced.directory, $0) } }
        let isSingle = written <= StagedChange.mostSingle
        let evidence = try folder.naming(target, name) { () throws(DiskError) in
            try folder.directory.stage(name, bytes, isDurable: isSingle, like: source)
        }
        let written = WriteStamp(evidence)
        entries.append(
            StagedEntry(
                name: name, identity: evidence.identity, written: written, hash: hash ?? ContentHash(of: bytes), target: target,
                replaced: replaced?.evidence, held: held))
    }

    /// Adds a file that was written under a name of its own into the staging folder, durably.
    /// - Parameters:
    ///   - replaced: the file that stands at the target now; `nil`: nothing.
    ///   - rule: by which what is replaced goes to Rejected; `nil`: it goes for good.
    ///   - isKept: whether it is kept for undo all the same.
    ///   - hash: of what it holds, where it is known.
    package mutating func add(
        _ name: Name, to target: RelativePath, replacing replaced: Evidence? = nil, rejecting rule: String? = nil, isKept: Bool = false, hash: ContentHash? = nil
    ) throws(DiskError) {
        guard let evidence = try folder.directory.evidence(of: name) else {
            throw DiskError(.notFound, action: "stage", path: "\(target)")
        }
        var entry = StagedEntry(
            name: name, identity: evidence.identity, written: WriteStamp(evidence), hash: hash,
            target: target, replaced: replaced)
        (entry.rejecting, entry.isKept) = (rule, isKept)
        entries.append(entry)
    }

    /// Has the file that was staged last also replace what some program has open to write to it, whatever becomes of the others: that can be
    /// made anew at any time, or a person knows.
    package mutating func overrideWritersWithLast() {
        guard !entries.isEmpty else { return }
        entries[entries.count - 1].overridesWriters = true
    }

    // MARK: The journal

    /// Whether it says on disk what goes where, so that something of it may be in the project, or will be. Also where that cannot be told.
    package var isBegun: Bool { (try? folder.directory.kind(of: StagingFolder.journalName)) != .some(nil) }

    /// Says on disk what goes where. From here on the change is finished or taken back whatever happens.
    package mutating func seal(in root: DirectoryHandle) throws(DiskError) {
        guard let seals else { throw DiskError(.notFound, action: "seal", path: folder.directory.label) }
        if written > StagedChange.mostSingle { try folder.directory.syncFileSystem() }
        // The names in a staged folder; those in the staging folder itself are made durable with the journal.
        for entry in entries where entry.written == nil {
            try folder.directory.openDirectory(entry.name, called: folder.label(of: entry.target)).sync()
        }
        let places = Places(root)
        let told = entries.map { entry in
            var entry = entry
            entry.overridesWriters = overridesWriters(with: entry)
            let parent = entry.target.parent
            if !parent.isRoot { entry.folder = (try? places.directory(parent).ownEvidence())?.identity }
            return entry
        }
        try noteBrought()
        let lines = StagedJournal(entries: told, assigned: assigned, files: brought.mapValues(\.identity), operations: operations).bytes
        try seals.write(lines, of: folder.name)
        try folder.directory.write(StagingFolder.journalName, lines, replacing: false)
        Interruption.point("sealed")
    }

    /// What became of a staging folder whose process is gone.
    enum Abandoned {
        /// It never came to a journal, or all is done: nothing of it is in the project.
        case rubbish
        /// There is a journal that this machine has not written, or not so: nobody knows what it is.
        case foreign
        case change(StagedChange)
    }

    /// What a folder's journal tells of.
    /// - Throws: where one is there and cannot be read: what it told of may be half done, so the folder must stay.
    static func abandoned(_ folder: StagingFolder, _ seals: StagingSeals) throws(DiskError) -> Abandoned {
        guard try folder.directory.kind(of: StagingFolder.journalName) == .file else { return .rubbish }
        guard let journal = try StagedJournal.own(in: folder.directory, named: folder.name, seals) else { return .foreign }
        var change = StagedChange(in: folder, seals)
        (change.entries, change.assigned, change.operations) = (journal.entries, journal.assigned, journal.operations)
        change.brought = journal.files.mapValues { Evidence(device: $0.device, inode: $0.inode, birth: $0.birth, size: 0, modified: 0) }
        change.renumber(try DeviceNumbers(of: folder.directory))
        if try change.progress() == .said { change.operations = [] }
        return .change(change)
    }

    /// Notes that the sidecar says what goes along with the change, for those who finish it.
    func noteSaid() throws(DiskError) {
        guard !operations.isEmpty else { return }
        try note(.said)
    }

    private func progress() throws(DiskError) -> StagedProgress { try seals?.progress(of: folder.name, in: folder.directory) ?? .begun }

    private func note(_ progress: StagedProgress) throws(DiskError) { try seals?.note(progress, of: folder.name, in: folder.directory) }

    /// The folders that something is put into, those among them that come along.
    package var places: Set<RelativePath> { Set(entries.map(\.target.parent) + entries.filter { $0.written == nil }.map(\.target)) }

    // MARK: Carrying out

    /// How carrying out ended, where it came to an end.
    package enum Ending {
        case done
        /// What stood in the way of the first that could not be put into its place. The others were taken back.
        case takenBack(DiskError)
    }

    /// Puts everything into its place, or nothing.
    /// - Throws: if it came to no end: something could not be taken back, or not be made durable. The journal stays for the
    ///   next walk.
    package func carryOut(in root: DirectoryHandle) throws(DiskError) -> Ending {
        let places = Places(root)
        do throws(DiskError) {
            try requireUnchanged(places)
            for entry in entries {
                try place(entry, places)
                Interruption.point("placed")
            }
            try places.requireAll()
        } catch {
            try takeBack(places)
            return .takenBack(error)
        }
        try places.sync()
        Interruption.point("carried")
        return .done
    }

    /// Whether what an entry replaces is replaced also while some program writes to it.
    private func overridesWriters(with entry: StagedEntry) -> Bool {
        // What goes to Rejected is still there for who writes to it, and what is derived is made anew.
        overridesWriters || entry.overridesWriters || entry.rejecting != nil || derived.contains(entry.target)
    }

    private func place(_ entry: StagedEntry, _ places: Places) throws(DiskError) {
        guard let name = entry.target.last else { return }
        // What has left the staging folder is in its place, or was: whatever became of it since is somebody's own doing.
        guard try folder.directory.evidence(of: entry.name)?.identity == entry.identity else { return }
        let target = try places.directory(toFill: entry.target.parent)
        let there = try target.evidence(of: name)
        guard let replaced = entry.replaced else {
            return try folder.directory.rename(entry.name, to: target, as: name, expecting: entry.identity)
        }
        // An edit that was made since would be lost to the next reader, though not to the disk.
        // What is replaced for good is always a file: with a folder would go all that is in it.
        let isFile = try target.kind(of: name) == .file
        guard let there, there.identity == replaced.identity, WriteStamp(there) == WriteStamp(replaced), isFile || entry.rejecting != nil
        else { throw DiskError(.changed, action: "replace", path: "\(entry.target)") }
        if isFile, !overridesWriters(with: entry), target.isBeingWritten(name) {
            throw DiskError(.beingWritten, action: "replace", path: "\(entry.target)")
        }
        // RACE: a file that is saved between the look above and the exchange below is exchanged, whole. Then all is taken back. What a
        // program that has opened it in between writes before the staging folder is removed is found then, and kept.
        Interruption.point("looked")
        try folder.directory.exchange(entry.name, with: target, name, expecting: entry.identity, otherExpecting: replaced.identity)
        guard entry.rejecting == nil, let old = try folder.directory.evidence(of: entry.name) else { return }
        if WriteStamp(old) == WriteStamp(replaced), try holdsAsRead(entry) { return }
        throw DiskError(.changed, action: "replace", path: "\(entry.target)")
    }

    /// Whether what was replaced holds what its successor was made of. Its times do not say so: of two saves within one tick of the clock both
    /// have the same, and who copies times gives a file those that it had.
    private func holdsAsRead(_ entry: StagedEntry) throws(DiskError) -> Bool {
        guard let held = entry.held else { return true }
        return try folder.directory.hash(entry.name, expecting: nil) == held
    }

    /// Undoes what was done, the last first; what somebody has changed since stays, and a folder that stands, since people may have put
    /// something into it. The staging folder stays too, for what could not be put back: see ``stranded(in:)``.
    private func takeBack(_ places: Places) throws(DiskError) {
        try note(.takenBack)
        Interruption.point("aborted")
        for entry in entries.reversed() {
            guard let name = entry.target.last, let target = try? places.directory(entry.target.parent) else { continue }
            let there = try target.evidence(of: name)
            // A folder stays where people see it, with its IDs (``staying(in:)``). One in a folder that was moved away meanwhile is where nobody put
            // it, unless somebody has touched what is in it.
            let isOurs = entry.isUntouched(there) && (entry.written != nil || places.isAway(entry.target.parent) && isAsStaged(name, in: target, at: entry.target))
            guard isOurs else { continue }
            if entry.replaced != nil {
                try target.exchange(name, with: folder.directory, entry.name, expecting: entry.identity)
            } else {
                try target.rename(name, to: folder.directory, as: entry.name, expecting: entry.identity)
                // RACE: what somebody puts into a folder between the look and the rename goes back with it, to where it was.
                if entry.written == nil, !isAsStaged(entry.name, in: folder.directory, at: entry.target) {
                    try folder.directory.rename(entry.name, to: target, as: name, expecting: entry.identity)
                }
            }
        }
        try places.sync()
    }

    /// Finishes what an interrupted process began, also where people have renamed since what it is about.
    /// - Parameter ignore: what is none of the project's.
    /// - Returns: whether the change was made, and not taken back.
    mutating func finish(in root: DirectoryHandle, ignoring ignore: IgnoreRules = IgnoreRules()) throws(DiskError) -> Bool {
        try follow(in: root, ignore)
        guard try progress() != .takenBack else {
            try takeBack(Places(root))
            return false
        }
        guard case .done = try carryOut(in: root) else { return false }
        return true
    }

    /// Removes the provisional folders that stand where they were put and into which nothing came.
    package func removeEmptyFolders(in root: DirectoryHandle) {
        for entry in entries where entry.isProvisional {
            guard let name = entry.target.last, let parent = try? root.openDirectory(at: entry.target.parent),
                (try? parent.evidence(of: name))?.identity == entry.identity
            else { continue }
            // Fails where something is in it; then it stays.
            try? parent.removeDirectory(name)
        }
    }

    /// After a change was taken back: whether all of it is in the staging folder again, and so nothing in the project.
    var isUntouched: Bool {
        entries.allSatisfy { entry in (try? folder.directory.evidence(of: entry.name))?.identity == entry.identity }
    }

    /// After a change was taken back: files that were replaced and could not be put back, since the file that took their
    /// place is not where it was put. Where that was only edited since, the edit is of the newer text and stays alone.
    func stranded(in root: DirectoryHandle) -> [StagedEntry] {
        let places = Places(root)
        return entries.filter { entry in
            guard entry.replaced != nil, let old = try? folder.directory.evidence(of: entry.name), old.identity != entry.identity else { return false }
            return places.evidence(at: entry.target)?.identity != entry.identity
        }
    }

    /// Files that were replaced and go to Rejected.
    var rejected: [StagedEntry] {
        entries.filter { entry in
            guard entry.rejecting != nil, let old = try? folder.directory.evidence(of: entry.name) else { return false }
            return old.identity != entry.identity
        }
    }

    /// Files that were exchanged but are not what was to be replaced, or will not be: somebody saved them at that very moment, or a program
    /// opened one then and may still write to it.
    var unexpected: [StagedEntry] {
        entries.filter { entry in
            guard let replaced = entry.replaced, let old = try? folder.directory.evidence(of: entry.name), old.identity != entry.identity
            else { return false }
            if WriteStamp(old) != WriteStamp(replaced) { return true }
            return !overridesWriters(with: entry) && folder.directory.isBeingWritten(entry.name) || (try? holdsAsRead(entry)) != true
        }
    }
}
