import ShedProject
import ShedWatch

/// The work of one project's thread: says before each piece of it that it is at work, and after it that it is not, so that it is
/// known under which project a process died.
final class ProjectWork {
    private let table: WorkTable
    private let worker: ProjectWorker
    private var folder: ProjectStateFolder?
    private var note: WorkNote?
    /// Until when it takes turns with other suspects, in milliseconds since 1970.
    private let suspectUntil: Int64

    /// How long a suspect waits for its turn: a minute, in nanoseconds. Then it works beside the one whose turn it is, which
    /// may never come to an end.
    private static let patience: UInt64 = 60_000_000_000

    /// - Parameter folder: what this machine keeps of the project, if that is known already.
    init(_ table: WorkTable, _ worker: ProjectWorker, _ folder: ProjectStateFolder?, _ quarantine: Quarantine) {
        self.table = table
        self.worker = worker
        self.folder = folder
        suspectUntil = quarantine.suspectUntil
    }

    /// Does a piece of work.
    func perform<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        let manner = begin()
        defer { end(manner) }
        return try body()
    }

    private func begin() -> WorkNote.Manner {
        var manner = WorkNote.Manner.usual
        if Surroundings.clock() < suspectUntil {
            manner = table.takeTurn(worker.key, of: worker, deadline: MonotonicClock().now() + ProjectWork.patience) ? .alone : .beside
        }
        // A project may get its folder when it is opened, and another one when it is found at another place.
        if let known = worker.standing.folder, note == nil || known.path != folder?.path {
            folder = known
            note = try? WorkNote(in: known)
        }
        table.begin(worker.key, manner)
        note?.write(manner)
        Interruption.point("at-work", in: worker.root)
        return manner
    }

    private func end(_ manner: WorkNote.Manner) {
        note?.write(.not)
        table.end(worker.key)
        if manner == .alone { table.giveTurn(worker.key) }
    }
}
