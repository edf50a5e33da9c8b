import CLinux
import Glibc
import ShedTestSupport
import Testing

extension Torture {
    /// Many changes at once.
    @Suite struct `Storms` {
        /// Makes `source.tar` beside the project: folders in which the files are spread evenly, each file's content its own.
        private func makeArchive(_ shelf: Shelf) throws {
            mkdir("\(shelf.path)/source", 0o755)
            for folder in 0..<Torture.folders {
                shelf.makeDirectory("source/d\(folder)")
                for file in 0..<Torture.files / Torture.folders { shelf.makeFile("source/d\(folder)/f\(file).txt", "\(folder) \(file)\n") }
            }
            try shelf.sh("tar -cf source.tar -C source .; rm -r source", in: shelf.path)
        }

        @Test func `an archive is unpacked, its folder renamed, half of it deleted, and all renamed while the daemon is held back`() throws {
            let shelf = try Shelf()
            try makeArchive(shelf)
            try shelf.must("add", "folder", "Files/top")
            try shelf.must("allow", "Files/top", "both")
            let watch = try Watch(shelf)

            try shelf.sh("tar -xf ../source.tar -C Files/top")
            let unpacked = try shelf.converged(watch, "\(Torture.files) files unpacked")
            #expect(unpacked.disk.files.count == Torture.files)

            try shelf.sh("mv Files/top Files/summit")
            let renamed = try shelf.converged(watch, "the top folder renamed")
            #expect(renamed.ids["Files/summit/d7/f7.txt"] == unpacked.ids["Files/top/d7/f7.txt"])
            #expect(renamed.ids["Files/summit"] == unpacked.ids["Files/top"])
            #expect(renamed.lost(since: unpacked) == [])
            #expect(renamed.ids.count == unpacked.ids.count)

            try shelf.sh("for d in Files/summit/d*[02468]; do rm -r \"$d\"; done")
            let halved = try shelf.converged(watch, "half of it deleted")
            #expect(halved.disk.files.count == Torture.files / 2)
            #expect(halved.lost(since: renamed) == [])
            #expect(halved.ids.allSatisfy { renamed.ids[$0.key] == $0.value })

            let before = halved.disk.identities
            let events = try renameBehind(watch, shelf, halved.disk.files)
            let held = try shelf.converged(watch, "\(events) renames while the daemon was held back")
            #expect(held.lost(since: halved) == [])
            #expect(held.disk.identities == before)
            #expect(held.disk.files.allSatisfy { $0.hasSuffix(".renamed") })
            try requireOverflow(shelf)
            #expect(try watch.stop().code == 0)
        }

        /// Renames every file, to and fro, until the kernel's queue must have overflowed, while the daemon stands still.
        /// - Returns: how many renames there were.
        private func renameBehind(_ watch: Watch, _ shelf: Shelf, _ files: [String]) throws -> Int {
            let queue = try #require(Int(String(decoding: TestFile.read("/proc/sys/fs/inotify/max_queued_events"), as: UTF8.self).dropLast()))
            watch.freeze()
            defer { watch.thaw() }
            var renames = 0
            // Two events a rename; an odd number of rounds, so that each has its new name at the end.
            while renames <= queue || renames / files.count % 2 == 0 {
                let isBack = renames / files.count % 2 == 1
                for file in files {
                    let (from, to) = ("\(shelf.project)/\(file)", "\(shelf.project)/\(file).renamed")
                    try #require(rename(isBack ? to : from, isBack ? from : to) == 0)
                }
                renames += files.count
            }
            return renames
        }

        /// The daemon must have counted one.
        private func requireOverflow(_ shelf: Shelf) throws {
            let head = String(decoding: try shelf.shed("status", "--json").out.prefix(2_000), as: UTF8.self)
            #expect(head.contains("\"overflows\": ") && !head.contains("\"overflows\": 0") && !head.contains("\"overflows\": null"), "\(head)")
        }

        @Test func `a repository is cloned and checked out to and fro`() throws {
            let shelf = try Shelf()
            let count = Torture.isFull ? 5_000 : 500
            try shelf.sh(
                """
                git init -q -b narrow source; cd source; git config user.name t; git config user.email t@example.org
                git config gc.auto 0
                mkdir text; cd text
                seq \(count) | awk '{ f = "f" $1 ".txt"; for (i = 0; i < 5; i++) print "line", i, "of", $1 > f; close(f) }'
                git add -A .; git commit -q -m narrow
                git checkout -q -b wide
                seq 1 4 \(count) | awk '{ print "f" $1 ".txt" }' | xargs git rm -q
                seq 2 4 \(count) | awk '{ f = "f" $1 ".txt"; print "changed", $1 >> f; close(f) }'
                mkdir ../more; seq \(count) | awk '{ f = "../more/g" $1 ".txt"; print "wide", $1 > f; close(f) }'
                git add -A ..; git commit -q -m wide; git checkout -q narrow
                """, in: shelf.path)
            // The repository's own folder has to take folders before git makes any in it.
            try shelf.must("add", "folder", "Files/repository")
            try shelf.must("allow", "Files/repository", "both")
            let watch = try Watch(shelf)
            try shelf.sh("git clone -q ../source Files/repository")
            let narrow = try shelf.converged(watch, "\(count) files cloned")
            #expect(narrow.disk.files.count == count)

            try shelf.sh("git -C Files/repository checkout -q wide")
            let wide = try shelf.converged(watch, "checked out to")
            #expect(wide.disk.files.count == count * 2 - (count + 3) / 4)
            #expect(narrow.ids.filter { wide.ids[$0.key] != nil && wide.ids[$0.key] != $0.value }.isEmpty)

            try shelf.sh("git -C Files/repository checkout -q narrow")
            let back = try shelf.converged(watch, "and fro")
            #expect(back.ids == narrow.ids)

            // And so quickly that some of it happens before the daemon looks.
            try shelf.sh("for i in 1 2 3 4 5; do git -C Files/repository checkout -q wide; git -C Files/repository checkout -q narrow; done")
            let again = try shelf.converged(watch, "five times to and fro")
            #expect(again.ids == narrow.ids)
            #expect(try shelf.sh("git -C Files/repository status --porcelain") == "")
            #expect(!again.disk.folders.contains("Rejected"))
        }

        /// Folders in a row, each of which is moved into the one before it, and out again.
        @Test func `folders are moved in loops`() throws {
            let shelf = try Shelf()
            let (count, rounds) = (8, Torture.isFull ? 200 : 30)
            for index in 0..<count {
                try shelf.must("add", "folder", "Files/loop\(index)")
                try shelf.must("allow", "Files/loop\(index)", "both")
                for file in 0..<5 { shelf.makeFile("Work/Files/loop\(index)/f\(index)-\(file).txt", "\(index) \(file)\n") }
            }
            let watch = try Watch(shelf)
            let before = try shelf.converged(watch)
            for round in 0..<rounds {
                // The tower: loop0/loop1/…; then it is turned round: the innermost comes out, and takes the others in.
                let order = (0..<count).map { ($0 + round) % count }
                var path = "\(shelf.project)/Files/loop\(order[0])"
                for index in order.dropFirst() {
                    try #require(rename("\(shelf.project)/Files/loop\(index)", "\(path)/loop\(index)") == 0)
                    path += "/loop\(index)"
                }
                for index in order.dropFirst().reversed() {
                    try #require(rename(path, "\(shelf.project)/Files/loop\(index)") == 0)
                    path = String(path.dropLast("/loop\(index)".count))
                }
            }
            let after = try shelf.converged(watch, "\(rounds * (count - 1) * 2) moves of folders in loops")
            #expect(after.ids == before.ids)
            #expect(after.lost(since: before) == [])
        }
    }
}
