import ShedModel
import ShedPapers
import ShedProject

/// A PDF in a page group that has not become pages yet.
struct LoosePDF {
    var id: NodeID
    var name: Name
    var group: RelativePath
    var content: ContentHash
    var evidence: Evidence
    /// Where its pages are to begin, which is the number before its name; `nil`: after the group's last page.
    var start: Int?
    /// What its bundle is to be called: its whole name, without a number that shed wrote.
    var title: Name
    var path: RelativePath { group.appending(name) }
}

/// Finds names for the pages that PDFs in page groups become.
struct NewPageNames {
    /// What stands in the groups.
    private var taken: [RelativePath: FreeNames] = [:]
    /// The last number in each group, of its pages and of PDFs that stay as they are or still wait.
    private var last: [RelativePath: Int] = [:]

    /// - Parameter pdfs: those that are to become pages: their numbers are no pages' yet.
    init(_ view: PapersView, without pdfs: Set<NodeID>) {
        for group in view.groups {
            last[group.path] = group.pages.filter { !pdfs.contains($0.id) }.compactMap(\.takenNumber).max() ?? 0
        }
    }

    func knows(_ group: RelativePath) -> Bool { taken[group] != nil }

    /// - Parameter names: all that stand in the group.
    mutating func note(_ names: Set<FoldKey>, in group: RelativePath) { taken[group] = FreeNames(besides: names) }

    /// The names of the pages of a bundle that a PDF becomes, in their order. They are taken then, and the PDF's is free.
    mutating func take(for pdf: LoosePDF, _ bundle: PapersView.Bundle) -> [Name] {
        var names = taken.removeValue(forKey: pdf.group) ?? FreeNames()
        names.remove(pdf.name)
        let before = pdf.start.map { $0 - 1 } ?? last[pdf.group] ?? 0
        let count = bundle.pageCount
        let pages = (1...count).map { page in
            let wanted = OrderedName.name(before + page, of: before + count, PageWork.title(bundle.name, page), isFile: true)
            return names.take(wanted, keepsSuffix: true)
        }
        taken[pdf.group] = names
        if pdf.start == nil { last[pdf.group] = before + count }
        return pages
    }
}

extension PapersView {
    /// So many PDFs become pages in one go: each go looks at the disk anew.
    private static let mostTogether = 32

    /// The first of some PDFs, as many as become pages in one go. Those of one group that say by numbers where they go are not
    /// divided: what is made of the first moves the places of the others.
    func together(_ pdfs: [NodeID]) -> [NodeID] {
        var result: [NodeID] = []
        var open: Set<RelativePath> = []
        let numbers = orderNumbers(among: Set(pdfs))
        for pdf in pdfs {
            guard let group = model.path(of: pdf)?.parent else { continue }
            let isOpen = numbers[pdf] != nil && open.contains(group)
            guard isOpen || result.count < PapersView.mostTogether else { continue }
            if numbers[pdf] != nil { open.insert(group) }
            result.append(pdf)
        }
        return result
    }

    /// The same PDFs as they are done one by one: from the last number to the first, so that no place moves that is still to be taken.
    func singly(_ pdfs: [NodeID]) -> [NodeID] {
        let numbers = orderNumbers(among: Set(pdfs))
        return pdfs.filter { numbers[$0] == nil } + pdfs.filter { numbers[$0] != nil }.reversed()
    }
}
