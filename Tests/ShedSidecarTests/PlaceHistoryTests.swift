import ShedModel
import Testing

@testable import ShedSidecar

struct `Where nodes stood` {
    private let project = NodeID(high: 1, low: 0)
    private let replica = ReplicaID(rawValue: 7)

    private func id(_ number: UInt64) -> NodeID { NodeID(high: 2, low: number) }

    private func place(_ node: UInt64, in folder: UInt64?, _ name: Name?, at time: UInt64) -> StampedOperation {
        let place = name.map { Place(parent: folder.map(id) ?? project, name: $0) }
        return StampedOperation(Stamp(time: time, replica: replica), Operation(id(node), [.place(place)]))
    }

    private func history(_ batches: [[StampedOperation]], joined: [NodeID: NodeID] = [:]) -> PlaceHistory {
        var history = PlaceHistory(of: project)
        for batch in batches { history.add(batch) }
        history.settle { joined[$0] ?? $0 }
        return history
    }

    @Test func `is told of a file that moved, at the time at which it stood there`() {
        // A folder, a file in it; the file goes to the root.
        let history = history([[place(1, in: nil, "A", at: 10), place(2, in: 1, "x", at: 11)], [place(2, in: nil, "y", at: 20)]])
        #expect(history.nodes(at: "A/x").map(\.node) == [id(2)])
        #expect(history.nodes(at: "A/x").map(\.span) == [.init(start: 11, end: 20)])
        #expect(history.nodes(at: "y").map(\.span) == [.init(start: 20, end: .max)])
        #expect(history.nodes(at: "A/y").isEmpty)
        #expect(history.paths(of: id(2)).map(\.path) == ["A/x", "y"])
    }

    @Test func `is told of what was in a folder that got another name`() {
        let history = history([
            [place(1, in: nil, "A", at: 10), place(2, in: 1, "x", at: 11)], [place(1, in: nil, "B", at: 20)], [place(3, in: 1, "x", at: 30)],
        ])
        #expect(history.nodes(at: "A/x").map(\.node) == [id(2)])
        #expect(Set(history.nodes(at: "B/x").map(\.node)) == [id(2), id(3)])
        #expect(history.paths(of: id(2)).map(\.path) == ["A/x", "B/x"])
        #expect(history.paths(of: id(3)).map(\.path) == ["B/x"])
    }

    @Test func `happened at once, as far as one batch says it`() {
        // Two files that exchange their names.
        let history = history([[place(1, in: nil, "a", at: 10), place(2, in: nil, "b", at: 11)], [place(1, in: nil, "b", at: 20), place(2, in: nil, "a", at: 21)]])
        #expect(history.nodes(at: "a").count == 2)
        #expect(history.nodes(at: "a").first { $0.node == id(1) }?.span == .init(start: 11, end: 21))
        #expect(history.nodes(at: "a").first { $0.node == id(2) }?.span == .init(start: 21, end: .max))
    }

    @Test func `counts in the order of the stamps, whatever batch was read first, and by one name of each`() {
        let batches = [[place(2, in: nil, "c", at: 30)], [place(1, in: nil, "a", at: 10)], [place(1, in: nil, "b", at: 20)]]
        let history = history(batches, joined: [id(2): id(1)])
        #expect(history.paths(of: id(1)).map(\.path) == ["a", "b", "c"])
        #expect(history.nodes(at: "c").map(\.node) == [id(1)])
    }

    @Test func `has an end where folders are said to stand in one another`() {
        let history = history([[place(1, in: 2, "a", at: 10), place(2, in: 1, "b", at: 11)]])
        #expect(history.paths(of: id(1)).isEmpty)
        #expect(history.nodes(at: "a").isEmpty)
    }

    @Test func `is found by names, wherever they stood`() {
        var history = history([[place(1, in: nil, "A", at: 10), place(2, in: 1, "Ode.md", at: 11)], [place(2, in: 1, "Elegy.md", at: 20)]])
        #expect(history.nodes(named: [FoldKey("ode.md")]).map(\.node) == [id(2)])
    }

    /// Whoever can write batches can have any number of nodes stand at one place, and each link that leads there asks.
    @Test func `is told of the latest of very many at one place`() {
        let count: UInt64 = 1_000
        var history = history((1...count).map { [place($0, in: nil, "\u{e4}", at: 10 + $0)] })
        let latest = (1...count).suffix(PlaceHistory.most).map(id)
        #expect(history.nodes(at: "\u{e4}").map(\.node) == latest)
        #expect(history.nodes(spelling: "a\u{308}").map(\.node) == latest)
        #expect(history.nodes(named: [FoldKey("\u{e4}")]).map(\.node) == latest)
    }

    @Test func `is told of what stood in a folder at that time, however many came there later`() {
        let count: UInt64 = 6_000
        // One after the other has the name in it; the folder itself is called otherwise from 110 on.
        var batches = [[place(1, in: nil, "A", at: 10)], [place(1, in: nil, "B", at: 110)]]
        for number in 2...count {
            batches.append([place(number, in: 1, "x", at: 100 + number)])
            batches.append([place(number, in: 1, "y", at: 101 + number)])
        }
        let history = history(batches)
        #expect(history.nodes(at: "A/x").map(\.node) == (2...9).map(id))
        #expect(history.nodes(at: "B/x").map(\.node) == (2...count).suffix(PlaceHistory.most).map(id))
        #expect(history.paths(of: id(9)).map(\.path) == ["A/x", "B/y"])
    }

    @Test func `is told of the latest places of what was moved very often`() {
        let count: UInt64 = 5_000
        let names: [Name] = ["b", "a"]
        let history = history((1...count).map { [place(1, in: nil, names[Int(($0 + 1) % 2)], at: 10 + $0)] })
        let paths = history.paths(of: id(1))
        #expect(paths.count == PlaceHistory.most && paths.last?.path == "a" && paths.last?.span == .init(start: 10 + count, end: .max))
    }
}
