import ShedModel
import Testing

/// What ended with an ID given up, or without end, each by the shortest history that showed it.
@Suite struct `Devices of which one moves a folder, and another what is in it` {
    @Test func `a file that is renamed in a folder which another device has moved is the one that was left behind there`() {
        #expect(problems([step(1, .move("d", "e")), step(0, .accept("d/c.txt", "d/a.txt", .none))]).isEmpty)
        #expect(problems([step(0, .move("d", "e")), step(1, .rename("d/c.txt", "d/b.txt")), step(1, .tag("d/b.txt", 1, true))]).isEmpty)
    }

    @Test func `a file that changes places with one in a folder which another device has moved is not taken for that one`() {
        #expect(problems([step(0, .rename("d", "e")), step(1, .swap("a.txt", "d/c.txt")), step(1, .look(.refresh)), step(0, .order("b.txt", 6))]).isEmpty)
        #expect(problems(count: 3, [step(1, .move("d", "e")), step(2, .swap("d/c.txt", "b.txt")), step(2, .look(.refresh))]).isEmpty)
    }

    @Test func `a device that has not the batch of either takes the file in the folder for no other`() {
        #expect(problems(count: 3, [step(2, .rename("d", "e")), step(0, .swap("b.txt", "d/c.txt"))]).isEmpty)
        #expect(problems(count: 3, hasTemplate: true, [step(2, .swap("Draft/a.txt", "Ready/c.txt")), step(1, .rename("Draft", "Trash/d"))]).isEmpty)
    }

    @Test func `what a daemon refused is one with what the other device took in from that path, though that has another folder there`() {
        #expect(problems(hasTemplate: true, [step(1, .watch), step(1, .copy("Draft/a.txt", "Trash/b.txt")), step(0, .rename("Trash", "e"))]).isEmpty)
        #expect(problems(hasTemplate: true, [step(0, .watch), step(1, .rename("Trash", "Ready/e")), step(0, .create("Trash/c.txt"))]).isEmpty)
        #expect(problems(hasTemplate: true, [step(0, .watch), step(1, .rename("Ready", "Draft/d")), step(0, .create("Ready/a.txt"))]).isEmpty)
    }

    @Test func `two files that came to another device as changed texts, since they had changed places, have changed places there too`() {
        let first = [step(1, .swap("d/c.txt", "a.txt")), step(0, .files(from: 1, keepsInodes: false)), step(0, .look(.refresh))]
        #expect(problems(first + [step(1, .rename("d/c.txt", "c.txt"))]).isEmpty)
        #expect(problems(first + [step(0, .swap("d/c.txt", "a.txt"))]).isEmpty)
    }

    @Test func `two devices that cannot keep what they see, since a batch is lost for good, say once what a file held that is gone`() {
        let steps = [
            step(0, .delete("d")), step(1, .rename("d/c.txt", "c.txt")), step(1, .order("b.txt", 3)), step(0, .double(3, from: 1)), step(1, .beCloned(of: 0)),
        ]
        #expect(!problems(steps).contains { $0.kind == .unrest })
    }
}
