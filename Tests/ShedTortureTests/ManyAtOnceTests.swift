import Glibc
import ShedTestSupport
import Testing

extension Torture {
    /// One writer, whoever comes.
    @Suite struct `Many at once` {
        @Test func `a second daemon is refused with clear words, and the first goes on`() throws {
            let shelf = try Shelf()
            let watch = try Watch(shelf)
            let second = try shelf.shed("watch", "--json")
            #expect(second.code == 2)
            #expect(second.err.contains("\(watch.process)"), "it names the other's process: \(second.err)")
            shelf.makeFile("Work/Files/a.txt", "a\n")
            #expect(try shelf.converged(watch).ids["Files/a.txt"] != nil)
            #expect(try watch.stop().code == 0)
        }

        /// Of many that start at the same time, one watches; the others say why not.
        @Test func `of many daemons one watches`() throws {
            let shelf = try Shelf()
            let all = try (0..<8).map { _ in try Watch(starting: shelf) }
            try shelf.await("one watches and the others have ended") {
                all.filter { $0.log.contains("watching") }.count == 1 && all.filter { $0.log.contains("shed: ") }.count == 7
            }
            var codes: [Int32] = []
            for watch in all { codes.append(try watch.stop().code) }
            #expect(codes.sorted() == [0, 2, 2, 2, 2, 2, 2, 2])
        }

        @Test func `twenty verbs on nodes of their own are all carried out`() throws {
            let shelf = try Shelf()
            try shelf.must("add", "folder", "Files/to")
            for index in 0..<20 { shelf.makeFile("Work/Files/f\(index).txt", "\(index)\n") }
            let watch = try Watch(shelf)
            let before = try shelf.converged(watch)
            var started: [([String], Shelf.Running)] = []
            for index in 0..<20 {
                let file = "Files/f\(index).txt"
                let verbs = [["mv", file, "Files/to"], ["rename", file, "g\(index).txt"], ["rm", file], ["add", "file", "Files/h\(index).txt", "--text", "h"]]
                let verb = verbs[index % 4]
                started.append((verb, try shelf.start(ShedProgram.path, verb, in: shelf.project)))
            }
            // A person meanwhile.
            for index in 0..<20 { shelf.makeFile("Work/Files/to/p\(index).txt", "p\(index)\n") }
            for (verb, running) in started {
                let result = running.wait()
                #expect(result.code == 0, "\(verb): \(result.text)\(result.err)")
            }
            let after = try shelf.converged(watch, "twenty verbs at once")
            for index in 0..<20 {
                let file = "Files/f\(index).txt"
                let places = ["Files/to/f\(index).txt", "Files/g\(index).txt", "Trash/f\(index).txt", file]
                #expect(after.ids[places[index % 4]] == before.ids[file], "\(file)")
                #expect((after.ids["Files/h\(index).txt"] != nil) == (index % 4 == 3))
                #expect(after.ids["Files/to/p\(index).txt"] != nil)
            }
            try expectNoSidecarFindings(shelf)
        }

        /// Each is carried out or refused with a reason, and the file is where the last one put it.
        @Test func `twenty verbs on the same node are carried out one after another, or refused`() throws {
            let shelf = try Shelf()
            for folder in ["to", "fro"] { try shelf.must("add", "folder", "Files/\(folder)") }
            shelf.makeFile("Work/Files/f.txt", "f\n")
            shelf.makeFile("Work/Files/old.txt", "old\n")
            let watch = try Watch(shelf)
            let before = try shelf.converged(watch)
            let verbs = [["mv", "Files/f.txt", "Files/to"], ["mv", "Files/f.txt", "Files/fro"], ["rename", "Files/f.txt", "g.txt"], ["rm", "Files/f.txt"], ["add", "file", "Files/new.txt", "--text", "n"]]
            let started = try (0..<20).map { ($0, try shelf.start(ShedProgram.path, verbs[$0 % 5], in: shelf.project)) }
            var done = [Int](repeating: 0, count: 5)
            for (index, running) in started {
                let result = running.wait()
                if result.code == 0 { done[index % 5] += 1 }
                #expect(result.code == 0 || !result.err.isEmpty, "refused without a reason: \(verbs[index % 5])")
                #expect([0, 1, 2].contains(result.code), "\(verbs[index % 5]): \(result.code) \(result.err)")
            }
            let after = try shelf.converged(watch)
            // One of the four took the file away; whoever came later found it gone. One made the new one.
            #expect(done[..<4].reduce(0, +) == 1, "\(done)")
            #expect(done[4] == 1, "\(done)")
            let places = ["Files/to/f.txt", "Files/fro/f.txt", "Files/g.txt", "Trash/f.txt"]
            for (place, count) in zip(places, done) { #expect((after.ids[place] == before.ids["Files/f.txt"]) == (count == 1), "\(place)") }
            #expect(after.ids.count == before.ids.count + 1)
            try expectNoSidecarFindings(shelf)
        }
    }
}
