import ShedModel
import ShedReconcile
import ShedSidecar

/// What devices said side by side of one thing, as far as the sidecar tells.
public struct SidecarConflicts: Sendable {
    /// Two IDs for one path.
    public struct TwoIDs: Hashable, Sendable {
        public var path: RelativePath?
        /// The one that was there first.
        public var older: NodeID
        public var younger: NodeID
    }

    /// Two places for one ID.
    public struct TwoPlaces: Sendable {
        public var id: NodeID
        /// Where it is.
        public var path: RelativePath?
        /// Where other devices had put it; `nil` where the folder is not known any more.
        public var others: [(path: RelativePath?, at: Stamp)]
        /// Whether nothing of that ID stands anywhere here.
        public var isMissing: Bool
    }

    /// A detail that one device wrote over.
    public struct Detail: Sendable {
        /// The node, or the label.
        public var id: NodeID
        /// What sort of label the ID is of; `nil` for a node.
        public var label: LabelKind?
        /// A node's path; `nil` for a label.
        public var path: RelativePath?
        /// What stands.
        public var kept: Value
        /// What does not; the latest first.
        public var lost: [Value]

        /// A value, as a field and as it stands in the sidecar.
        public struct Value: Sendable {
            public var field: Field
            public var json: JSONValue
            public var at: Stamp

            init(_ setting: Overwritten.Setting) { (field, json, at) = (setting.field, setting.value, setting.at) }
        }

        init(_ conflict: Overwritten, path: RelativePath?) {
            (id, label, self.path) = (conflict.id, conflict.label, path)
            (kept, lost) = (Value(conflict.kept), conflict.lost.map { Value($0) })
        }
    }

    /// Several folders that claim one role.
    public struct TwoFolders: Hashable, Sendable {
        public var role: Role
        /// The first is what this machine takes for it.
        public var folders: [ID]

        public struct ID: Hashable, Sendable {
            public var id: NodeID
            public var path: RelativePath
        }
    }

    public var twoIDs: [TwoIDs] = []
    public var twoPlaces: [TwoPlaces] = []
    public var details: [Detail] = []
    public var roles: [TwoFolders] = []
    /// What the devices are called, as far as anybody said.
    public var names: [ReplicaID: ForeignText] = [:]
    /// The IDs under which this machine writes here, and wrote.
    public var own: Set<ReplicaID> = []
    /// Whether there is more than is told.
    public var isCut = false
    /// How many files of the sidecar could not be read that may tell of more.
    public var unread = 0
    /// How many there are besides of which nothing was said since the time that counts.
    public var earlier = 0

    public var isEmpty: Bool { twoIDs.isEmpty && twoPlaces.isEmpty && details.isEmpty && roles.isEmpty }
}

extension ProjectReader {
    /// What devices said side by side. Costs reading the whole sidecar, where more than one device has written.
    /// - Parameter since: what was said before this time, in milliseconds since 1970, is counted alone, but for IDs that claim one path and
    ///   folders that claim one role now.
    public func sidecarConflicts(since: Int64) throws(ShedError) -> SidecarConflicts {
        let state = try load()
        let found: SideBySide
        do throws(SidecarError) { found = try home.sidecar.sideBySide(of: home.file, since: since) } catch { throw ShedError(error) }
        var result = SidecarConflicts()
        (result.isCut, result.unread) = (found.isCut, found.unread)
        addIDs(state, found.contested, &result)
        for conflict in found.overwritten { add(conflict, state, &result) }
        result.earlier = countEarlier(state, found.earlier, besides: result.twoIDs)
        result.roles = rolesClaimedTwice(state)
        result.names = DeviceField.names(in: state.model.nodes[id]?.details)
        if let record = home.stateFolder?.record { result.own = Set(record.former.map(\.replica) + [record.replica]) }
        return result
    }

    /// How many of those would be told that are too old for it.
    private func countEarlier(
        _ state: ProjectState, _ found: (overwritten: [Overwritten], contested: [ContestedPlace]), besides told: [SidecarConflicts.TwoIDs]
    ) -> Int {
        var earlier = SidecarConflicts()
        addIDs(state, found.contested, &earlier)
        for conflict in found.overwritten { add(conflict, state, &earlier) }
        return Set(earlier.twoIDs).subtracting(told).count + earlier.twoPlaces.count + earlier.details.count
    }

    private func add(_ conflict: Overwritten, _ state: ProjectState, _ result: inout SidecarConflicts) {
        if conflict.label != nil {
            result.details.append(.init(conflict, path: nil))
        } else if let node = state.model.nodes[conflict.id], node.details?.forgotten == nil, node.type != .project {
            add(conflict, of: node, state, &result)
        }
    }

    private func addIDs(_ state: ProjectState, _ contested: [ContestedPlace], _ result: inout SidecarConflicts) {
        let doubled = state.meta.fold.doubled.map { ($0.older, $0.younger) } + contested.map { ($0.older, $0.younger) }
        var seen: Set<SidecarConflicts.TwoIDs> = []
        for (older, younger) in doubled {
            // What was joined since has one ID.
            guard state.model.resolve(older) != state.model.resolve(younger), let first = state.model[older], let second = state.model[younger],
                first.details?.forgotten == nil, second.details?.forgotten == nil, let place = first.place, let other = second.place,
                place.name == other.name, state.model.resolve(place.parent) == state.model.resolve(other.parent)
            else { continue }
            let pair = SidecarConflicts.TwoIDs(path: state.model.path(of: older), older: older, younger: younger)
            if seen.insert(pair).inserted { result.twoIDs.append(pair) }
        }
    }

    private func add(_ conflict: Overwritten, of node: Node, _ state: ProjectState, _ result: inout SidecarConflicts) {
        let path = state.model.path(of: node.id)
        guard case .place(let last?) = conflict.kept.field else { return result.details.append(.init(conflict, path: path)) }
        // Where it was moved on by another of its names, it stands there. The same folder may have two IDs.
        let kept = node.place ?? last
        let lost = conflict.lost.compactMap { setting -> (place: Place, at: Stamp)? in
            guard case .place(let place?) = setting.field,
                place.name != kept.name || state.model.resolve(place.parent) != state.model.resolve(kept.parent)
            else { return nil }
            return (place, setting.at)
        }
        guard !lost.isEmpty else { return }
        result.twoPlaces.append(.init(
            id: node.id, path: path,
            others: lost.map { lost in (state.model.path(of: state.model.resolve(lost.place.parent))?.appending(lost.place.name), lost.at) },
            isMissing: !state.stands(node.id)))
    }

    private func rolesClaimedTwice(_ state: ProjectState) -> [SidecarConflicts.TwoFolders] {
        Set(state.model.roleBearers.compactMap { state.model.nodes[$0]?.role }).sorted { $0.rawValue < $1.rawValue }.compactMap { role in
            let bearers = bearers(of: role, state)
            guard bearers.count > 1 else { return nil }
            let first = Shelters.roles.contains(role) ? shelter(role, state)?.id : bearers[0].id
            let ordered = bearers.filter { $0.id == first } + bearers.filter { $0.id != first }
            return .init(role: role, folders: ordered.map { .init(id: $0.id, path: $0.path) })
        }
    }
}
