import Glibc
import ShedTestSupport
import Testing

extension Torture {
    /// How long after a carrier has brought a batch what it says is there for who asks. Times, so only measured in the full run.
    @Suite(.enabled(if: Torture.isFull)) struct `A tag that another device gave` {
        @Test func `is there as soon as its batch has come, for whoever asks`() throws {
            let one = try Shelf("poetry")
            let two = try Shelf(nil)
            try one.sh("for i in $(seq 1000); do echo \"poem $i, long enough to be known again\" > Draft/$i.txt; done")
            try one.must("sync", "--quiet")
            try one.must("tag", "add", "known", "Draft/1000.txt", "--create")
            try one.sh("cp -a Work/. '\(two.project)'", in: one.path)
            try two.must("trust", ".")
            try two.must("sync", "--quiet")
            let daemons = (try Watch(one), try Watch(two))
            for shelf in [one, two] { try shelf.await("clean") { try shelf.shed("status", "--json").text.contains("\"clean\": true") } }
            var (visible, asking): ([Double], [Double]) = ([], [])
            for number in 1...50 {
                let (before, file, tag) = (try batches(one), "Draft/\(number).txt", "t\(number)")
                try one.sh("echo 'saved once more' >> \(file)")
                try one.must("tag", "add", tag, file, "--create")
                try carry(file, from: one, to: two)
                // What the daemon makes of the file alone is over.
                try two.await("clean") { try two.shed("status", "--json").text.contains("\"clean\": true") }
                var start = Torture.now()
                try two.must("find", "--tag", number == 1 ? "known" : "t\(number - 1)")
                asking.append(Double(Torture.now() - start) / 1e6)
                for batch in try batches(one).subtracting(before) { try carry(batch, from: one, to: two) }
                start = Torture.now()
                let answer = try two.shed("find", "--tag", tag).text
                visible.append(Double(Torture.now() - start) / 1e6)
                #expect(answer.contains(file), "\(number): \(answer)")
            }
            for (what, times) in [("a carried tag, from its batch's name in .shed/ops to the end of the verb that tells it", visible), ("the same verb where nothing came", asking)] {
                Torture.figure(what, "50 tags, 1,000 files", "median \(Torture.decimal(times.percentile(50))) ms, p95 \(Torture.decimal(times.percentile(95))) ms")
            }
            for daemon in [daemons.0, daemons.1] { #expect(try daemon.stop().code == 0) }
        }

        private func batches(_ shelf: Shelf) throws -> Set<String> {
            Set(try shelf.sh("find .shed/ops -name '*.jsonl'").split(separator: "\n").map(String.init))
        }

        /// As sync programs do: under a passing name first.
        private func carry(_ file: String, from one: Shelf, to two: Shelf) throws {
            let passing = file.split(separator: "/").dropLast().joined(separator: "/") + "/.syncthing.carried.tmp"
            try one.sh("mkdir -p \"$(dirname '\(two.project)/\(file)')\"; cp -p '\(file)' '\(two.project)/\(passing)'")
            try #require(rename("\(two.project)/\(passing)", "\(two.project)/\(file)") == 0)
        }
    }
}
