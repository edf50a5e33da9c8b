import ShedModel
import ShedSimulatedDisk
import Testing

/// What ended with an ID given up, although a device had its very file, or what another device refused held the same; each by the shortest
/// history that showed it.
@Suite struct `Devices that know a file by what it is` {
    private func problems(count: Int = 2, _ steps: [Step]) -> [Problem] { ShedConvergenceTests.problems(count: count, hasTemplate: true, steps) }

    @Test func `what is gone and whose very file another device took for new is one with that`() {
        #expect(problems([step(0, .exchange("Draft/a.txt")), step(1, .rename("Trash", "Ready/e")), step(0, .rename("Draft", "Trash/d"))]).isEmpty)
        #expect(
            problems([step(1, .write("Ready/c.txt")), step(1, .rename("Ready/c.txt", "Trash/c.txt")), step(0, .rename("Trash", "Draft/d"))]).isEmpty)
        #expect(
            problems(count: 3, [step(2, .delete("Ready")), step(1, .move("Ready/c.txt", "Trash/a.txt")), step(0, .rename("Trash", "Draft/e"))]).isEmpty)
    }

    @Test func `what a device made beside a document that it had moved itself is not that document`() {
        let steps = [step(0, .mkdir("e")), step(0, .move("Draft/a.txt", "Ready/b.txt")), step(0, .rename("Ready", "e/d")), step(2, .create("Ready/b.txt"))]
        #expect(problems(count: 3, steps).isEmpty)
    }

    @Test func `what several devices took one file for is one once that file is known`() {
        #expect(problems(count: 4, [step(3, .write("Ready/c.txt")), step(0, .rename("Draft", "Trash/d")), step(3, .rename("Ready", "Draft/e"))]).isEmpty)
    }

    @Test func `what a daemon refused is one with what another device took it for, wherever that stood`() {
        #expect(problems(count: 3, [step(2, .watch), step(2, .create("Trash/b.txt")), step(2, .move("Trash", "Draft/e"))]).isEmpty)
        #expect(problems([step(1, .watch), step(1, .copy("Ready/c.txt", "Trash/a.txt")), step(1, .move("Trash", "Draft/d"))]).isEmpty)
        #expect(problems([step(0, .watch), step(0, .rename("Trash", "Draft/d")), step(0, .create("Draft/d/a.txt"))]).isEmpty)
    }

    @Test func `what was edited here and is gone elsewhere is one with what another device takes its file for`() {
        #expect(problems([step(1, .write("Draft/b.txt")), step(0, .delete("Draft/b.txt")), step(0, .rename("Draft", "Ready/e"))]).isEmpty)
        let steps = [step(1, .exchange("d/c.txt")), step(0, .rename("d", "e")), step(0, .look(.refresh)), step(0, .delete("e"))]
        var fleet = History.Start(count: 2, hasTemplate: false, hasSkew: false).fleet()
        for step in steps { fleet.perform(step) }
        #expect(fleet.heal().isEmpty)
    }

    @Test func `what was moved into a folder that another device moves is what it was`() {
        var fleet = History.Start(count: 2, hasTemplate: false, hasSkew: false).fleet()
        let moved = fleet.devices[1].node(at: "b.txt", fleet.setting)
        for step in [step(1, .rename("b.txt", "d/b.txt")), step(0, .move("d", "e")), step(1, .rename("d/c.txt", "b.txt"))] { fleet.perform(step) }
        #expect(fleet.heal().isEmpty)
        #expect(moved != nil && fleet.devices[0].node(at: "d/b.txt", fleet.setting) == moved)
    }
}
