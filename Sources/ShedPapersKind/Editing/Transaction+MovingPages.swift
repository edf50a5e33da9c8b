import ShedDisk
import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile

extension Transaction {
    /// Moves pages into a group, with their histories, and puts them where they are wanted in its order.
    ///
    /// All are asked of the rules before the first is moved. A page that is in the group already only gets another place. What
    /// somebody wrote into a page's file does not go with it: it goes to Rejected.
    /// - Parameters:
    ///   - group: its path; where only its doc is there, the group is made.
    ///   - position: of the first of them in the group, from 1; `nil` is behind the others.
    ///   - rejected: becomes what went to Rejected, also where an error is thrown later; of a dry run, what would.
    /// - Returns: where each was and is, also those of the group that got another number.
    public func movePages(
        _ pages: [PapersView.Page], to group: RelativePath, at position: Int? = nil, dryRun: Bool = false, rejected: inout [Move]
    ) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        let view = try papers()
        let finder = PageFinder(view)
        // Each may have another name by now.
        let pages = pages.map { finder.page($0.id) ?? $0 }
        if let page = pages.first(where: { !$0.stands }) {
            throw ShedError(.refused, .pageFileIsNotThere(path: "\(page.path)"), remedy: .putBackOrRepair)
        }
        let known = view.groups.first { $0.path == group }
        let new = try known == nil ? newGroup(group, view) : nil
        let group = new?.path ?? group
        let isMoved = Set(pages.map(\.id))
        var order = (known?.pages ?? []).filter { !isMoved.contains($0.id) }
        let place = position.map { $0 - 1 } ?? order.count
        guard place >= 0, place <= order.count else {
            throw ShedError(.usage, .noPlaceInGroup(place: place + 1, group: "\(group)"), remedy: .placesAre(count: order.count + 1))
        }
        let names = known == nil ? [] : try names(in: group)
        let coming = pages.filter { $0.path.parent != group }
        // Asked before anything is done; what is made anew then has another identity.
        _ = try arrivals(coming, in: group, known, besides: names)
        try rejectEdits(of: pages, view, dryRun: dryRun, rejected: &rejected)
        let moves = try arrivals(coming, in: group, known, besides: names)
        if !dryRun {
            try recordOrder(papers(), in: [group, group.parent])
            try carryOut(moves, making: new)
        }
        let isAtEnd = place == order.count && moves.count == pages.count
        order.insert(contentsOf: pages, at: place)
        let done = moves.map { (from: $0.placed.path, to: $0.to) }
        // At the end they have got the next numbers.
        guard !isAtEnd else { return done }
        // A PDF that is no page yet keeps its name.
        let kept = Set(order.filter { $0.reference == nil && !isMoved.contains($0.id) }.map(\.id))
        let renamed = dryRun
            ? foreseenOrder(order, moves, in: group, besides: names, keeping: kept) : try renumber(order.map(\.id), in: group, keeping: kept)
        return Transaction.joined(done, renamed)
    }

    private typealias Arrival = (placed: PlacedNode, to: RelativePath)

    /// Where pages go that come from elsewhere: each gets a number of its own behind the others.
    /// - Parameters:
    ///   - known: the group; `nil` where it is still to be made.
    ///   - names: all that stand in it.
    private func arrivals(
        _ pages: [PapersView.Page], in group: RelativePath, _ known: PapersView.Group?, besides names: Set<FoldKey>
    ) throws(ShedError) -> [Arrival] {
        let all = known.map { $0.pages + $0.missing } ?? []
        var number = all.compactMap(\.takenNumber).max() ?? 0
        let count = number + pages.count
        var taken = FreeNames(besides: names)
        let state = try load()
        var folders = FolderNames(root)
        var moves: [Arrival] = []
        for page in pages {
            number += 1
            let placed = try find(page.path, state)
            let name = page.ordered.numbered(number, of: count, isFile: true)
            let to = group.appending(taken.take(name, keepsSuffix: true))
            // A new group takes any page; there is nothing yet that could be asked.
            if known != nil { try mayStand(placed, at: to, state, &folders) } else { try isNoIgnoredName(to, .page, &folders.entered) }
            moves.append((placed, to))
        }
        return moves
    }

    /// - Parameter group: the page group that is made for them; `nil`: it is there.
    private func carryOut(_ moves: [Arrival], making group: NewGroup?) throws(ShedError) {
        guard !moves.isEmpty else { return }
        let made = try group.map { group throws(ShedError) in try makeGroup(group.path) }
        var effects = WalkRequest.VerbEffects()
        // The journal of the group is not to be finished by the walks.
        let wasCarryingOut = isCarryingOut
        isCarryingOut = wasCarryingOut || made != nil
        defer { isCarryingOut = wasCarryingOut }
        for (placed, to) in moves {
            do throws(DiskError) { try relocate(placed.path, to: to, expecting: placed.evidence.identity) } catch {
                made?.removeEmptyFolders(in: root)
                // What was moved before the error is taken in all the same.
                _ = try? walk(.afterVerb(effects))
                if let made { try? clear(made, keeping: []) }
                throw ShedError(error)
            }
            effects.moved[to] = placed.node.id
            Interruption.point("moved")
        }
        try walk(.afterVerb(effects))
        if let made { try clear(made, keeping: []) }
        let numbered = group?.number == nil ? nil : group.flatMap { made?.assigned[$0.path] }
        try recordNumbers(of: moves.map(\.placed.node.id) + (numbered.map { [$0] } ?? []))
    }

    /// Makes the folder of a page group into which pages are moved next. Its journal stands until they are: an interruption
    /// before the first page is in it leaves no empty group.
    private func makeGroup(_ path: RelativePath) throws(ShedError) -> StagedChange {
        var change = try stageChange()
        do throws(DiskError) {
            try change.makeFolder(for: path, isProvisional: true)
            change.assigned[path] = newID()
            try prepare(&change)
            guard case .takenBack(let error) = try change.carryOut(in: root) else { return change }
            try? clear(change, keeping: [])
            throw error
        } catch {
            discard(change)
            throw ShedError(error)
        }
    }

    /// What numbering the pages of a group anew will come to once others are there.
    private func foreseenOrder(
        _ pages: [PapersView.Page], _ moves: [Arrival], in group: RelativePath, besides names: Set<FoldKey>, keeping kept: Set<NodeID>
    ) -> [(from: RelativePath, to: RelativePath)] {
        let arrived = Dictionary(moves.map { ($0.placed.node.id, $0.to.last ?? "") }) { first, _ in first }
        let items = pages.map { page in
            let name = arrived[page.id] ?? page.name
            return Numbered(
                id: page.id, from: name, to: name, isFile: true, hasNumber: arrived[page.id] != nil || page.orderNumber != nil,
                isKept: kept.contains(page.id))
        }
        let renamed = Numbered.numbering(items, besides: names).filter { $0.from != $0.to }
        return renamed.map { (from: group.appending($0.from), to: group.appending($0.to)) }
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
