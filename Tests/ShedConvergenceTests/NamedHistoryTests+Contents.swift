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
}
