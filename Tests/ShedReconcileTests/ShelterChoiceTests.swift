import ShedModel
import ShedReconcile
import Testing

/// Which folder shed itself puts things into, where several bear the role.
@Suite struct `The folder of a role` {
    private static let folders = (1...4).map { NodeID(high: 2, low: $0) }
    /// By their IDs; the first bears the role by a batch of somebody else.
    private static let names: [NodeID: Name] = [folders[0]: "Draft", folders[1]: "Elsewhere", folders[2]: "rejected", folders[3]: "trash"]

    /// - Parameter confirmed: positions of the folders that this machine has confirmed; `nil`: it was not asked yet.
    @Test(arguments: [
        (nil, Role.rejected, 0), (nil, .trash, 0), ([:], .rejected, 2), ([:], .trash, 3), ([.rejected: 1, .trash: 1], .rejected, 1),
        ([.rejected: 1, .trash: 1], .trash, 1), ([.trash: 0], .rejected, 2), ([.rejected: 9], .rejected, 2),
    ] as [([Role: Int]?, Role, Int)])
    func `is the one that was confirmed, else one that has its name`(confirmed: [Role: Int]?, role: Role, chosen: Int) {
        let all = Self.folders
        let known = confirmed.map { $0.mapValues { $0 < all.count ? all[$0] : NodeID(high: 9, low: 9) } }
        let choice = ShelterChoice(confirmed: known, rejectedNames: ["Rejected", "Rejected (shed)"], template: .poems)
        #expect(choice.choose(role, among: all) { Self.names[$0] } == all[chosen])
        #expect(choice.choose(role, among: []) { Self.names[$0] } == nil)
    }

    @Test func `is none where none was confirmed that is there, and none has its name`() {
        let choice = ShelterChoice(confirmed: [:], rejectedNames: ["Rejected", "Rejected (shed)"], template: .poems)
        #expect(choice.choose(.rejected, among: Self.folders.prefix(2)) { Self.names[$0] } == nil)
        #expect(choice.choose(.rejected, among: Self.folders) { _ in nil } == nil)
    }
}
