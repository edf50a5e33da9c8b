import ShedModel
import ShedReconcile
import ShedRules
import ShedSimulatedDisk
import Testing

/// What did not converge once, each by the shortest history that showed it.
@Suite struct `Devices that did not converge` {
    private func fleet(hasTemplate: Bool = false, hasSkew: Bool = false, _ steps: [Step]) -> Fleet {
        var fleet = History.Start(count: 2, hasTemplate: hasTemplate, hasSkew: hasSkew).fleet()
        for step in steps { fleet.perform(step) }
        return fleet
    }

    private func id(_ path: RelativePath, on number: Int, of fleet: Fleet) -> NodeID? { fleet.devices[number].node(at: path, fleet.setting) }

    /// Both devices look, and hear of each other what they wrote and what they hold.
    private func exchanged(_ first: Int, _ second: Int) -> [Step] {
        [
            Step(device: first, action: .look(.refresh)), Step(device: second, action: .look(.refresh)),
            Step(device: first, action: .batches(from: second)), Step(device: second, action: .batches(from: first)),
            Step(device: first, action: .files(from: second, keepsInodes: false)), Step(device: second, action: .files(from: first, keepsInodes: false)),
        ]
    }

    @Test func `a conflict copy does not take the ID of the file that won`() throws {
        var fleet = fleet([Step(device: 0, action: .tag("a.txt", 0, true))])
        let before = try #require(id("a.txt", on: 0, of: fleet))
        for step in [Step(device: 0, action: .write("a.txt")), Step(device: 1, action: .write("a.txt"))] + exchanged(0, 1) { fleet.perform(step) }
        #expect(fleet.heal().isEmpty)
        for number in 0...1 {
            #expect(id("a.txt", on: number, of: fleet) == before)
            #expect(fleet.devices[number].disk.paths.contains { ConflictCopy.isConflictCopy($0.last ?? "x") })
        }
    }

    @Test func `two moves of one file side by side come to one answer`() throws {
        var fleet = fleet([Step(device: 0, action: .tag("a.txt", 0, true))] + exchanged(0, 1))
        let before = try #require(id("a.txt", on: 0, of: fleet))
        for step in [Step(device: 0, action: .rename("a.txt", "d/x.txt")), Step(device: 1, action: .rename("a.txt", "y.txt"))] + exchanged(0, 1) { fleet.perform(step) }
        #expect(fleet.heal().isEmpty)
        let there = ["d/x.txt", "y.txt"].filter { id($0, on: 0, of: fleet) == before && id($0, on: 1, of: fleet) == before }
        #expect(there.count == 1)
    }

    @Test func `what comes before the batch that moved it is one with that in the end, tags and all`() throws {
        var fleet = fleet([
            Step(device: 0, action: .tag("a.txt", 0, true)), Step(device: 0, action: .rename("a.txt", "d/x.txt")), Step(device: 0, action: .write("d/x.txt")),
            Step(device: 0, action: .look(.refresh)), Step(device: 1, action: .files(from: 0, keepsInodes: false)), Step(device: 1, action: .look(.refresh)),
            Step(device: 1, action: .tag("d/x.txt", 1, true)), Step(device: 1, action: .restart),
        ])
        #expect(fleet.heal().isEmpty)
        let known = try #require(id("d/x.txt", on: 1, of: fleet))
        #expect(fleet.devices[1].loaded(fleet.setting).model.nodes[known]?.details?.labels.tags == Set(Fleet.tags))
    }

    @Test func `a new file in a folder that another device renames keeps its ID and its tags`() throws {
        var fleet = fleet([
            Step(device: 0, action: .create("d/b.txt")), Step(device: 0, action: .tag("d/b.txt", 0, true)),
            Step(device: 1, action: .rename("d", "e")), Step(device: 1, action: .look(.refresh)),
        ])
        let made = try #require(id("d/b.txt", on: 0, of: fleet))
        #expect(fleet.heal().isEmpty)
        let path = try #require(fleet.devices[1].disk.paths.first { $0.last == "b.txt" && !$0.parent.isRoot })
        for number in 0...1 { #expect(id(path, on: number, of: fleet) == made) }
    }

    @Test func `a known file that another device moved away is not refused where it is edited`() throws {
        var fleet = fleet(hasTemplate: true, [
            Step(device: 0, action: .rename("Ready/c.txt", "Draft/c.txt")), Step(device: 0, action: .look(.refresh)), Step(device: 1, action: .write("Ready/c.txt")),
        ] + exchanged(0, 1))
        #expect(fleet.heal().isEmpty)
        for number in 0...1 { #expect(!fleet.devices[number].disk.exists("Rejected")) }
    }

    @Test func `a folder of the template that a carrier dropped and made again keeps its role on all devices`() throws {
        var fleet = fleet(hasTemplate: true, [
            Step(device: 1, action: .drop("Trash")), Step(device: 1, action: .look(.sync)), Step(device: 1, action: .wait(8 * 86_400_000)),
            Step(device: 1, action: .mkdir("Trash")), Step(device: 1, action: .look(.sync)),
        ])
        #expect(fleet.heal().isEmpty)
        for number in 0...1 {
            let folder = try #require(id("Trash", on: number, of: fleet))
            #expect(fleet.devices[number].loaded(fleet.setting).model.nodes[folder]?.role == .trash)
        }
    }

    @Test(arguments: [
        [Step(device: 1, action: .delete("a.txt")), Step(device: 1, action: .rename("b.txt", "a.txt"))],
        [Step(device: 1, action: .swap("d/c.txt", "b.txt")), Step(device: 1, action: .delete("b.txt"))],
        [Step(device: 1, action: .exchange("a.txt")), Step(device: 1, action: .swap("a.txt", "b.txt")), Step(device: 1, action: .rename("b.txt", "d/b.txt"))],
    ])
    func `a file in the place of another that is gone ends with one ID, and nobody writes any more`(steps: [Step]) {
        var fleet = fleet(steps)
        #expect(fleet.heal().isEmpty)
    }

    @Test func `a template folder that was moved where it has to wait is one with what another device made of it there`() {
        var fleet = fleet(hasTemplate: true, [Step(device: 1, action: .mkdir("Ready/e")), Step(device: 0, action: .rename("Ready", "Draft/e"))])
        #expect(fleet.heal().isEmpty)
    }

    @Test func `a known file that was moved is one with what it was taken for where it was looked at first`() throws {
        var fleet = fleet(hasTemplate: true, [
            Step(device: 0, action: .create("Ready/b.txt")), Step(device: 0, action: .swap("Draft/a.txt", "Ready/b.txt")),
            Step(device: 1, action: .files(from: 0, keepsInodes: false)), Step(device: 1, action: .tag("Ready/b.txt", 0, true)),
        ])
        let made = try #require(id("Ready/b.txt", on: 1, of: fleet))
        #expect(fleet.heal().isEmpty)
        for number in 0...1 {
            let model = fleet.devices[number].loaded(fleet.setting).model
            #expect(id("Ready/b.txt", on: number, of: fleet) == model.resolve(made))
            #expect(model[made]?.details?.labels.tags == [Fleet.tags[0]])
        }
    }

    @Test func `what is in a folder that was moved and looked at first elsewhere keeps one ID each`() {
        var fleet = fleet([
            Step(device: 0, action: .rename("d", "e")), Step(device: 1, action: .files(from: 0, keepsInodes: false)),
            Step(device: 1, action: .copy("e/c.txt", "e/a.txt")), Step(device: 1, action: .look(.daemon)),
        ])
        #expect(fleet.heal().isEmpty)
    }

    @Test func `one file for which two devices made IDs at two paths, since it was renamed before the first look, keeps both as one`() throws {
        var fleet = fleet([
            Step(device: 1, action: .create("d/x.txt")), Step(device: 0, action: .files(from: 1, keepsInodes: false)),
            Step(device: 0, action: .rename("d/x.txt", "d/b.txt")), Step(device: 1, action: .tag("d/x.txt", 0, true)),
            Step(device: 0, action: .tag("d/b.txt", 1, true)),
        ])
        let made = [try #require(id("d/x.txt", on: 1, of: fleet)), try #require(id("d/b.txt", on: 0, of: fleet))]
        #expect(fleet.heal().isEmpty)
        for number in 0...1 {
            let model = fleet.devices[number].loaded(fleet.setting).model
            for one in made { #expect(model.resolve(one) == id("d/b.txt", on: number, of: fleet)) }
            #expect(model[made[0]]?.details?.labels.tags == Set(Fleet.tags))
        }
    }

    @Test func `a device that was cloned with all that it keeps takes an ID of its own before it writes, and both agree`() throws {
        var fleet = fleet([
            Step(device: 0, action: .beCloned(of: 1)), Step(device: 0, action: .create("e.txt")), Step(device: 0, action: .tag("e.txt", 0, true)),
            Step(device: 1, action: .create("f.txt")), Step(device: 1, action: .tag("f.txt", 1, true)),
        ] + exchanged(0, 1))
        #expect(fleet.heal().isEmpty)
        for step in [Step(device: 0, action: .tag("f.txt", 0, true)), Step(device: 1, action: .tag("e.txt", 1, true))] { fleet.perform(step) }
        #expect(fleet.heal().isEmpty && fleet.devices[0].replica != fleet.devices[1].replica)
    }

    @Test func `of two files that changed places and came as changed texts, one by one, each is what its device says, once that is known`() throws {
        for isEdited in [false, true] {
            var fleet = fleet([Step(device: 1, action: .swap("a.txt", "b.txt"))] + (isEdited ? [Step(device: 1, action: .write("a.txt"))] : []))
            let first = try #require(id("a.txt", on: 0, of: fleet))
            fleet.perform(Step(device: 1, action: .look(.refresh)))
            for path in ["b.txt", "a.txt"] as [RelativePath] {
                fleet.perform(Step(device: 0, action: .file(path, from: 1, keepsInode: false)))
                fleet.perform(Step(device: 0, action: .look(.refresh)))
            }
            for action in [.batches(from: 1), .look(.refresh), .rename("b.txt", "d/b.txt")] as [Step.Action] { fleet.perform(Step(device: 0, action: action)) }
            #expect(fleet.heal().isEmpty)
            for number in 0...1 { #expect(id("d/b.txt", on: number, of: fleet) == first) }
        }
    }
}
