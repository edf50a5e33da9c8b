import ShedDisk
import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile
import ShedRules

/// Bundles.
extension PapersSettling {
    /// PDFs in the folder of bundles become display variants of bundles of their names. An interruption after the first step
    /// leaves an empty bundle, which is taken the next time.
    func makeBundles(of pdfs: [NodeID], _ view: PapersView, _ outcome: inout Outcome) throws(ShedError) {
        var effects = WalkRequest.VerbEffects(reason: .becameBundle)
        var touched: Set<RelativePath> = []
        let known = Dictionary(grouping: view.bundles, by: \.name)
        var names: [RelativePath: FreeNames] = [:]
        for pdf in pdfs {
            try attempt(.makeBundle(pdf: pdf), view, &outcome) { _ throws(ShedError) in
                guard let path = view.model.path(of: pdf), let display = try makeBundle(of: path, known, &names) else { return false }
                effects.moved[display] = pdf
                placed.insert(display)
                touched.formUnion([path.parent, display.parent])
                return true
            }
        }
        effects.scope = .directories(touched)
        try transaction.walk(.afterVerb(effects))
    }

    /// - Returns: where the PDF is now; `nil` where it is not there any more.
    private func makeBundle(
        of path: RelativePath, _ known: [Name: [PapersView.Bundle]], _ names: inout [RelativePath: FreeNames]
    ) throws(ShedError) -> RelativePath? {
        let display = Name(PDFVariant.display.fileName)
        guard let name = path.last else { return nil }
        do {
            let parent = try root.openDirectory(at: path.parent)
            guard let evidence = try parent.evidence(of: name) else { return nil }
            var folder = name.pdfStem
            let isEmpty = try known[folder, default: []].contains { bundle in
                try bundle.users.isEmpty && root.openDirectory(at: bundle.path).list(atMost: 10).isEmpty
            }
            if !isEmpty {
                try mayBeMade(bundle: folder, in: path.parent)
                if names[path.parent] == nil { names[path.parent] = FreeNames(besides: try self.names(in: path.parent)) }
                folder = names[path.parent]?.take(folder, keepsSuffix: false) ?? folder
                try parent.makeDirectory(folder)
                Interruption.point("bundle-made")
            }
            let bundle = try parent.openDirectory(folder)
            try parent.rename(name, to: bundle, as: display, expecting: evidence.identity)
            transaction.sync(bundle, parent)
            Interruption.point("bundle-filled")
            return path.parent.appending(folder).appending(display)
        } catch { throw ShedError(error) }
    }

    /// A bundle in use goes back to the bundles, from wherever it was moved, or from the protected copy.
    func returnBundle(_ id: NodeID, _ outcome: inout Outcome) throws(ShedError) -> Bool {
        let state = try load()
        guard let node = state.model.nodes[id], let to = try transaction.placeToReturn(node) else { return false }
        if state.stands(id), let from = state.model.path(of: id) { return try moveBack(id, from, to: to, &outcome) }
        guard node.bundleFile(.display) != nil else { return false }
        let lost = try transaction.returnFromCopies(node, to: to, isTold: true)
        var words = Message.sentences(first: PapersSettling.inUse.words, second: .cameFromCopy)
        let without = PDFVariant.withoutCopies(lost)
        if !without.isEmpty { words = .sentences(first: words, second: .verbatim(String(without.drop { $0 == " " }))) }
        noteReturn(of: id, to: to, Refusal(rule: PapersSettling.inUse.rule, words), &outcome)
        return true
    }

    private func moveBack(_ id: NodeID, _ from: RelativePath, to: RelativePath, _ outcome: inout Outcome) throws(ShedError) -> Bool {
        do {
            guard let identity = try root.openDirectory(at: from.parent).evidence(of: from.last ?? "")?.identity else { return false }
            try transaction.relocate(from, to: to, expecting: identity)
            Interruption.point("bundle-returned")
            try transaction.walk(.afterVerb(.init(moved: [to: id], reason: PapersSettling.inUse.words)))
            outcome.moves.append(Move(node: id, from: from, to: to, identity: identity, purpose: .putBack, refusal: PapersSettling.inUse))
            return true
        } catch { throw ShedError(error) }
    }
}
