import ShedModel
import Testing

/// What ended with an ID given up although what files hold, or the batches, told which is which, each by the shortest history that showed it.
@Suite struct `Devices that know files by what they hold` {
    @Test func `of two IDs that are one each by what was refused and by what it holds only one is another name`() {
        let steps = [step(1, .watch), step(1, .copy("Ready/c.txt", "Trash/c.txt")), step(1, .rename("Ready/c.txt", "a.txt"))]
        #expect(problems(hasTemplate: true, steps + [step(0, .rename("Ready/c.txt", "Draft/c.txt"))]).isEmpty)
    }

    @Test func `a short file whose folder was taken home is known by its name too`() {
        let steps = [step(0, .create("b.txt")), step(0, .rename("Trash", "Draft/d")), step(0, .look(.refresh)), step(0, .create("Draft/d/a.txt"))]
        #expect(problems(hasTemplate: true, steps).isEmpty)
    }

    @Test func `what a device made as it said that another file is gone is that file, where one device has it with that content`() {
        let steps = [step(1, .write("b.txt")), step(1, .rename("b.txt", "c.txt")), step(0, .files(from: 1, keepsInodes: false)), step(1, .look(.refresh))]
        #expect(problems(steps + [step(0, .rename("c.txt", "d/a.txt")), step(0, .look(.refresh))]).isEmpty)
    }

    @Test func `what was made for a file that another device had moved and saved anew is that file, once it comes to its place`() {
        let steps = [step(0, .rename("Ready/c.txt", "Trash/b.txt")), step(0, .rename("Trash", "Draft/e")), step(0, .exchange("Draft/e/b.txt"))]
        #expect(problems(hasTemplate: true, steps).isEmpty)
    }

    @Test func `two that two devices put to one path at once are one file, where the one was made for the other and holds the same`() {
        let steps = [step(1, .write("d/c.txt")), step(1, .rename("d/c.txt", "c.txt")), step(0, .files(from: 1, keepsInodes: false))]
        #expect(problems(steps + [step(0, .look(.refresh)), step(1, .rename("c.txt", "d/a.txt"))]).isEmpty)
    }

    @Test func `a file that another device put into a folder which was moved here, and not told yet, is where that put it`() {
        let steps = [step(0, .rename("d", "e")), step(0, .create("e/a.txt")), step(1, .create("d/a.txt")), step(1, .look(.refresh))]
        #expect(problems(steps).isEmpty)
    }

    @Test func `a file that was made in what was another folder to its device, which put a known one elsewhere at once, is not that one`() {
        let first = [step(0, .delete("d/c.txt")), step(1, .rename("d", "e")), step(0, .create("d/a.txt")), step(0, .rename("d/a.txt", "d/c.txt"))]
        #expect(problems(first + [step(0, .look(.refresh)), step(0, .rename("d/c.txt", "d/a.txt"))]).allSatisfy { $0.kind == .givenUp })
        #expect(problems([step(0, .create("d/a.txt")), step(1, .move("a.txt", "d/a.txt")), step(0, .rename("d", "e"))]).isEmpty)
    }

    @Test func `of files in a row the first may have gone with its folder`() {
        let steps = [
            step(1, .mkdir("Ready/d")), step(0, .files(from: 1, keepsInodes: false)), step(0, .swap("Draft/b.txt", "Ready/c.txt")),
            step(0, .rename("Draft", "Ready/d/e")), step(1, .tag("Ready", 1, true)),
        ]
        #expect(problems(hasTemplate: true, hasSkew: true, steps).isEmpty)
    }

    @Test func `files that changed places are known by what they hold where one of them is awaited in the place of another`() {
        let steps = [
            step(1, .swap("b.txt", "a.txt")), step(0, .rename("a.txt", "d/b.txt")), step(1, .tag("a.txt", 0, true)), step(0, .look(.refresh)),
            step(0, .rename("d/b.txt", "a.txt")), step(0, .accept("d/c.txt", "d/a.txt", .none)),
        ]
        #expect(problems(steps).isEmpty)
    }

    @Test func `so they are where one has come by the batches, and changed places with another before its file came`() {
        let steps = [
            step(0, .rename("Ready", "d")), step(0, .rename("Draft/a.txt", "b.txt")), step(0, .look(.daemonDoubting)),
            step(1, .move("Draft/a.txt", "Trash/b.txt")), step(0, .swap("Draft/b.txt", "b.txt")), step(0, .create("d/a.txt")),
        ]
        #expect(problems(hasTemplate: true, hasSkew: true, steps).isEmpty)
    }

    @Test func `a file that was moved into a folder is one with what was made of it in another that gives way to that`() {
        let steps = [
            step(2, .tag("Ready", 1, false)), step(2, .rename("Ready", "Draft/e")), step(0, .rename("Draft/a.txt", "Ready/a.txt")),
            step(2, .file("Ready/a.txt", from: 0, keepsInode: false)), step(2, .look(.syncNow)), step(1, .batch(3, from: 2)), step(1, .look(.syncNow)),
        ]
        #expect(problems(count: 3, hasTemplate: true, steps).isEmpty)
    }
}
