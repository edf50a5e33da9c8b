import ShedModel
import Testing

/// What ended with an ID given up, each by the shortest history that showed it.
@Suite struct `Devices that gave up an ID` {
    @Test func `of two files that two devices moved to one path that one is there whose text the sync program kept there`() {
        #expect(problems([step(1, .rename("b.txt", "d/a.txt")), step(0, .move("a.txt", "d/a.txt")), step(1, .look(.refresh))]).isEmpty)
        #expect(problems([step(1, .rename("d/c.txt", "d/b.txt")), step(1, .look(.refresh)), step(0, .move("a.txt", "d/b.txt"))]).isEmpty)
    }

    @Test func `a file that was edited where another device put another in its place is still that file, where its text was kept`() {
        #expect(problems([step(1, .delete("b.txt")), step(1, .rename("a.txt", "b.txt")), step(0, .write("b.txt")), step(1, .look(.refresh))]).isEmpty)
    }

    @Test func `what was saved in a folder with a role that a daemon refused elsewhere is one with what that made of it`() {
        for folder in ["Ready", "Draft"] as [Name] {
            let file: Name = folder == "Ready" ? "c.txt" : "a.txt"
            let edit = step(1, .exchange(RelativePath([folder, file])))
            #expect(problems(hasTemplate: true, [step(0, .watch), edit, step(1, .rename(RelativePath([folder]), "Trash/e"))]).isEmpty)
        }
        #expect(problems(hasTemplate: true, [step(0, .watch), step(1, .copy("Draft/a.txt", "Trash/c.txt")), step(1, .rename("Draft", "Trash/d"))]).isEmpty)
    }

    @Test func `what waited where it may not be is one with what a daemon refused from there on another device`() {
        #expect(problems(hasTemplate: true, [step(1, .rename("Draft", "Ready/e")), step(1, .write("Ready/e/b.txt")), step(0, .watch)]).isEmpty)
    }

    @Test func `what three devices made of one file, one of which refused it, is one`() {
        #expect(problems(count: 3, hasTemplate: true, [step(0, .watch), step(0, .create("Trash/c.txt")), step(1, .rename("Trash", "Ready/d"))]).isEmpty)
    }

    @Test func `of two files that came as changed texts the one that was moved on before anybody looked is known by what it holds`() {
        let steps = [step(1, .swap("a.txt", "b.txt")), step(0, .files(from: 1, keepsInodes: false)), step(0, .rename("b.txt", "c.txt")), step(0, .look(.refresh))]
        #expect(problems(steps).isEmpty)
    }

    @Test func `a document is not one with another that has changed places with it, before that was ever looked at`() {
        #expect(problems([step(0, .mkdir("d/d")), step(0, .create("d/d/c.txt")), step(0, .swap("d/d/c.txt", "b.txt"))]).isEmpty)
    }

    @Test func `a file that was edited where it had come, and is gone for a device that said it had not come, is still that file`() {
        let steps = [step(0, .move("a.txt", "d/b.txt")), step(0, .write("d/b.txt")), step(1, .batches(from: 0)), step(1, .look(.syncNow))]
        #expect(problems(steps).isEmpty)
    }

    @Test func `an ID that stood in a batch which was overwritten with its device, before it went anywhere, is nobody's`() {
        let steps = [step(1, .create("d/b.txt")), step(0, .files(from: 1, keepsInodes: false)), step(0, .look(.refresh))]
        #expect(problems(steps + [step(0, .beCloned(of: 1))]).isEmpty)
        // Once it went anywhere it is known.
        var fleet = History.Start(count: 3, hasTemplate: false, hasSkew: false).fleet()
        for step in steps + [step(2, .batches(from: 0))] { fleet.perform(step) }
        let given = fleet.given
        fleet.perform(step(0, .beCloned(of: 1)))
        #expect(fleet.given == given && fleet.heal().isEmpty)
    }

    @Test func `what three devices made of one file and a fourth refused is one for all four, whoever's clock is ahead`() {
        let steps = [
            step(3, .watch), step(3, .rename("Ready", "Draft/e")), step(1, .move("Ready/c.txt", "Ready/a.txt")), step(3, .rename("Draft/e/c.txt", "Draft/c.txt")),
        ]
        #expect(problems(count: 4, hasTemplate: true, hasSkew: true, steps).isEmpty)
    }

    @Test func `two files that were exchanged where another device put a third, which was put aside, go with what they hold`() {
        let steps = [
            step(1, .delete("b.txt")), step(1, .delete("d/c.txt")), step(1, .rename("a.txt", "d/c.txt")), step(0, .swap("d/c.txt", "b.txt")), step(1, .move("d", "d/d")),
        ]
        #expect(problems(steps).isEmpty)
    }

    @Test func `a file that was edited where another device moved and deleted it is still that file, also where it was saved anew`() {
        for edit in [.write("b.txt"), .exchange("b.txt")] as [Step.Action] {
            #expect(problems([step(1, .move("b.txt", "d/a.txt")), step(1, .delete("d/a.txt")), step(0, edit)]).isEmpty, "\(edit)")
            #expect(problems(count: 3, [step(2, .rename("b.txt", "d/b.txt")), step(2, .look(.refresh)), step(2, .delete("d/b.txt")), step(1, edit)]).isEmpty, "\(edit)")
        }
    }

    @Test func `what was moved to where a file was that another device moved and deleted is itself, and no edit of that one`() {
        #expect(problems([step(0, .move("d/c.txt", "c.txt")), step(0, .delete("c.txt")), step(0, .rename("b.txt", "d/c.txt"))]).isEmpty)
        #expect(problems([step(1, .rename("a.txt", "c.txt")), step(1, .look(.refresh)), step(1, .rename("b.txt", "a.txt")), step(1, .rename("c.txt", "b.txt"))]).isEmpty)
    }

    @Test func `a file that was edited where another device deleted it and put another is back, whoever's clock is ahead`() {
        #expect(problems([step(0, .delete("b.txt")), step(0, .move("a.txt", "b.txt")), step(1, .exchange("b.txt"))]).isEmpty)
        #expect(problems(count: 3, [step(0, .write("d/c.txt")), step(2, .delete("d/c.txt")), step(2, .move("b.txt", "d/c.txt"))]).isEmpty)
    }

    @Test func `a file that was edited in a folder which another device moved, and deleted from, is still that file`() {
        for edit in [.write("d/c.txt"), .exchange("d/c.txt")] as [Step.Action] {
            #expect(problems([step(0, .rename("d", "e")), step(0, .look(.refresh)), step(0, .delete("e/c.txt")), step(1, edit)]).isEmpty, "\(edit)")
        }
    }

    @Test func `a folder is where it stands, where another has come to its new place and the batches have nobody at the old one`() {
        let steps = [step(1, .rename("Draft", "Ready/e")), step(0, .rename("Draft", "e")), step(0, .look(.refresh))]
        #expect(problems(hasTemplate: true, steps).isEmpty)
    }

    @Test func `of what two devices each say that it is the other's, nobody says anew what was said before`() {
        let steps = [
            step(0, .write("Ready/c.txt")), step(1, .rename("Trash", "Draft/e")), step(1, .exchange("Ready/c.txt")), step(1, .rename("Ready/c.txt", "Ready/b.txt")),
            step(2, .rename("Ready/c.txt", "Trash/a.txt")), step(1, .move("Draft/b.txt", "a.txt")), step(2, .swap("Trash/a.txt", "Draft/a.txt")),
            step(1, .rename("Draft", "d")),
        ]
        // Which ID a file has that three devices made anew in refused folders is open; that each device has what its batches say is not.
        let found = problems(count: 3, hasTemplate: true, steps)
        #expect(found.allSatisfy { $0.kind == .givenUp }, "\(found)")
    }

    @Test func `who a file was that was saved anew and moved along with its folder nobody knows, where the index was lost before a look`() {
        let steps = [step(0, .exchange("d/c.txt")), step(0, .rename("d", "e")), step(0, .loseIndex)]
        let start = History.Start(count: 2, hasTemplate: false, hasSkew: false)
        let cases = steps.indices.map { left in steps.indices.filter { $0 != left }.map { steps[$0] } } + [[steps[0], steps[1], step(0, .look(.refresh)), steps[2]]]
        for known in cases {
            var fleet = start.fleet()
            for step in known { fleet.perform(step) }
            #expect(fleet.untraceable.isEmpty, "\(known)")
            #expect(fleet.heal().isEmpty, "\(known)")
        }
        var fleet = start.fleet()
        let work = fleet.devices[0].disk.work(at: "d/c.txt")
        for step in steps { fleet.perform(step) }
        #expect(fleet.untraceable == Set([work].compactMap(\.self)))
        // It has another ID indeed.
        fleet.untraceable = []
        #expect(fleet.heal().map(\.kind) == [.givenUp])
    }

    @Test func `a file that came as a changed text is known by what it holds also where the other of the two is gone`() {
        let steps = [
            step(0, .swap("d/c.txt", "b.txt")), step(1, .files(from: 0, keepsInodes: false)), step(0, .look(.refresh)), step(1, .delete("d/c.txt")),
            step(1, .look(.refresh)),
        ]
        #expect(problems(steps).isEmpty)
    }
}
