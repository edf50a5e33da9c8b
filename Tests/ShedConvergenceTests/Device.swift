import ShedModel
import ShedReconcile
import ShedReplicas
import ShedRules
import ShedSidecar
import ShedSimulatedDisk

/// One device with a copy of the project: its disk, its clock, its part of the sidecar, and what it remembers.
struct Device: Sendable {
    let number: Int
    var replica: ReplicaID
    /// The last batch that it wrote under this ID, as it notes outside of the project before it writes; `nil`: none yet.
    var written: Written?
    /// How often it has taken another ID.
    private var renewals: UInt64 = 0
    /// By how much its clock is ahead, in milliseconds.
    var offset: Int64
    var disk = SimulatedDisk()
    var sidecar = SidecarFiles()
    /// What is written down, as in the index; `nil`: lost, or nothing yet.
    var index: Knowledge?
    /// What the running process knows; `nil`: none runs.
    var live: Knowledge?
    var ids: Minter
    /// What a daemon saw come from a carrier's temporary names since it last looked.
    var carried: Set<RelativePath> = []
    /// Since when a daemon watches, in nanoseconds by the disk's clock; `nil`: none does.
    var watchedSince: Int64?
    /// The last scan of the disk, with the key of each entry's inode.
    var scan = Scan(snapshot: Snapshot(), keys: [], version: -1)
    /// What the last look came to, if nothing was to be said and nothing has to wait.
    var settled: Settled?
    /// The last fold that any device made.
    var shared: SharedFold?
    /// What was done to files since the last look, by works.
    var unseen = Unseen()

    /// Milliseconds since 1970 by its clock.
    var now: Int64 { disk.clock / 1_000_000 }

    init(_ number: Int, offset: Int64) {
        self.number = number
        self.offset = offset
        replica = ReplicaID(rawValue: UInt64(number + 1) * 0x1111)
        ids = Minter(device: number)
    }

    /// A batch of one's own.
    struct Written: Hashable, Sendable {
        var sequence: UInt64
        var batch: BatchID
    }

    /// Whether batches bear its ID that it did not write: its machine was cloned, or what it keeps was put back.
    var isShared: Bool {
        var numbers: [UInt64: BatchID] = [:]
        for file in sidecar.files where !file.isTorn && file.batch.header.replica == replica {
            if let other = numbers.updateValue(file.batch.id, forKey: file.batch.header.sequence), other != file.batch.id { return true }
        }
        guard let newest = numbers.keys.max() else { return false }
        // It notes what it writes before it does.
        guard let written else { return true }
        return newest > written.sequence || newest == written.sequence && numbers[newest] != written.batch
    }

    /// Takes an ID that nobody has.
    mutating func renew() {
        renewals += 1
        replica = ReplicaID(rawValue: UInt64(number + 1) * 0x1111 + renewals << 32)
        written = nil
    }

    /// Writes under the ID of another machine, whose copy it is.
    mutating func take(idOf source: Device, after old: Device) {
        (replica, written, renewals) = (source.replica, source.written, old.renewals)
    }

    /// What a scan gave, and of which state of the disk.
    struct Scan: Sendable {
        var snapshot: Snapshot
        var keys: [Int]
        var version: Int
    }

    /// Of a look after which nothing but a change brings anything new.
    struct Settled: Sendable {
        /// The state of the disk (``SimulatedDisk/version``).
        var version: Int
        var files: SidecarFiles
        /// The node of each entry of the scan.
        var binding: [NodeID?]
    }

    /// Whether nothing has changed since.
    var isSettled: Bool { settled.map { $0.version == disk.version && $0.files == sidecar && live != nil } ?? false }

    /// What is done to a file between two looks: saved as a new file and moved, it leaves no trace.
    struct Unseen: Sendable {
        var saved: Set<Int> = []
        var moved: Set<Int> = []
        /// With a folder that was moved.
        var along: Set<Int> = []
    }
}

/// What a device knows of the project: the folded model and what it remembers.
struct Knowledge: Sendable {
    var model: Model
    var memory: Memory
    var author: BatchAuthor
    /// What the model is the fold of.
    var files: SidecarFiles
    /// Whether it is the fold of what was written since, too.
    var isFold = true
    var gaps: [String] = []
    var waived: Set<String> = []
    var hasOthers = false
    var lastOfOthers: Int64?
    var joins: [Operation] = []
    var carried: [NodeID: RelativePath] = [:]
    var departed: [Departure] = []
    /// What files hold that were never seen here, as others have said.
    var hints: [NodeID: FileContent] = [:]
    /// Moves that are about to be made, or were interrupted; of what is written down alone.
    var noted: [NotedMove] = []

    /// Why the sidecar is not whole, but for what the device has gone on without.
    var incomplete: [String] { gaps.filter { !waived.contains($0) } }

    /// What of it is written down.
    var written: Knowledge {
        var known = self
        (known.joins, known.carried, known.departed) = ([], [:], [])
        return known
    }
}

/// Gives IDs as the program does: of two the one that was made later is the greater.
struct Minter: IDSource, Sendable {
    let device: Int
    var now: Int64 = 0
    private var count: UInt64 = 0

    init(device: Int) { self.device = device }

    mutating func next() -> NodeID {
        count += 1
        return NodeID(high: UInt64(now) << 16 | 0x7000 | count & 0xfff, low: 0x8000_0000_0000_0000 | UInt64(device) << 32 | count)
    }
}
