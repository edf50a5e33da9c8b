import ShedDisk
import ShedIndex
import ShedModel
import ShedReconcile
import ShedSidecar

/// A change of an opened project: the only way to write its batches, its index and its history, and to move its files.
///
/// It holds the project's lock as long as it lives. One that is opened while another is open in the same project is that one.
///
/// Two things are written without one: a staging folder, since nothing of the project changes until a transaction carries it out,
/// and the new `project.json` of a copy, since what is opened has to have an ID before there is a folder whose lock could be held.
public final class Transaction: ProjectReader {
    public let project: Project
    /// Who does what is done, for the history.
    var actor: String { project.actor }
    /// `nil` for a dry run, which writes nothing, not even a lock.
    private let lock: FileLock?
    let access = WriteAccess()
    /// Whether what this transaction has carried out is being taken in, so that walks leave its journal and its intents alone.
    package var isCarryingOut = false
    /// Whether the project's kind settles what follows from a walk.
    var isSettling = false
    /// What it has moved so far that somebody asked for.
    var moved: [(from: RelativePath, to: RelativePath)] = []
    /// Moves that were written down for `undo` and are still to be made.
    var notedMoves: [UndoMove: NotedStep] = [:]
    /// What was written down of the staged change that is being carried out.
    var notedChange: [NotedStep] = []
    /// How many batches it has written, or may have.
    var writtenBatches = 0
    /// The folders in which it has changed something, by what it has taken in of its own doing.
    var changedFolders: Set<NodeID> = []
    /// Whether something was moved here since links of documents were last looked at: by a verb or by a person, not by another device.
    var hasMovedHere = false
    /// Whether it only looks what of the undo journal was never done, before somebody takes something back.
    var isSettlingUnderWay = false
    /// What became of a deed that was interrupted before, where it took that back.
    var endedDeed: Undone?
    /// Whether it takes that back now.
    var isEndingDeed = false
    /// What was taken in before that, as long as nobody was told of it.
    var earlierOutcome: Outcome?

    fileprivate init(_ project: Project) throws(ShedError) {
        self.project = project
        // What a dry run says may be old when it is read.
        guard project.purpose == .change else {
            lock = nil
            return
        }
        guard let folder = project.home.stateFolder else { throw ShedError(.environment, "the project is not registered") }
        lock = try Transaction.lock(folder.path + "/lock", project.home.surroundings)
        project.store.closeIndexToLoad()
    }

    private static func lock(_ path: String, _ surroundings: Surroundings) throws(ShedError) -> FileLock {
        if let waiting = surroundings.waiting {
            if let lock = try FileLock.attempt(path, milliseconds: waiting.patience) { return lock }
            waiting.tell()
        }
        return try FileLock.wait(path)
    }

    /// Whether it may write: not in a dry run.
    var isWriting: Bool { lock != nil }

    /// Whoever writes asks for this first.
    /// - Throws: in a dry run.
    package func requireWriting() throws(ShedError) {
        guard isWriting else { throw ShedError(.environment, "the project is only looked at, and something was to be written") }
    }
}

/// What only a transaction can give: whoever writes into the index asks for it.
struct WriteAccess {
    fileprivate init() {}
}

/// What is done before a change.
public enum Opening: Sendable {
    /// What changed on disk is taken in; what is refused stays where it is.
    case refresh(WalkRequest.Depth = .names)
    /// Nothing: it was done just now, or the change has nothing to do with files.
    case nothing
}

extension Project {
    /// Takes in what changed, leaving what is refused where it is: the first step of everything.
    ///
    /// In a project that was opened to be looked at, nothing is written: it is read as it would be.
    public func refresh(_ depth: WalkRequest.Depth = .names) throws(ShedError) -> Reading {
        guard purpose == .change else { return Reading(project: self, outcome: try foreseeRefresh(depth)) }
        let outcome = try write(after: .nothing) { transaction throws(ShedError) in
            var outcome = try transaction.walk(.refresh(depth))
            transaction.tellEndedDeed(in: &outcome, isShown: false)
            return outcome
        }
        return Reading(project: self, outcome: outcome)
    }

    /// Changes the project, after what changed on disk was taken in.
    ///
    /// Whatever interrupts the change, the next walk finishes what was begun or takes it back.
    public func write<Result>(
        after opening: Opening = .refresh(), _ body: (Transaction) throws(ShedError) -> Result
    ) throws(ShedError) -> Result {
        // Who is inside has taken in what changed already.
        if let transaction { return try body(transaction) }
        let opened = try Transaction(self)
        opened.readKept()
        transaction = opened
        opened.tellRenewal()
        defer {
            undo.unmark()
            withExtendedLifetime(opened) {}
            if actor == UndoEntry.daemon { undo.close() }
        }
        // What a killed verb left to be done is no part of what this one does.
        let mayOweMending = opened.mayOweMending
        if case .refresh(let depth) = opening {
            if purpose == .change { _ = try opened.walk(.refresh(depth)) } else { _ = try foreseeRefresh(depth) }
        }
        let hasWalked = if case .refresh = opening { true } else { false }
        opened.endInterruptedDeed(hasWalked: hasWalked)
        if mayOweMending, hasWalked { opened.mendOwedLinks() }
        opened.confirmSheltersOnce()
        // Also of what was done before an error.
        defer {
            opened.settleOwnChanges()
            opened.confirmSheltersOnce()
            if opened.isWriting {
                opened.giveUpRemoved()
                // First: a kind may know a folder by the time at which something came into it last.
                opened.keepIcons()
                kind.keepUp(in: opened)
                opened.mendLinksOfMoves()
            }
        }
        do throws(ShedError) { return try body(opened) } catch {
            var error = error
            error.moved = opened.moved
            throw error
        }
    }

    /// Puts the project in order as far as is asked for (`sync`, a daemon's judging): what is refused is moved, and what its kind
    /// has to settle afterwards is settled.
    public func reconcile(_ request: WalkRequest) throws(ShedError) -> Outcome {
        var outcome = try write(after: .nothing) { transaction throws(ShedError) in try transaction.reconcile(request) }
        // They are mended when the change is done.
        outcome.linkNews += takeLinkNews()
        return outcome
    }
}
