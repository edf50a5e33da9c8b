import ShedModel
import ShedReconcile
import ShedRules
import ShedSimulatedDisk
import Testing

/// Devices that crash where they move something.
@Suite struct `Devices that crash at a move` {
    /// Two devices that know a project with folders alike.
    private func fleet(_ steps: [Step]) -> Fleet {
        var fleet = History.Start(count: 2, hasTemplate: true, hasSkew: false).fleet()
        for step in steps { fleet.perform(step) }
        return fleet
    }

    /// A file that is made where nothing may be made, and seen to be.
    private let refused: [Step] = [Step(device: 0, action: .watch), Step(device: 0, action: .create("Ready/x.txt"))]

    private func id(_ path: RelativePath, on number: Int, of fleet: Fleet) -> NodeID? { fleet.devices[number].node(at: path, fleet.setting) }

    private func known(_ path: RelativePath, on number: Int, of fleet: Fleet) -> Node? {
        id(path, on: number, of: fleet).flatMap { fleet.devices[number].loaded(fleet.setting).model.nodes[$0] }
    }

    private func noted(_ number: Int, of fleet: Fleet) -> [NotedMove] { fleet.devices[number].index?.noted ?? [] }

    @Test func `what was noted and not moved is planned anew`() throws {
        var fleet = fleet(refused + [Step(device: 0, action: .crash(.sync, .noted))])
        #expect(noted(0, of: fleet).map(\.to) == ["Rejected/x.txt"])
        #expect(fleet.devices[0].disk.exists("Ready/x.txt"))
        let before = fleet.batches.count
        fleet.perform(Step(device: 0, action: .look(.sync)))
        #expect(fleet.batches.count == before + 1 && noted(0, of: fleet).isEmpty)
        #expect(fleet.heal().isEmpty)
        for number in 0...1 { #expect(try #require(known("Rejected/x.txt", on: number, of: fleet)).details?.rejection?.origin == "Ready/x.txt") }
    }

    @Test func `what was moved before its batch keeps its ID and why, on all devices`() throws {
        var fleet = fleet(refused + [Step(device: 0, action: .crash(.sync, .moved(1)))])
        let move = try #require(noted(0, of: fleet).first)
        #expect(fleet.devices[0].disk.exists("Rejected/x.txt"))
        #expect(!fleet.batches.contains { $0.operations.contains { $0.operation.isRejecting } })
        #expect(fleet.heal().isEmpty)
        for number in 0...1 {
            let node = try #require(known("Rejected/x.txt", on: number, of: fleet))
            #expect(node.id == move.node && node.details?.rejection?.origin == "Ready/x.txt")
        }
    }

    @Test func `what was moved before its batch, and is moved on before anybody looks, is a person's`() throws {
        var fleet = fleet(refused + [
            Step(device: 0, action: .crash(.sync, .moved(1))), Step(device: 0, action: .rename("Rejected/x.txt", "Draft/x.txt")),
        ])
        #expect(fleet.heal().isEmpty)
        for number in 0...1 {
            let node = try #require(known("Draft/x.txt", on: number, of: fleet))
            #expect(node.details?.rejection == nil)
            #expect(!fleet.devices[number].disk.exists("Rejected/x.txt"))
        }
    }

    @Test func `what the batch says is not said once more where the index was not saved`() throws {
        var fleet = fleet(refused + [Step(device: 0, action: .crash(.sync, .written))])
        #expect(fleet.batches.contains { $0.operations.contains { $0.operation.isRejecting } })
        #expect(!noted(0, of: fleet).isEmpty)
        let before = fleet.batches.count
        fleet.perform(Step(device: 0, action: .look(.refresh)))
        #expect(fleet.batches.count == before && noted(0, of: fleet).isEmpty)
        #expect(fleet.heal().isEmpty)
        for number in 0...1 { #expect(try #require(known("Rejected/x.txt", on: number, of: fleet)).details?.rejection != nil) }
    }

    @Test func `what was committed before a crash and decided by another device since stays decided`() throws {
        var fleet = fleet(refused + [
            Step(device: 0, action: .crash(.sync, .written)), Step(device: 1, action: .batches(from: 0)), Step(device: 1, action: .files(from: 0, keepsInodes: false)),
            Step(device: 1, action: .accept("Rejected/x.txt", "Ready/x.txt", .none)), Step(device: 0, action: .batches(from: 1)),
            Step(device: 0, action: .look(.refresh)),
        ])
        #expect(fleet.heal().isEmpty)
        for number in 0...1 {
            let node = try #require(known("Ready/x.txt", on: number, of: fleet))
            #expect(node.details?.rejection == nil)
        }
    }

    @Test(arguments: [Device.Crash.noted, .moved(1), .written, .resumed])
    func `what a verb moved by exception stays there, whenever it was interrupted`(moment: Device.Crash) throws {
        var fleet = fleet([Step(device: 0, action: .create("a.txt"))] + [Step(device: 0, action: .accept("a.txt", "Ready/x.txt", moment))])
        let isMoved = moment != .noted
        #expect(fleet.devices[0].disk.exists("Ready/x.txt") == isMoved)
        #expect(fleet.heal().isEmpty)
        for number in 0...1 { #expect(known("Ready/x.txt", on: number, of: fleet)?.details?.exception == (isMoved ? true : nil)) }
    }

    @Test func `what a verb moved before it crashed is where it was put, under its ID`() throws {
        var fleet = fleet([])
        let before = try #require(id("Draft/a.txt", on: 0, of: fleet))
        fleet.perform(Step(device: 0, action: .crashMove("Draft/a.txt", "Ready/a.txt", .moved(1))))
        #expect(fleet.heal().isEmpty)
        for number in 0...1 { #expect(id("Ready/a.txt", on: number, of: fleet) == before) }
    }

    @Test func `who crashes once more while it finishes what was interrupted keeps why`() throws {
        var fleet = fleet(refused + [Step(device: 0, action: .crash(.sync, .moved(1))), Step(device: 0, action: .crash(.refresh, .resumed))])
        #expect(fleet.batches.contains { $0.operations.contains { $0.operation.isRejecting } } && !noted(0, of: fleet).isEmpty)
        #expect(fleet.heal().isEmpty)
        for number in 0...1 { #expect(try #require(known("Rejected/x.txt", on: number, of: fleet)).details?.rejection != nil) }
    }
}
