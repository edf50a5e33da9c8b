import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile
import ShedRules

extension Project {
    /// How many moves are looked at: a whole project may be on its way.
    private static let mostMoves = 1_000

    /// What stands where something stood that another device has moved, and that is at its new place by now: nobody, as long as `grace` is not
    /// over, since a sync program or git may yet take it away. It is told as what waits is: with no ID, and with a report.
    func leftBehind(_ model: Model, _ memory: Memory) -> [(change: Change, report: Report)] {
        let (now, grace) = (home.surroundings.now(), home.configuration.settings.grace)
        let moves = memory.unsettled.incomingMoves.sorted { $0.key < $1.key }.prefix(Project.mostMoves)
        return moves.compactMap { id, move in
            guard now - move.since < grace, memory.isPresent(id), memory.seen[id]?.evidence.identity != move.identity, let new = model.path(of: id),
                let path = model.path(of: move.place.parent)?.appending(move.place.name), path != new,
                !model.children(of: model.resolve(move.place.parent), named: move.place.name).contains(where: memory.isPresent),
                let type = type(at: path), type == model.nodes[id]?.type, self.type(at: new) == type
            else { return nil }
            let report = Report(rule: CarrierArrival.info, path: path, id: nil, .leftBehind(path: "\(new)"))
            return (Change(.added, id: nil, path: path, type: type), report)
        }.sorted { $0.report.path < $1.report.path }
    }

    private func type(at path: RelativePath) -> NodeType? {
        guard let name = path.last, let folder = try? home.root.openDirectory(at: path.parent), let kind = try? folder.kind(of: name) else { return nil }
        return kind.nodeType
    }
}

extension Status {
    /// Adds what is left behind, where nothing else is said of it.
    mutating func add(_ leftBehind: [(change: Change, report: Report)]) {
        let told = Set(reports.map(\.path) + changes.map(\.path))
        for (change, report) in leftBehind where !told.contains(report.path) {
            changes.append(change)
            reports.append(report)
        }
    }
}
