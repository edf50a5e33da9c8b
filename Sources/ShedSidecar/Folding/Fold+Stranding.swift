import ShedModel

extension Fold {
    /// So many places of a folder are looked at, those given last.
    private static let placesOfFolder = 256

    /// Those of these nodes that were put last into a folder which another device moved, neither of the two knowing of the other's deed.
    ///
    /// Costs as much as their folders were moved often, and what is asked of the batches.
    /// - Parameter resolve: says which node an ID stands for.
    public func stranded(_ nodes: Set<NodeID>, resolve: (NodeID) -> NodeID) -> [NodeID: Stranding] {
        guard !nodes.isEmpty else { return [:] }
        var knowledge = Knowledge(graph)
        var found: [NodeID: Stranding] = [:]
        for id in nodes {
            guard let position = positions[id], let own = entries[position].latestPlace(in: graph) else { continue }
            var name = own.place.parent
            // Innermost first. How deep it is is for others' batches to say, and these may lead in a circle.
            for _ in 0..<RelativePath.deepest {
                let folder = resolve(name)
                guard folder != project, let above = positions[folder], let last = entries[above].latestPlace(in: graph) else { break }
                if let place = place(of: above, knownBy: own, besides: last, &knowledge, resolve), wasPut(name, to: place, folder, resolve) {
                    found[id] = Stranding(folder: folder, place: place)
                    break
                }
                name = last.place.parent
            }
        }
        return found
    }

    /// Of each pair whether the one was made beside the last batch by which the other came to its place, it or a folder that it is in: by
    /// batches of which neither knew the other.
    ///
    /// Costs as much as these are deep, and what is asked of the batches.
    /// - Parameter resolve: says which node an ID stands for.
    public func arePutSideBySide(_ pairs: [(made: NodeID, known: NodeID)], resolve: (NodeID) -> NodeID) -> [Bool] {
        guard !pairs.isEmpty else { return [] }
        var knowledge = Knowledge(graph)
        return pairs.map { pair in
            guard let made = positions[pair.made], let minted = entries[made].minted(in: graph) else { return false }
            var current = pair.known
            // How deep it is is for others' batches to say, and these may lead in a circle.
            for _ in 0..<RelativePath.deepest {
                guard current != project, let position = positions[current], let last = entries[position].latestPlace(in: graph) else { return false }
                if knowledge.areSideBySide(minted.batch, last.batch) { return true }
                current = resolve(last.place.parent)
            }
            return false
        }
    }

    /// Of each pair whether the one was never put elsewhere than where it was made, and that not by the device that put the other where it is.
    public func areMadeByAnother(_ pairs: [(made: NodeID, known: NodeID)]) -> [Bool] {
        pairs.map { pair in
            guard let made = positions[pair.made], let known = positions[pair.known], let minted = entries[made].minted(in: graph),
                let last = entries[known].latestPlace(in: graph)
            else { return false }
            return minted.stamp.replica != last.stamp.replica && entries[made].places.allSatisfy { $0.place == minted.place }
        }
    }

    /// Of each pair whether the device that made the one had said, then or before, that the other is gone, and nobody has said anything else
    /// since.
    public func areMadeInsteadOf(_ pairs: [(made: NodeID, known: NodeID)]) -> [Bool] {
        pairs.map { pair in
            guard let made = positions[pair.made], let known = positions[pair.known], let minted = entries[made].minted(in: graph),
                entries[known].node.details?.content != nil, let gone = entries[known].time(of: .content(nil))
            else { return false }
            return minted.stamp.replica == gone.replica && (gone <= minted.stamp || entries[known].batch(of: .content(nil)) == minted.batch)
        }
    }

    /// Of each pair whether both were put side by side to where they are: by batches of which neither knew the other.
    public func arePlacedSideBySide(_ pairs: [(made: NodeID, known: NodeID)]) -> [Bool] {
        guard !pairs.isEmpty else { return [] }
        var knowledge = Knowledge(graph)
        return pairs.map { pair in
            guard let first = positions[pair.made].flatMap({ entries[$0].latestPlace(in: graph) }),
                let second = positions[pair.known].flatMap({ entries[$0].latestPlace(in: graph) })
            else { return false }
            return knowledge.areSideBySide(first.batch, second.batch)
        }
    }

    /// Where a folder was for the writer of a batch, if it has been moved since by one who did not know of that batch.
    private func place(
        of folder: Int, knownBy own: FoldEntry.PlaceEvent, besides last: FoldEntry.PlaceEvent, _ knowledge: inout Knowledge, _ resolve: (NodeID) -> NodeID
    ) -> Place? {
        guard entries[folder].hasSeveralPlaces, knowledge.areSideBySide(own.batch, last.batch) else { return nil }
        for event in entries[folder].places(atMost: Fold.placesOfFolder, in: graph).reversed() where knowledge.does(Int(own.batch), know: Int(event.batch)) {
            let place = Place(parent: resolve(event.place.parent), name: event.place.name)
            return place == Place(parent: resolve(last.place.parent), name: last.place.name) ? nil : place
        }
        return nil
    }

    /// Whether a folder was put to a place by one of its IDs, and not by another device, which has made that where the folder is now.
    private func wasPut(_ name: NodeID, to place: Place, _ folder: NodeID, _ resolve: (NodeID) -> NodeID) -> Bool {
        guard name != folder else { return true }
        guard let position = positions[name] else { return false }
        return entries[position].places.contains { $0.place.name == place.name && resolve($0.place.parent) == place.parent }
    }
}
