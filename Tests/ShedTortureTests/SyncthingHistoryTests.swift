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
            let replicas = try Replicas(count: 3, SharedWork.beginning)
            let work = try SharedWork(replicas, seed: seed)
            do {
                try work.play(steps: 16)
                for device in replicas.devices { try device.begin() }
                try replicas.settle()
                // What is left of conflicts would wait for ten minutes.
                for device in replicas.devices { _ = try device.shelf.shed("sync", "--now") }
                try replicas.agree()
                try replicas.expectSilence()
                try check(replicas, work, seed)
            } catch {
                Issue.record("seed \(seed): \(work.story.joined(separator: "; "))")
                throw error
            }
        }

        private func check(_ replicas: Replicas, _ work: SharedWork, _ seed: UInt64) throws {
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
            #expect(try work.lostIDs().isEmpty, "seed \(seed): \(work.story)")
            // Of three texts that meet in one second Syncthing itself drops one, and says so.
            if !replicas.devices.contains(where: { $0.said.contains("not copying again") }) {
                #expect(work.lostLines().isEmpty, "seed \(seed): \(work.story)")
            }
        }
    }
}
