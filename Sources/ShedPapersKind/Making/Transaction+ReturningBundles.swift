import ShedDisk
import ShedModel
import ShedPapers
import ShedProject

extension Transaction {
    /// Where a bundle goes that comes back: to the bundles, under the name that it had there if that is free.
    func placeToReturn(_ bundle: Node, dryRun: Bool = false) throws(ShedError) -> RelativePath? {
        guard let name = bundle.details?.origin?.name ?? bundle.place?.name else { return nil }
        let parent = try bundlesFolder(dryRun: dryRun)
        return parent.appending(try freeName(name, in: parent, isFile: false))
    }

    /// Puts a bundle that is not there any more back from its protected copies, as the same bundle with the same files: all
    /// of it or nothing.
    /// - Parameter isTold: whether the caller tells the history that it is back.
    /// - Returns: variants of which there was no protected copy; the bundle has them no more.
    /// - Throws: where there is none of the display variant.
    func returnFromCopies(_ bundle: Node, to path: RelativePath, isTold: Bool = false) throws(ShedError) -> [PDFVariant] {
        let model = try load().model
        var change = try stageChange()
        var lost: [PDFVariant] = []
        do {
            let (files, facts) = try copies(of: bundle)
            lost = PDFVariant.allCases.filter { bundle.bundleFile($0) != nil && files[$0] == nil }
            try stage(files, expecting: facts, at: path, bundle.id, &change)
            for variant in lost { change.operations.append(Operation(bundle.id, [BundleFile.absent(variant)])) }
            // The files that it had are the same again.
            let names = Set(files.keys.map { Name($0.fileName) })
            for child in model.children(of: bundle.id) {
                guard let name = model.nodes[child]?.place?.name, names.contains(name) else { continue }
                change.assigned[path.appending(name)] = child
            }
        } catch {
            discard(change)
            throw ShedError(error)
        }
        try putInPlace(change, told: isTold ? [path] : [])
        return lost
    }

    /// The protected copies of a bundle's variants, as far as there are good ones; the display variant must be.
    private func copies(of bundle: Node) throws(ShedError) -> ([PDFVariant: PDFFile], [PDFVariant: BundleFile]) {
        var files: [PDFVariant: PDFFile] = [:]
        var facts: [PDFVariant: BundleFile] = [:]
        let (store, limits) = (try protectedStore(), try tools().limits)
        for variant in PDFVariant.allCases {
            guard let known = bundle.bundleFile(variant) else { continue }
            do throws(PapersError) {
                if variant != .display, try store.state(of: known.hash) != .good { continue }
                files[variant] = try PDFFile(try store.file(known.hash), limits: limits)
                facts[variant] = known
            } catch {
                guard variant != .display, [.notStored, .altered].contains(error.kind) else { throw ShedError(error) }
            }
        }
        return (files, facts)
    }
}

extension PDFVariant {
    /// What to say of variants of which there was no protected copy.
    static func withoutCopies(_ variants: [PDFVariant]) -> String {
        variants.isEmpty ? "" : " There was no good protected copy of \(variants.map(\.fileName).joined(separator: " and "))."
    }
}
