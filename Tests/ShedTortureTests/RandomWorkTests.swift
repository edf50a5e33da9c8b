import Glibc
import ShedTestSupport
import Testing

extension Torture {
    /// Several programs that make, save, rename, swap and remove at random.
    @Suite struct `Random work` {
        /// Places for the workers: folders that take both, three deep.
        private func makeGrid(_ shelf: Shelf) throws {
            for folder in ["a", "b", "c", "a/a", "a/b", "b/a", "a/a/a"] {
                try shelf.must("add", "folder", "Files/\(folder)")
                try shelf.must("allow", "Files/\(folder)", "both")
            }
        }

        @Test(arguments: [false, true]) func `the daemon knows what there is, and nothing is lost`(isHeldBack: Bool) throws {
            let shelf = try Shelf()
            try makeGrid(shelf)
            let watch = try Watch(shelf)
            let seconds = Torture.seconds / 2
            var workers: [Shelf.Running] = []
            for worker in 0..<Torture.workers {
                let arguments = ["\(shelf.project)/Files", "\(shelf.path)/bin", "\(shelf.path)/made", "\(Int(Torture.seed) * 1_000 + worker)", "\(seconds)"]
                workers.append(try shelf.start(script: "random-work.pl", arguments))
            }
            if isHeldBack { watch.freeze() }
            var steps = 0
            for worker in workers {
                let result = worker.wait()
                #expect(result.err == "")
                steps += Int(result.text.dropLast()) ?? 0
            }
            if isHeldBack { watch.thaw() }
            let view = try shelf.converged(watch, "\(steps) steps of \(Torture.workers) workers\(isHeldBack ? ", held back" : "")")
            #expect(steps > 0 && !view.disk.files.isEmpty)
            // Every token that was written is in some file, in the project or where the worker removed it to.
            let lost = try shelf.sh(
                """
                sort -u made > made.sorted
                find Work bin -path Work/.shed -prune -o -type f -print0 | xargs -0 grep -h '^token ' | sort -u > found
                comm -23 made.sorted found | head
                """, in: shelf.path)
            #expect(lost == "")
            try expectNoSidecarFindings(shelf)
        }
    }
}

/// `shed check` finds nothing that has to do with the sidecar.
func expectNoSidecarFindings(_ shelf: Shelf, location: SourceLocation = #_sourceLocation) throws {
    let result = try shelf.shed("check", "--json")
    #expect(result.code == 0 || result.code == 1, "\(result.err)", sourceLocation: location)
    for rule in ["torn-batch", "foreign-batch", "sidecar-entry", "newer-batch", "doubled-id", "unknown-operation", "future-stamp"] {
        #expect(!result.text.contains("\"rule\": \"\(rule)\""), "\(rule): \(result.text.prefix(3_000))", sourceLocation: location)
    }
}
