import ShedModel
import Testing

@testable import ShedSidecar

/// Folding what devices have put side by side, and what somebody says that they have.
extension GrowthTests {
    private static let twins = ProjectFile(id: NodeID(high: 1, low: 1), kind: "poetry", created: 1_700_000_000_000)

    private func batch(_ time: Int, by replica: Int, _ sequence: Int, knowing parents: [Batch], _ operations: [Operation]) -> Batch {
        let replica = ReplicaID(rawValue: UInt64(replica))
        let header = Batch.Header(project: Self.twins.id, replica: replica, sequence: UInt64(sequence), parents: parents.map(\.id).sorted())
        let stamped = operations.enumerated().map { number, operation in
            StampedOperation(Stamp(time: UInt64(1_700_000_000_000 + time) << 16 + UInt64(number), replica: replica), operation)
        }
        return BatchEncoder.encode(header, stamped).batch
    }

    private func folder(_ number: Int) -> NodeID { NodeID(high: 2, low: UInt64(number)) }

    private func put(_ id: NodeID, _ name: String, in parent: NodeID = twins.id, _ type: NodeType? = nil) -> Operation {
        Operation(id, (type.map { [.type($0)] } ?? []) + [.place(Place(parent: parent, name: Name(name)))])
    }

    private func folding(_ batches: [Batch]) -> () -> Folded {
        {
            var fold = Fold(project: Self.twins, now: 1_700_000_100_000)
            for batch in batches { fold.add(batch) }
            return fold.result()
        }
    }

    @Test func `what came into a folder that was renamed, with as many IDs where the folder was`() throws {
        try Growth.expect(500) { count in
            let first = batch(0, by: 1, 1, knowing: [], [put(folder(1), "F", .folder)])
            let renamed = batch(10, by: 2, 1, knowing: [first], [put(folder(1), "G")])
            let inside = batch(20, by: 3, 1, knowing: [first], (1...count).map { put(NodeID(high: 3, low: UInt64($0)), "\($0)", in: folder(1), .file) })
            let there = batch(30, by: 4, 1, knowing: [renamed], (1...count).map { put(NodeID(high: 4, low: UInt64($0)), "F", .file) })
            return folding([first, renamed, inside, there])
        }
    }

    @Test func `what is in a folder that became one with a second, and that with a third, and so on`() throws {
        try Growth.expect(250) { count in
            // Each has stood where the next one was made, and the later ones are older.
            let made = (0...count).map { batch(count - $0, by: 1 + $0, 1, knowing: [], [put(folder($0), name(of: $0), .folder)]) }
            var moved: [Batch] = []
            for number in 0...count {
                moved.append(batch(count + 10 + number, by: 1 + number, 2, knowing: [made[number]] + moved.suffix(1), [put(folder(number), name(of: number + 1))]))
            }
            let inside = batch(0, by: count + 10, 1, knowing: [made[0]], (1...count).map { put(NodeID(high: 3, low: UInt64($0)), "\($0)", in: folder(0), .file) })
            let folded = folding(made + moved + [inside])
            // All but the last are second names of the one after them.
            #expect(folded().aliasesFound.count == count)
            return folded
        }
    }

    @Test func `folders in folders that two devices have made side by side`() throws {
        try Growth.expect(1_000) { count in
            let sides = [1, 2].map { side in
                batch(side, by: side, 1, knowing: [], (1...count).map { number in
                    put(NodeID(high: UInt64(4 + side), low: UInt64(number)), "d", in: number == 1 ? Self.twins.id : NodeID(high: UInt64(4 + side), low: UInt64(number - 1)), .folder)
                })
            }
            return folding(sides)
        }
    }

    @Test func `second names of each other in a circle, each in the folder that the next one is`() throws {
        try Growth.expect(1_000) { count in
            let operations = (0..<count).map { number in
                let next = folder((number + 1) % count)
                return Operation(folder(number), [.type(.folder), .place(Place(parent: next, name: "f")), .alias(next)])
            }
            return folding([batch(0, by: 1, 1, knowing: [], operations), batch(1, by: 2, 1, knowing: [], [put(NodeID(high: 9, low: 1), "g", .file)])])
        }
    }

    /// Names in the order of their numbers.
    private func name(of number: Int) -> String { String(100_000 + number) }
}
