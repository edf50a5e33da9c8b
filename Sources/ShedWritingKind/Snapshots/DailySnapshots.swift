import ShedDisk
import ShedModel
import ShedProject

/// Takes a snapshot each day on which something changed, where `daily` is set: in idle moments of the daemon, some files at a time.
final class DailySnapshots: ProjectKind {
    unowned let project: Project
    /// The one that is being taken: the files that are still to come, the last one first.
    private var current: (work: SnapshotWork, left: [WantedFile])?
    /// Whether what is too old is to go.
    private var prunes = false
    /// When it was last looked whether one is due, in milliseconds since 1970; `nil` where this process has not looked yet.
    private var lastLook: Int64?

    /// Whether there is enough room for more.
    private let hasRoom: (HeldSnapshots) -> Bool

    init(_ project: Project, hasRoom: @escaping (HeldSnapshots) -> Bool = DailySnapshots.hasTenth) {
        (self.project, self.hasRoom) = (project, hasRoom)
    }

    /// In milliseconds.
    private static let day: Int64 = 86_400_000
    /// After what went wrong it is tried again so much later, in milliseconds.
    private static let pause: Int64 = 600_000
    /// What one portion may take, in milliseconds.
    private static let portion: Int64 = 40
    /// Larger files are kept where a person asks for it, in bytes.
    private static let largest: Int64 = 64 << 20

    private var reader: Reading { project.asKnown }

    var hasIdleWork: Bool { current != nil || prunes || (idleDue.map { $0 <= project.home.surroundings.now() } ?? false) }

    var idleDue: Int64? {
        guard project.purpose == .change, let folder = project.home.stateFolder, reader.snapshotsSettings.daily else { return nil }
        return (lastLook ?? look(at: SnapshotStore(in: folder))) + DailySnapshots.day
    }

    /// When the last one was taken; 0: never.
    private func look(at store: SnapshotStore) -> Int64 {
        var last: Int64 = 0
        // Those that people take count too.
        for number in ((try? store.numbers()) ?? []).prefix(1) { last = (try? store.manifest(number))??.snapshot.time ?? 0 }
        // A clock that was set back does not put the next one off for ever.
        last = min(last, project.home.surroundings.now())
        lastLook = last
        return last
    }

    func doIdleWork(_ background: (any BackgroundWork)?) throws(ShedError) {
        let now = project.home.surroundings.now()
        guard reader.snapshotsSettings.daily else { return stop() }
        do throws(ShedError) {
            // Where somebody takes one now, or there is little room, it is looked again a while later.
            guard let held = try held(), hasRoom(held) else { return putOff(now) }
            if prunes {
                _ = try reader.remove(try reader.doomedSnapshots(held.store, unasked: true), held)
                prunes = false
            } else {
                do throws(DiskError) { try goOn(held, until: now + DailySnapshots.portion) } catch { throw ShedError(error) }
            }
        } catch {
            putOff(now)
            throw error
        }
    }

    private func stop() { (current, prunes) = (nil, false) }

    /// Has it looked again a while later whether one is due.
    private func putOff(_ now: Int64) {
        stop()
        lastLook = now - DailySnapshots.day + DailySnapshots.pause
    }

    private func held() throws(ShedError) -> HeldSnapshots? {
        guard let folder = project.home.stateFolder else { return nil }
        return try HeldSnapshots(folder, patience: 2, goesOn: current != nil)
    }

    /// Whether a tenth of the disk is free: whoever wrote the settings need not be who has this machine.
    static func hasTenth(_ held: HeldSnapshots) -> Bool {
        guard let facts = try? held.contents.volume() else { return false }
        return facts.free > facts.size / 10
    }

    private func goOn(_ held: HeldSnapshots, until deadline: Int64) throws(DiskError) {
        if current == nil {
            let wanted = (try? reader.wantedFiles([])) ?? []
            let known = try held.store.latest(of: wanted.lazy.map(\.id))
            current = (SnapshotWork(project.home.root, known: known, largest: DailySnapshots.largest), wanted.reversed())
        }
        guard var (work, left) = current else { return }
        // Nobody else is to copy it meanwhile.
        current = nil
        try held.begin()
        while let next = left.popLast() {
            try work.add(next, to: held)
            if project.home.surroundings.now() >= deadline { break }
        }
        if left.isEmpty { left = try work.takeSwept(held).reversed() }
        guard left.isEmpty else {
            current = (work, left)
            return
        }
        let now = project.home.surroundings.now()
        if work.isNews { _ = try work.finish(held, at: now, name: nil, cause: .daily) } else { work.giveUp(held) }
        (lastLook, prunes) = (now, true)
    }
}
