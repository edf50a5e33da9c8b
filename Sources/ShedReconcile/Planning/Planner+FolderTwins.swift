import ShedModel

extension Planner {
    /// What stands in folders of other devices and was in folders that have vanished, by these and those.
    private struct Votes {
        private var counts: [NodeID: [NodeID: Int]] = [:]

        subscript(known: NodeID) -> [NodeID: Int] { counts[known] ?? [:] }

        mutating func add(_ twin: Twin, _ model: Model) {
            guard let made = model.nodes[twin.made]?.place?.parent, let known = model.nodes[twin.known]?.place?.parent else { return }
            counts[model.resolve(known), default: [:]][model.resolve(made), default: 0] += 1
        }
    }

    /// Takes note of who a folder is that another device made side by side, where more than half of what was in one that has vanished here is
    /// found to be what stands in it: it came there before its batch and had been renamed. The innermost come first, so that a folder of
    /// folders is known by these.
    /// - Parameter asked: what may be one, and is asked for by this plan: its folders are asked for at once, since what is known to be one is
    ///   planned as one, and its folder does not show any more.
    mutating func noteTwinsOfVanishedFolders(besides asked: [Twin]) {
        guard !twins.isEmpty || !asked.isEmpty else { return }
        var (sure, possible) = (Votes(), Votes())
        for twin in twins {
            sure.add(twin, model)
            possible.add(twin, model)
        }
        for twin in asked { possible.add(twin, model) }
        // Those above come first in what has vanished.
        for id in plan.gone.vanished.reversed() {
            guard let made = folder(of: possible[id], for: id), let entry = binder.entry[made] else { continue }
            let twin = Twin(made: made, known: id)
            possible.add(twin, model)
            guard situation.answers.twins.contains(twin) else {
                plan.wants.twins.insert(twin)
                continue
            }
            guard folder(of: sure[id], for: id) == made else { continue }
            sure.add(twin, model)
            twins.append(Twin(made: made, known: id, place: snapshot.path(of: entry)))
        }
    }

    /// The only folder that a vanished one can be.
    private func folder(of votes: [NodeID: Int], for id: NodeID) -> NodeID? {
        guard !votes.isEmpty, let node = model.nodes[id], node.role != .trash, node.role != .rejected, node.details?.forgotten == nil else { return nil }
        let size = model.children(of: id).count { situation.memory.isPresent($0) }
        let found = votes.filter { made, count in
            guard count * 2 > size, let entry = binder.entry[made] else { return false }
            return !plan.waiting.held.contains(entry) && canBeTwin(made, of: id)
        }
        return found.count == 1 ? found.first?.key : nil
    }
}
