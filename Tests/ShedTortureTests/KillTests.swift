import Glibc
import ShedTestSupport
import Testing

extension Torture {
    /// `kill -9`, at any moment.
    @Suite struct `Kills` {
        /// Each round: programs work at random, the daemon is killed amid it, sometimes a verb with it and sometimes the
        /// next daemon while it starts; then another starts, and must know every file that is still there.
        @Test func `no ID is lost or doubled and nothing of a user's is gone`() throws {
            let shelf = try Shelf()
            for folder in ["a", "b", "a/a"] {
                try shelf.must("add", "folder", "Files/\(folder)")
                try shelf.must("allow", "Files/\(folder)", "both")
            }
            for file in 0..<200 { shelf.makeFile("Work/Files/a/s\(file).txt", "start \(file)\n") }
            var chance = SeededRandom(Torture.seed)
            var watch = try Watch(shelf)
            var before = try shelf.converged(watch)
            for round in 0..<Torture.kills {
                let work = try startWork(shelf, round)
                // The moment is chance, not a barrier: wherever the kill comes, what is asked afterwards must hold.
                usleep(UInt32.random(in: 0..<900_000, using: &chance))
                let verb = round % 3 == 0 ? try startVerb(shelf, round, &chance) : nil
                watch.kill()
                if let verb {
                    // Chance too, for the same reason.
                    usleep(UInt32.random(in: 0..<60_000, using: &chance))
                    Glibc.kill(verb.process, SIGKILL)
                    _ = verb.wait()
                }
                if round % 2 == 0 {
                    let short = try Watch(starting: shelf)
                    // And chance again: it may be killed before it is ready.
                    usleep(UInt32.random(in: 0..<200_000, using: &chance))
                    short.kill()
                }
                for worker in work { #expect(worker.wait().err == "") }
                let there = Disk(shelf.project).identities
                watch = try Watch(shelf)
                // What came before this daemon was ready waits for a person's word.
                let synced = try shelf.shed("sync", "--quiet")
                #expect(synced.code == 0 || synced.code == 1, "\(synced.err)")
                let after = try shelf.converged(watch)
                let lost = after.lost(since: before)
                #expect(lost == [], "SHED_SEED=\(Torture.seed), round \(round)")
                #expect(there.isSubset(of: after.disk.identities), "round \(round): files are gone")
                try expectNoSidecarFindings(shelf)
                before = after
                if !lost.isEmpty { break }
            }
            #expect(try tokensLost(shelf) == "")
            try expectNothingLeftBehind(shelf, watch)
            Torture.figure("\(Torture.kills) kills", "files and folders at the end", "\(before.ids.count)")
        }

        private func startWork(_ shelf: Shelf, _ round: Int) throws -> [Shelf.Running] {
            try (0..<2).map { worker in
                let seed = Int(Torture.seed) * 1_000_000 + round * 10 + worker
                return try shelf.start(
                    script: "random-work.pl", ["\(shelf.project)/Files", "\(shelf.path)/bin", "\(shelf.path)/made", "\(seed)", "1"])
            }
        }

        private func startVerb(_ shelf: Shelf, _ round: Int, _ chance: inout SeededRandom) throws -> Shelf.Running {
            let file = "Files/a/s\(Int.random(in: 0..<200, using: &chance)).txt"
            let verbs = [["sync"], ["add", "file", "Files/v\(round).txt", "--text", "x"], ["rm", file], ["mv", file, "Files/b"], ["rename", file, "v\(round).txt"]]
            return try shelf.start(ShedProgram.path, verbs[Int.random(in: 0..<verbs.count, using: &chance)], in: shelf.project)
        }

        private func tokensLost(_ shelf: Shelf) throws -> String {
            try shelf.sh(
                """
                sort -u made > made.sorted
                find Work bin -path Work/.shed -prune -o -type f -print0 | xargs -0 grep -h '^token ' | sort -u > found
                comm -23 made.sorted found | head
                """, in: shelf.path)
        }

        /// The sidecar and the state directory hold what belongs there, and no file on its way.
        private func expectNothingLeftBehind(_ shelf: Shelf, _ watch: Watch) throws {
            let hidden = try shelf.sh("find . -name '.shed-*' -o -path './.shed/*' -name '.*' ! -path ./.shed/.gitattributes -o -path './.shed/*' -name '*tmp*'")
            #expect(hidden == "", "left in the project: \(hidden)")
            #expect(try watch.stop().code == 0)
            // What is older than a minute is nobody's any more: the next daemon tidies it up.
            try shelf.sh("find state -name '*tmp*' -exec touch -d '2 minutes ago' {} +", in: shelf.path)
            #expect(try Watch(shelf).stop().code == 0)
            let state = try shelf.sh("find state -name '*tmp*'", in: shelf.path)
            #expect(state == "", "left in the state directory: \(state)")
        }
    }
}
