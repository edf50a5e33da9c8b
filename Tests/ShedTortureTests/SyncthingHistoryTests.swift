import Glibc
import ShedTestSupport
import Testing

extension Torture {
    /// How many histories; each takes about a minute. The first has the seed `SHED_SEED`.
    static var sharedHistories: Int {
        getenv("SHED_SYNCTHING_HISTORIES").flatMap { Int(String(cString: $0)) } ?? 50
    }

    /// Three devices with a daemon each, and real Syncthings between them.
    @Suite(.serialized, Replicas.inSlowRuns)
    struct `Syncthing between three devices` {
        @Test(arguments: (0..<Torture.sharedHistories).map { Torture.seed &+ UInt64($0) })
        func `whatever people do on each, all come to the same, and then nobody writes`(seed: UInt64) throws {
            try SharedHistory(seed: seed, devices: 3, steps: 16, waiting: 240).play()
        }
    }

    /// The same with two and a few deeds, in every run. Nothing in it depends on how fast anything is: each step waits for what Syncthing
    /// and shed say.
    @Suite(.serialized, Replicas.whereInstalled)
    struct `Syncthing between two devices, for a moment` {
        @Test func `what people do on both comes to the same, and then neither writes`() throws {
            try SharedHistory(seed: Torture.seed, devices: 2, steps: 5, waiting: 240).play()
        }
    }
}

/// A history of devices that share a project, played and judged.
struct SharedHistory {
    var seed: UInt64
    var devices: Int
    var steps: Int
    /// How many seconds anything is waited for.
    var waiting: UInt64

    func play() throws {
        let start = Torture.now()
        let replicas = try Replicas(count: devices, waiting: waiting, SharedWork.beginning)
        let work = try SharedWork(replicas, seed: seed)
        do {
            try work.play(steps: steps)
            for device in replicas.devices { try device.begin() }
            try replicas.judgeAll()
            try check(replicas, work)
        } catch {
            Issue.record("seed \(seed): \(work.story.joined(separator: "; "))")
            throw error
        }
        Torture.figure("Syncthing between \(devices) devices", "seed \(seed), \(steps) deeds", Torture.seconds(since: start))
    }

    private func check(_ replicas: Replicas, _ work: SharedWork) throws {
        let one = replicas.one
        let details = try one.details()
        for device in replicas.devices.dropFirst() {
            #expect(try device.details() == details, "seed \(seed): \(work.story)")
        }
        // Who only now reads the project reads the same.
        try one.shelf.sh("cp -a Work copy", in: one.shelf.path)
        #expect(try one.details(in: "\(one.shelf.path)/copy", "\(one.shelf.path)/nowhere") == details, "seed \(seed): \(work.story)")
        try replicas.end()
        let ids = try one.ids().filter { !$0.key.hasPrefix("All/") }
        #expect(Set(ids.values).count == ids.count, "an ID stands twice. Seed \(seed): \(work.story)")
        // Who renames and saves while another device looks at half of it may be known by nothing: rare.
        let lostIDs = try work.lostIDs()
        #expect(lostIDs.isEmpty, "seed \(seed): \(lostIDs) \(work.story)")
        let lost = work.lostLines()
        #expect(lost.isEmpty, "seed \(seed): \(lost) \(work.story)")
    }
}
