import ShedDisk
import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedRules

extension Transaction {
    /// Keeps protected copies of a bundle's variants, where the settings want it and there are none: pages are made from the
    /// display variant alone, but a bundle that comes back is to be whole.
    func protect(_ bundle: PapersView.Bundle) throws(ShedError) {
        guard papersSettings.protection == .copy else { return }
        do {
            let store = try protectedStore()
            for (variant, file) in bundle.files.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                guard try !store.seemsThere(file.hash, size: file.size) else { continue }
                let folder = try root.openDirectory(at: bundle.path)
                do { try store.add(folder.file(Name(variant.fileName)), expecting: file.hash) } catch {
                    // One that was deleted or replaced just now is looked at by the next walk that judges.
                    if variant == .display { throw error }
                }
            }
        } catch { throw ShedError(error) }
        Interruption.point("protected")
    }

    /// Puts a filled change into the project, and looks only where it put something: all else was looked at before, and with
    /// many pages that is the larger part.
    /// - Parameters:
    ///   - told: where it puts what the caller tells the history itself.
    ///   - remade: why another file stands now where one stood: a sentence by path.
    func putInPlace(_ change: StagedChange, told: Set<RelativePath> = [], remade: [RelativePath: Message] = [:]) throws(ShedError) {
        try carryOut(change, scope: .directories(change.places), told: told, remade: remade)
    }
}

extension ProjectReader {
    /// The display variant of some content: in the bundle, else the protected copy.
    func display(_ hash: ContentHash, of bundle: PapersView.Bundle) throws(ShedError) -> PDFFile? {
        let limits = try tools().limits
        if let folder = try? root.openDirectory(at: bundle.path),
            let file = try? PDFFile(Name(PDFVariant.display.fileName), in: folder, limits: limits), (try? file.hash()) == hash {
            return file
        }
        guard let copy = try? protectedStore().file(hash), let file = try? PDFFile(copy, limits: limits), (try? file.hash()) == hash else { return nil }
        return file
    }
}

extension PapersView {
    /// Why a display variant of so many pages cannot take the place of a bundle's; `nil` where it can. Older versions do not
    /// count: what they saw is kept.
    func firstLost(of bundle: NodeID, pages count: Int) -> Refusal? {
        let lost = (users[bundle] ?? []).compactMap { model.nodes[$0] }.compactMap { node -> (Int, RelativePath)? in
            guard let reference = node.pageReference, model.resolve(reference.bundle) == bundle, reference.number > count,
                let path = model.path(of: node.id)
            else { return nil }
            return (reference.number, path)
        }.min { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 < $1.1 }
        guard let lost else { return nil }
        return Refusal(rule: BundleInUse.info, .losesShownPage(count: count, path: "\(lost.1)", number: lost.0))
    }
}
