import ShedModel

/// Which of the folders that bear a role is taken for the folder of that role, where shed itself puts things into it.
///
/// A role is a field of a node, and whoever can write a batch can give it to any folder. So it is the one that this machine has
/// confirmed, or where that is not there, the first that also has the name. Where nothing was confirmed yet, it is the first.
public struct ShelterChoice: Sendable {
    /// What this machine has confirmed; `nil`: nothing of that was asked yet.
    public var confirmed: [Role: NodeID]?
    /// The names of the folder for what is refused.
    public var rejectedNames: [Name]
    public var template: Template

    public init(confirmed: [Role: NodeID]?, rejectedNames: [Name], template: Template) {
        (self.confirmed, self.rejectedNames, self.template) = (confirmed, rejectedNames, template)
    }

    /// - Parameters:
    ///   - bearers: who bears the role and may be taken for its folder, in the order of their IDs.
    ///   - name: what one of them is called where it stands.
    public func choose(_ role: Role, among bearers: some Sequence<NodeID>, name: (NodeID) -> Name?) -> NodeID? {
        guard let confirmed else { return bearers.first { _ in true } }
        var named: NodeID?
        for bearer in bearers {
            if bearer == confirmed[role] { return bearer }
            if named == nil, let name = name(bearer), isNamed(name, role) { named = bearer }
        }
        return named
    }

    /// Whether a folder is called like that of a role, in any language in which the template has one.
    public func isNamed(_ name: Name, _ role: Role) -> Bool {
        role == .rejected ? rejectedNames.contains { FoldKey($0) == FoldKey(name) } : template.claim(of: name)?.role == role
    }
}
