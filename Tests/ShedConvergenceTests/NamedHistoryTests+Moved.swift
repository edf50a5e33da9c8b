import ShedModel
import Testing

/// What ended with an ID given up where folders were moved or made anew, or where a carrier kept one of two files, each by the shortest history that
/// showed it.
@Suite struct `Devices that moved folders, or whose carrier kept another file` {
    @Test func `a file comes into a folder that a carrier has made anew at its place`() {
        let steps = [
            step(1, .rename("Draft", "Trash/e")), step(0, .rename("Ready/c.txt", "Ready/a.txt")), step(1, .rename("Trash/e/b.txt", "Trash/a.txt")),
            step(0, .tag("Trash", 0, true)), step(0, .delete("Trash")), step(1, .accept("Ready/c.txt", "Trash/e/b.txt", .none)),
        ]
        #expect(problems(count: 3, hasTemplate: true, steps).isEmpty)
    }

    @Test func `a file that went along with a folder which was moved here is where another device has put it, once it has come there`() {
        let steps = [
            step(0, .copy("Draft/b.txt", "Trash/a.txt")), step(1, .swap("Draft/b.txt", "Draft/a.txt")), step(0, .delete("Draft")),
            step(0, .move("Trash", "Ready/e")), step(1, .look(.refresh)),
        ]
        #expect(problems(hasTemplate: true, steps).isEmpty)
        #expect(
            problems(count: 3, hasTemplate: true, [
                step(1, .watch), step(1, .rename("Draft", "Ready/d")), step(0, .create("c.txt")), step(0, .rename("c.txt", "Ready/a.txt")),
                step(0, .swap("Ready/a.txt", "Draft/b.txt")),
            ]).isEmpty)
    }

    @Test func `what another device put into a folder of a role that was moved here is where that put it, if it holds what is said of it`() {
        let steps = [
            step(0, .move("Ready", "Draft/e")), step(0, .copy("Draft/e/c.txt", "Draft/e/a.txt")), step(1, .accept("Draft/b.txt", "Ready/a.txt", .none)),
        ]
        // What it takes what lay in the folder for before that is refused, no device could tell.
        #expect(History(start: History.Start(count: 2, hasTemplate: true, hasSkew: false), steps: steps).run().isEmpty)
    }

    @Test func `an ID that another device made for a file that holds something else is no name of one that was moved to its place`() {
        let steps = [
            step(1, .copy("Draft/b.txt", "Trash/b.txt")), step(1, .swap("Trash/b.txt", "Draft/a.txt")), step(0, .rename("Trash", "e")),
            step(0, .look(.daemon)), step(1, .look(.sync)), step(0, .rename("Draft", "e/e")),
        ]
        #expect(problems(hasTemplate: true, hasSkew: true, steps).isEmpty)
    }

    @Test func `what another device made in its folder without knowing that a file was put there is that file`() {
        let steps = [step(0, .rename("Draft/a.txt", "Trash/a.txt")), step(1, .rename("Trash", "Ready/d")), step(1, .copy("Draft/a.txt", "Ready/d/a.txt"))]
        #expect(problems(hasTemplate: true, hasSkew: true, steps).isEmpty)
    }

    @Test func `a file whose version a carrier kept is that one, where another was put in its place and it elsewhere`() {
        let steps = [step(1, .swap("Draft/a.txt", "Ready/c.txt")), step(1, .look(.sync)), step(1, .delete("Ready"))]
        #expect(problems(count: 3, hasTemplate: true, steps + [step(2, .write("Draft/a.txt"))]).isEmpty)
        #expect(problems(hasTemplate: true, steps + [step(0, .write("Draft/a.txt"))]).isEmpty)
    }

    @Test func `a file whose version a carrier kept is that one, where the other was edited before it was put there`() {
        let steps = [step(0, .write("d/c.txt")), step(1, .delete("d/c.txt")), step(1, .rename("b.txt", "d/c.txt")), step(1, .look(.refresh))]
        #expect(problems(hasSkew: true, [step(1, .write("b.txt"))] + steps).isEmpty)
        #expect(problems(hasSkew: true, [step(0, .exchange("b.txt")), step(0, .order("b.txt", 1))] + steps).isEmpty)
    }
}
