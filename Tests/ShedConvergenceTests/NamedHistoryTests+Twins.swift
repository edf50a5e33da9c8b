import ShedModel
import Testing

/// What ended with other IDs on two devices, or with an ID given up, each by the shortest history that showed it.
@Suite struct `Devices that ended with other IDs` {
    private func problems(hasTemplate: Bool = true, hasSkew: Bool = false, _ steps: [Step]) -> [Problem] {
        ShedConvergenceTests.problems(hasTemplate: hasTemplate, hasSkew: hasSkew, steps)
    }

    @Test(arguments: ["Trash/b.txt", "Ready/b.txt"] as [RelativePath])
    func `what a daemon refused is one with what the other device took in from the same place`(path: RelativePath) {
        #expect(problems(hasSkew: true, [step(0, .watch), step(0, .create(path))]).isEmpty)
    }

    @Test func `a folder that is put back is one with what the other device took it for where it stood`() {
        #expect(problems(hasSkew: true, [step(1, .rename("Ready", "Draft/e")), step(1, .write("Draft/e/c.txt"))]).isEmpty)
        #expect(problems(hasSkew: true, [step(0, .exchange("Ready/c.txt")), step(0, .rename("Ready", "Draft/e"))]).isEmpty)
        #expect(problems([step(1, .copy("Ready/c.txt", "b.txt")), step(0, .rename("Ready", "Draft/d"))]).isEmpty)
    }

    @Test func `a file that was moved, saved anew and put back before the other device heard of it is the one that was there before`() {
        #expect(problems(hasSkew: true, [step(1, .exchange("Ready/c.txt")), step(1, .rename("Ready", "Draft/e")), step(1, .look(.refresh))]).isEmpty)
    }

    @Test func `a file is awaited where the file of another that has come elsewhere stands`() {
        #expect(problems(hasTemplate: false, hasSkew: true, [step(0, .swap("d/c.txt", "b.txt")), step(1, .swap("a.txt", "b.txt"))]).isEmpty)
    }

    @Test(arguments: [(1, 0), (0, 1)])
    func `what a clone wrote under the ID of the other was not said by that`(clone: Int, original: Int) {
        #expect(problems(hasTemplate: false, hasSkew: true, [step(clone, .beCloned(of: original)), step(clone, .swap("a.txt", "d/c.txt"))]).isEmpty)
    }

    @Test func `of two folders with roles that two devices gave one path both take the same`() {
        #expect(problems(hasSkew: true, [step(0, .rename("Trash", "e")), step(1, .rename("Ready", "e"))]).isEmpty)
        #expect(problems([step(0, .rename("Draft", "d")), step(1, .rename("Ready", "d"))]).isEmpty)
    }

    @Test func `folders that two devices moved into each other come to one answer`() {
        #expect(problems(hasSkew: true, [step(1, .rename("Trash", "Draft/e")), step(0, .rename("Draft", "Trash/e"))]).isEmpty)
        #expect(problems(hasSkew: true, [step(0, .rename("Trash", "e")), step(1, .create("Trash/b.txt")), step(1, .rename("Ready", "e"))]).isEmpty)
    }

    @Test func `a folder that was moved where another has come since yields its old place`() {
        let steps = [step(0, .rename("Trash", "e")), step(1, .rename("Ready", "Trash/d")), step(0, .exchange("Ready/c.txt"))]
        #expect(!problems(hasSkew: true, steps).contains { $0.kind != .givenUp })
    }

    @Test func `a folder that was gone is where the batches have what was moved into it`() {
        #expect(problems([step(0, .rename("Ready/c.txt", "Trash/a.txt")), step(0, .rename("Trash", "Ready/d"))]).isEmpty)
        #expect(problems([step(0, .rename("Draft", "Trash/d")), step(0, .rename("Trash", "Ready/e"))]).isEmpty)
    }

    @Test func `what was moved and moved back is where it is`() {
        let steps = [step(1, .exchange("d/c.txt")), step(1, .swap("d/c.txt", "a.txt")), step(1, .look(.daemonDoubting)), step(1, .swap("d/c.txt", "a.txt"))]
        #expect(problems(hasTemplate: false, steps).isEmpty)
    }

    @Test func `a file that changed places with a known one before its first look is known by what it holds`() {
        let steps = [step(0, .create("c.txt")), step(1, .files(from: 0, keepsInodes: false)), step(1, .swap("a.txt", "c.txt")), step(0, .look(.syncNow))]
        #expect(problems(hasTemplate: false, steps).isEmpty)
    }

    @Test func `a file that stays where it was, since another owns the place that it was to come to, is there on both devices`() {
        let steps = [
            step(1, .swap("b.txt", "a.txt")), step(0, .files(from: 1, keepsInodes: false)), step(0, .look(.sync)), step(1, .rename("b.txt", "d/a.txt")),
        ]
        #expect(!problems(hasTemplate: false, steps).contains { $0.kind != .givenUp })
    }

    @Test func `a file that was edited where another device has moved its folder and deleted it is still that file`() {
        #expect(problems(hasSkew: true, [step(0, .delete("Draft/a.txt")), step(0, .rename("Draft", "e")), step(1, .write("Draft/a.txt"))]).isEmpty)
    }

    @Test func `what two devices made in a folder that is another one to each is one file`() {
        #expect(problems(hasSkew: true, [step(1, .rename("Trash", "Ready/e")), step(0, .exchange("Draft/a.txt")), step(0, .create("Trash/a.txt"))]).isEmpty)
    }

    @Test func `of two files that two devices made at one path of a folder one has the ID, where the folder was renamed on the one`() {
        var fleet = History.Start(count: 2, hasTemplate: false, hasSkew: false).fleet()
        for step in [step(0, .create("d/b.txt")), step(1, .rename("d", "e")), step(1, .create("e/b.txt"))] { fleet.perform(step) }
        #expect(fleet.heal().isEmpty)
        let ids = ["d/b.txt", "e/b.txt"].map { (path: RelativePath) in (0...1).map { fleet.devices[$0].node(at: path, fleet.setting) } }
        #expect(ids.allSatisfy { $0[0] != nil && $0[0] == $0[1] } && ids[0] != ids[1])
        #expect(fleet.texts.count >= 5)
    }
}
