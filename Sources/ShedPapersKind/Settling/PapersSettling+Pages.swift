import ShedDisk
import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile
import ShedRules

/// Pages and their order.
extension PapersSettling {
    /// Makes pages' files anew from their bundle; what somebody wrote into one goes to Rejected, and so does what is not known to be made by
    /// shed but by the sidecar: nobody is asked, and nothing of it can be undone.
    /// - Returns: whether there was any that does not have to wait.
    func remake(_ id: NodeID, _ view: PapersView, _ outcome: inout Outcome) throws(ShedError) -> Bool {
        guard let display = view.bundle(id)?.files[.display] else { return false }
        let state = try load()
        var stale: [(page: PapersView.Page, evidence: Evidence, content: ContentHash)] = []
        for page in view.groups.flatMap(\.pages) {
            guard let reference = page.reference, reference.bundle == id, reference.number <= display.pages,
                let there = file(of: page.id, at: page.path, state), let content = there.content,
                page.file?.hash != content || page.file?.source != display.hash
            else { continue }
            stale.append((page, there.evidence, content))
        }
        let ours = try madeFiles(of: stale.filter { $0.page.file?.hash == $0.content }.map { ($0.page, $0.content) }, view)
        var works: [PageWork] = []
        for (page, evidence, _) in stale {
            let isOurs = ours.contains(page.id)
            guard let reference = page.reference, isOurs || !isRestless(page.path) && !isUnfinished(page.path, page.id, &outcome) else { continue }
            works.append(
                PageWork(
                    id: page.id, reference: reference, target: page.path, replaced: evidence,
                    rejecting: isOurs ? nil : EditedPage.info.name))
        }
        guard !works.isEmpty else { return false }
        try transaction.make(works, view)
        outcome.moves += try rejections(of: works)
        remadePages += works.count { $0.rejecting == nil }
        return true
    }

    /// Numbers everything in a folder anew, in the order of the numbers. Of two of one number, the one that was just given it
    /// comes before the other if it came from further down, else after it.
    func renumber(_ folder: NodeID, _ view: PapersView) throws(ShedError) {
        let items = view.items(in: folder)
        guard let path = items.first?.path.parent else { return }
        let ranked = items.enumerated().compactMap { offset, item in
            item.number.map { (id: item.id, rank: ($0, item.isKept ? -2 : rank(item.id, of: $0), offset)) }
        }
        let kept = Set(items.filter(\.isKept).map(\.id))
        try transaction.renumber(ranked.sorted { $0.rank < $1.rank }.map(\.id), in: path, keeping: kept)
    }

    /// Where something goes among others of its number.
    private func rank(_ id: NodeID, of number: Int) -> Int {
        guard let former = formerNames[id].flatMap({ OrderedName($0).number }) else { return 0 }
        return former > number ? -1 : 1
    }
}

extension PapersView {
    /// The groups of a doc, or the pages of a group; a PDF that is no page keeps its name, and so the number that may be one.
    fileprivate func items(in folder: NodeID) -> [(id: NodeID, path: RelativePath, number: Int?, isKept: Bool)] {
        if let doc = docs.first(where: { $0.id == folder }) { return doc.groups.map { ($0.id, $0.path, $0.orderNumber, false) } }
        return groups.first { $0.id == folder }?.pages.map { page in
            let isKept = page.reference == nil
            return (page.id, page.path, isKept ? page.takenNumber : page.orderNumber, isKept)
        } ?? []
    }
}
