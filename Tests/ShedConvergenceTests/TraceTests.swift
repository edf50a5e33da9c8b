import ShedModel
import ShedSimulatedDisk
import Testing

/// What one device can tell by its own disk: the rules of Documentation/Identity.md for that, in small.
@Suite struct `Traces of files` {
    /// - Returns: at which works an ID is, of all that stand there.
    private func works(_ steps: [Step], of path: RelativePath) -> Set<Int> {
        var fleet = History.Start(count: 2, hasTemplate: false, hasSkew: false).fleet()
        fleet.startTracing()
        guard let id = fleet.devices[0].node(at: path, fleet.setting), let trace = fleet.traces?[0] else { return [] }
        var followed = trace
        for step in steps { fleet.perform(step) }
        followed.follow(fleet.devices[0].disk, now: fleet.devices[0].now)
        return Set(fleet.devices[0].works(in: .root).filter { followed.has(id, at: $0, on: fleet.devices[0].disk) })
    }

    private func step(_ action: Step.Action) -> Step { Step(device: 0, action: action) }

    private var own: Int? { History.Start(count: 2, hasTemplate: false, hasSkew: false).fleet().devices[0].disk.work(at: "a.txt") }

    @Test func `a file is followed by itself, by its path, and by its content alone where nothing else has that`() {
        #expect(works([step(.rename("a.txt", "d/a.txt"))], of: "a.txt") == Set([own].compactMap(\.self)))
        #expect(works([step(.exchange("a.txt"))], of: "a.txt") == Set([own].compactMap(\.self)))
        #expect(works([step(.swap("a.txt", "d/c.txt"))], of: "a.txt") == Set([own].compactMap(\.self)))
        #expect(works([step(.rename("d", "e")), step(.exchange("e/c.txt"))], of: "d/c.txt").count == 1)
    }

    @Test func `one that was saved anew and moved is not, and of two that hold the same none is`() {
        #expect(works([step(.exchange("a.txt")), step(.rename("a.txt", "c.txt"))], of: "a.txt").isEmpty)
        // Each is another file than before.
        let copies = [step(.copy("a.txt", "d/a.txt")), step(.copy("a.txt", "d/b.txt")), step(.delete("a.txt"))]
        #expect(works(copies, of: "a.txt").isEmpty)
        #expect(works([copies[0], copies[2]], of: "a.txt").count == 1)
    }
}
