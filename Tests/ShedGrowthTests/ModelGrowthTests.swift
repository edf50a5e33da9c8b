import ShedModel
import Testing

/// What is done to many nodes of one folder.
extension GrowthTests {
    @Test func `taking nodes out of a folder`() throws {
        try Growth.expect(1_000) { count in
            let (project, other) = (NodeID(high: 0, low: 1), NodeID(high: 0, low: 2))
            var model = Model(project: project)
            model.prepareChildren()
            func place(_ number: Int, in folder: NodeID) -> Operation {
                Operation(NodeID(high: 1, low: UInt64(number)), [.type(.file), .place(Place(parent: folder, name: Name("\(number)")))])
            }
            for number in 0..<count { model.apply(place(number, in: project)) }
            return {
                for number in 0..<count { model.apply(place(number, in: other)) }
                #expect(model.children(of: other).count == count)
            }
        }
    }
}
