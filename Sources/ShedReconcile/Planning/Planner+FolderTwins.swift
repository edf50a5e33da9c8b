import ShedModel

extension Planner {
    /// Takes note of who a folder is that another device made side by side, where more than half of what was in one that has vanished here is
    /// found to be what stands in it: it came there before its batch and had been renamed. The innermost come first, so that a folder of
    /// folders is known by these.
    mutating func noteTwinsOfVanishedFolders() {
        guard !twins.isEmpty else { return }
        var votes: [NodeID: [NodeID: Int]] = [:]
        func vote(_ twin: Twin) {
            guard let made = model.nodes[twin.made]?.place?.parent, let known = model.nodes[twin.known]?.place?.parent else { return }
            votes[model.resolve(known), default: [:]][model.resolve(made), default: 0] += 1
        }
        for twin in twins { vote(twin) }
        // Those above come first in what has vanished.
        for id in plan.gone.vanished.reversed() {
            guard let found = votes[id], let node = model.nodes[id], node.role != .trash, node.role != .rejected, node.details?.forgotten == nil else { continue }
            let size = model.children(of: id).count { situation.memory.isPresent($0) }
            let folders = found.filter { made, count in
                guard count * 2 > size, let entry = binder.entry[made] else { return false }
                return !plan.waiting.held.contains(entry) && canBeTwin(made, of: id)
            }
            guard folders.count == 1, let made = folders.first?.key, let entry = binder.entry[made] else { continue }
            guard situation.answers.madeSideBySide.contains(Twin(made: made, known: id)) else {
                plan.wants.madeSideBySide.insert(Twin(made: made, known: id))
                continue
            }
            let twin = Twin(made: made, known: id, place: snapshot.path(of: entry))
            twins.append(twin)
            vote(twin)
        }
    }
}
