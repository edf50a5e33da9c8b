import ShedModel
import ShedRules

extension Planner {
    /// Turns what was refused into moves: known nodes go home where they can, everything else goes to Rejected.
    mutating func settleRefusals(ids: inout some IDSource) {
        guard !refused.isEmpty else { return }
        if refused.count > situation.conventions.settings.bulk, !situation.policy.rejectsAll {
            for item in refused { hold(item.arrival, item.refusal.rule, item.refusal.words) }
            plan.reports.append(Report(BulkHold(count: refused.count, limit: situation.conventions.settings.bulk, folder: folderThatTakesAll)))
            return
        }
        var taken = TakenNames(snapshot)
        var homeless: [Refused] = []
        for item in refused.sorted(by: { $0.arrival.path < $1.arrival.path }) {
            sendHomeKnownNodes(in: item, &taken)
            noteTwins(ofRefused: item.arrival)
            if let home = home(of: item.entry, &taken) {
                putBack(item.entry, to: home, item.refusal)
            } else {
                homeless.append(item)
            }
            noteArrival(item.arrival)
        }
        sendHomeAfterParents(&homeless, &taken)
        // Only now it is known where the folder for them stands: it may have come home itself.
        for item in homeless {
            if canReject { reject(item, &taken, ids: &ids) } else { report(item.refusal.rule, item.arrival.path, nil, item.refusal.words) }
        }
    }

    /// The folder in which all that was refused stands, if that is for its type alone: it could accept more types.
    private var folderThatTakesAll: RelativePath? {
        guard let folder = refused.first?.arrival.path.parent, !folder.isRoot else { return nil }
        return refused.allSatisfy { $0.refusal.isForItsType && $0.arrival.path.parent == folder } ? folder : nil
    }

    /// Known nodes inside a disallowed new folder go home first, so that it costs nobody their work's place.
    private mutating func sendHomeKnownNodes(in item: Refused, _ taken: inout TakenNames) {
        guard binder.node[item.entry] == nil || item.arrival.provenance == .new else { return }
        var queue = [Int(snapshot.entries[item.entry].directory)].filter { $0 >= 0 }
        while let directory = queue.popLast() {
            for index in snapshot.sortedEntries(of: directory) {
                if binder.node[index] != nil, binder.immigrants[index] == nil {
                    plan.waiting.held.insert(index)
                    if let home = home(of: index, &taken) { putBack(index, to: home, item.refusal) }
                } else if snapshot.entries[index].directory >= 0 {
                    queue.append(Int(snapshot.entries[index].directory))
                }
            }
        }
    }

    /// What was refused together with the folder that it stood in goes home after that, also where that does so itself: a file
    /// and its folder that both were dragged away are both back where they were.
    private mutating func sendHomeAfterParents(_ homeless: inout [Refused], _ taken: inout TakenNames) {
        var homes: [NodeID: RelativePath] = [:]
        for move in plan.moves where move.purpose == .putBack { homes[move.node] = move.to }
        var isGoing = !homes.isEmpty
        while isGoing {
            isGoing = false
            var rest: [Refused] = []
            for item in homeless {
                if let (id, home) = home(of: item.entry, in: homes, &taken) {
                    putBack(item.entry, to: home, item.refusal)
                    homes[id] = home
                    isGoing = true
                } else {
                    rest.append(item)
                }
            }
            homeless = rest
        }
    }

    /// Where a known node stood, if the folder goes home in this plan, and the name in it is free.
    private mutating func home(of index: Int, in homes: [NodeID: RelativePath], _ taken: inout TakenNames) -> (id: NodeID, home: RelativePath)? {
        guard let id = binder.node[index], binder.immigrants[index] == nil, let place = model.nodes[id]?.place,
            case let parent = model.resolve(place.parent), let folder = homes[parent], let directory = binder.directory[parent],
            !lies(directory, inside: index), snapshot.directories[directory].state.isOpen,
            snapshot.directories[directory].state != .partial || !isKnownToStand(place.name, in: parent, besides: id),
            taken.take(place.name, in: directory, except: index)
        else { return nil }
        return (id, folder.appending(place.name))
    }

    // MARK: Home

    /// Where a known node stood, if that folder is still there and the name in it is free.
    private mutating func home(of index: Int, _ taken: inout TakenNames) -> RelativePath? {
        guard let id = binder.node[index], binder.immigrants[index] == nil, let place = model.nodes[id]?.place
        else { return nil }
        let parent = model.resolve(place.parent)
        if let directory = binder.directory[parent] {
            guard !lies(directory, inside: index), !isUnderHeld(directory), snapshot.directories[directory].state.isOpen,
                snapshot.directories[directory].state != .partial || !isKnownToStand(place.name, in: parent, besides: id),
                taken.take(place.name, in: directory, except: index)
            else { return nil }
            return snapshot.path(ofDirectory: directory).appending(place.name)
        }
        guard let home = pathOfUnlisted(parent, besides: index)?.appending(place.name), !isKnownToStand(place.name, in: parent, besides: id),
            taken.take(home)
        else { return nil }
        return home
    }

    /// Whether another node stands under a name in a folder that the scan did not look at, as far as is known.
    private mutating func isKnownToStand(_ name: Name, in folder: NodeID, besides id: NodeID) -> Bool {
        remembered.nodes(alike: name, in: folder).contains { $0 != id && !binder.isBound($0) }
    }

    /// The path of a folder that the scan did not look at, and that nothing says is gone. If it is, or the name is
    /// taken there, the move will find out: it never replaces.
    private func pathOfUnlisted(_ folder: NodeID, besides index: Int) -> RelativePath? {
        var names: [Name] = []
        var current = folder
        while names.count <= model.nodes.count {
            if let directory = binder.directory[current] {
                guard !lies(directory, inside: index), !isUnderHeld(directory) else { return nil }
                return snapshot.path(ofDirectory: directory).appending(RelativePath(names.reversed()))
            }
            guard situation.memory.isPresent(current), !vanished.contains(current), let place = model.nodes[current]?.place
            else { return nil }
            names.append(place.name)
            current = model.resolve(place.parent)
        }
        return nil
    }

    private func lies(_ directory: Int, inside index: Int) -> Bool {
        let inner = Int(snapshot.entries[index].directory)
        var current = directory
        while current > 0 {
            if current == inner { return true }
            current = Int(snapshot.directories[current].parent)
        }
        return false
    }

    /// Whether a directory stands, itself or by one above it, where it will not stay.
    func isUnderHeld(_ directory: Int) -> Bool {
        var current = directory
        while current > 0 {
            if plan.waiting.held.contains(Int(snapshot.directories[current].entry)) { return true }
            current = Int(snapshot.directories[current].parent)
        }
        return false
    }

    private mutating func putBack(_ index: Int, to home: RelativePath, _ refusal: Refusal) {
        guard let id = binder.node[index] else { return }
        if model.nodes[id]?.role == .rejected, home.names.count == 1 { rejected.comesHome = id }
        plan.moves.append(
            Move(
                node: id, from: snapshot.path(of: index), to: home, identity: snapshot.entries[index].evidence.identity,
                purpose: .putBack, refusal: refusal, operations: placeOfComingBack(id).map { [Operation(id, [$0])] } ?? []))
    }

    // MARK: What is unknown

    /// Says which folders could not be read. What is in them is as it was remembered.
    mutating func reportUnreadable() {
        guard situation.policy.judgement != .none else { return }
        for (position, directory) in snapshot.directories.enumerated() where directory.state.isUnknown && directory.entry >= 0 {
            report(
                UnreadableEntry.info, snapshot.path(ofDirectory: position), binder.node[Int(directory.entry)],
                directory.state == .tooDeep ? .tooDeepFolder(most: RelativePath.deepest) : .unreadableFolder)
        }
        reportHidden()
    }

    /// Says which folders with things of this project in them became projects of their own, or other file systems. What is known of
    /// them stays as it was remembered.
    private mutating func reportHidden() {
        for (position, directory) in snapshot.directories.enumerated() where directory.state == .foreign && directory.entry >= 0 {
            guard let id = binder.node[Int(directory.entry)] else { continue }
            let isOfTemplate = model.nodes[id]?.role != nil
            guard isOfTemplate || model.children(of: id).contains(where: situation.memory.isPresent) else { continue }
            report(isOfTemplate ? HiddenFolder.info : NestedProject.info, snapshot.path(ofDirectory: position), id, .apartFolder)
        }
    }

    // MARK: What is gone

    /// Says what vanished, and keeps the hash of its content, since that cannot be made again.
    mutating func recordVanished() {
        var emptied: Set<NodeID>?
        for id in plan.gone.vanished {
            guard let node = model.nodes[id], node.role != .rejected else { continue }
            if wasTakenByGit(node, &emptied) { plan.gone.takenByGit.insert(id) }
            if let sighting = situation.memory.seen[id], let hash = sighting.hash, sighting.evidence.size > 0, node.details?.forgotten == nil,
                !binder.bindsToPlace(id), !isSaid(hash, size: sighting.evidence.size, of: node)
            {
                let record = ContentRecord(hash: hash, size: sighting.evidence.size, since: situation.now)
                plan.operations.append(Operation(id, [.content(record)]))
            }
            guard let path = situation.carried[id] ?? model.path(of: id) else { continue }
            plan.changes.append(Change(.removed, id: id, path: path, type: node.type))
        }
        for item in situation.departed where model.nodes[item.id] == nil && isAbsent(item.path) {
            var change = Change(.removed, id: item.id, path: item.path, type: item.type)
            change.isCarried = true
            plan.changes.append(change)
        }
    }

    /// Whether it is said already what a node held that is gone. While the sidecar is not whole nothing of a look is kept, so that each look
    /// finds the same things gone: two devices that said it again each time another batch came would answer each other for ever.
    private func isSaid(_ hash: ContentHash, size: Int64, of node: Node) -> Bool { node.details?.content.map { $0.hash == hash && $0.size == size } ?? false }

    /// Whether nothing stands at a path, by a look at the folder that it would stand in or at one above.
    private func isAbsent(_ path: RelativePath) -> Bool {
        guard snapshot.entry(at: path) == nil else { return false }
        var path = path
        while !path.isRoot {
            path = path.parent
            let directory = path.isRoot ? 0 : snapshot.entry(at: path).map { Int(snapshot.entries[$0].directory) }
            guard let directory else { continue }
            return directory >= 0 && snapshot.directories[directory].state == .read
        }
        return false
    }

    /// Whether git took away a folder of the template with the last file in it, since it keeps no empty folders: one in which no known
    /// file stood was not git's to take. That is asked for first. What a verb deletes is deleted.
    /// - Parameter emptied: ``foldersEmptied``, made when first asked for.
    private mutating func wasTakenByGit(_ node: Node, _ emptied: inout Set<NodeID>?) -> Bool {
        guard situation.disk.hasGit, node.role != nil, node.details?.forgotten == nil, node.type.isDirectory,
            let place = node.place, model.resolve(place.parent) == model.project
        else { return false }
        switch situation.request {
        case .afterVerb, .afterStaging, .adopt: return false
        case .refresh, .sync, .sweep, .daemonLook, .daemonJudging: break
        }
        let known = emptied ?? foldersEmptied
        emptied = known
        guard known.contains(node.id) else { return false }
        plan.wants.departures.insert(node.id)
        return situation.answers.takenByGit.contains(node.id)
    }

    /// The folders at the root in which known files stood that are not there any more, or went just before the root last changed.
    private var foldersEmptied: Set<NodeID> {
        let tops = Set(vanished.filter { id in
            guard let node = model.nodes[id], node.role != nil, node.type.isDirectory else { return false }
            return node.place.map { model.resolve($0.parent) } == model.project
        })
        let early = snapshot.root.modified / 1_000_000 - Planner.justBefore
        var found: Set<NodeID> = []
        var passed: Set<NodeID> = []
        for node in model.nodes.values where !node.type.isDirectory && node.details?.forgotten == nil {
            let hasGone = situation.memory.missing[node.id].map { $0 >= early } ?? situation.memory.isPresent(node.id)
            var above = hasGone ? node.place?.parent : nil
            // Each folder once: whoever wrote the sidecar may have put them in a circle.
            while let folder = above.map(model.resolve), passed.insert(folder).inserted {
                if tops.contains(folder) { found.insert(folder) }
                above = model.nodes[folder]?.place?.parent
            }
        }
        return found.union(tops.subtracting(found).filter(heldUnknown))
    }

    /// Whether something stood in a folder of which the model knows nothing: where git took the sidecar's batches back too, it knows no
    /// file that they brought. A folder in which nothing ever stood was not changed since it was made.
    private func heldUnknown(_ folder: NodeID) -> Bool {
        guard let evidence = situation.memory.seen[folder]?.evidence, evidence.birth != 0, evidence.modified > evidence.birth else { return false }
        return !model.nodes.values.contains { node in !node.type.isDirectory && node.place.map { model.resolve($0.parent) } == folder }
    }

    /// How long before a folder the files in it may go, in milliseconds: as long as a checkout is thought to take.
    private static let justBefore: Int64 = 10_000
}
