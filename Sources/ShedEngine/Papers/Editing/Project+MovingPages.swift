import ShedDisk
import ShedModel
import ShedPapers
import ShedReconcile

extension Project {
    /// Moves pages into a group, with their histories, and puts them where they are wanted in its order.
    ///
    /// All are asked of the rules before the first is moved. A page that is in the group already only gets another place.
    /// - Parameters:
    ///   - position: of the first of them in the group, from 1; `nil` is behind the others.
    /// - Returns: where each was and is, also those of the group that got another number.
    public func movePages(
        _ pages: [PapersBook.Page], to group: PapersBook.Group, at position: Int? = nil, dryRun: Bool = false
    ) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        try takeInPapers()
        if let page = pages.first(where: { !$0.stands }) {
            throw ShedError(.refused, "\(page.path): its file is not there", remedy: "Put it back, or let “shed repair” make it anew.")
        }
        let isMoved = Set(pages.map(\.id))
        var order = group.pages.map(\.id).filter { !isMoved.contains($0) }
        let place = position.map { $0 - 1 } ?? order.count
        guard place >= 0, place <= order.count else {
            throw ShedError(.usage, "--at: there is no place \(place + 1) in \(group.path)", remedy: "Places are 1 to \(order.count + 1).")
        }
        let moves = try arrivals(pages.filter { $0.path.parent != group.path }, in: group)
        if !dryRun { try carryOut(moves) }
        let isAtEnd = place == order.count && moves.count == pages.count
        order.insert(contentsOf: pages.map(\.id), at: place)
        let done = moves.map { (from: $0.standing.path, to: $0.to) }
        // At the end they have got the next numbers.
        guard !isAtEnd else { return done }
        // What comes from elsewhere is not there yet, and cannot be numbered before.
        if dryRun { return moves.isEmpty ? try renumber(order, in: group.path, dryRun: true) : done }
        let renamed = try renumber(order, in: group.path, dryRun: false)
        return Project.joined(done, renamed)
    }

    private typealias Arrival = (standing: Standing, to: RelativePath)

    /// Where pages go that come from elsewhere: each gets a number of its own behind the others.
    private func arrivals(_ pages: [PapersBook.Page], in group: PapersBook.Group) throws(ShedError) -> [Arrival] {
        let all = group.pages + group.missing
        var number = all.compactMap { OrderedName($0.name).number }.max() ?? 0
        let count = number + pages.count
        var taken = try names(in: group.path)
        var moves: [Arrival] = []
        for page in pages {
            number += 1
            let standing = try find(page.path)
            let name = OrderedName.name(number, of: count, OrderedName(page.name).title, isFile: true)
            let free = Project.freeName(name, isFile: true, besides: taken)
            taken.insert(FoldKey(free))
            let to = group.path.appending(free)
            try mayStand(standing, at: to)
            moves.append((standing, to))
        }
        return moves
    }

    private func carryOut(_ moves: [Arrival]) throws(ShedError) {
        guard !moves.isEmpty else { return }
        var errand = Errand()
        errand.judgement = .later
        for (standing, to) in moves {
            do throws(DiskError) { try relocate(standing.path, to: to, expecting: standing.evidence.identity, makingParents: false) } catch {
                // What was moved before the error is taken in all the same.
                _ = try? reconcile(errand)
                throw ShedError(error)
            }
            errand.commanded[to] = standing.node.id
            Interruption.point("moved")
        }
        _ = try reconcile(errand)
    }

    /// Two steps as one: what was moved and then renamed went from its first place to its last.
    private static func joined(
        _ first: [(from: RelativePath, to: RelativePath)], _ second: [(from: RelativePath, to: RelativePath)]
    ) -> [(from: RelativePath, to: RelativePath)] {
        var later = Dictionary(second.map { ($0.from, $0.to) }) { old, _ in old }
        let moved = first.map { (from: $0.from, to: later.removeValue(forKey: $0.to) ?? $0.to) }
        return moved + second.filter { later[$0.from] != nil && $0.from != $0.to }
    }
}
