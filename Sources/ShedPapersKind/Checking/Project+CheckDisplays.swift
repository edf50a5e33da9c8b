import ShedModel
import ShedPapers
import ShedRules

extension Project {
    /// Display variants that are not the ones that pages show, by their sizes. Where the settings keep no protected copies, or
    /// there is no good one, what was saved over the right one stays there.
    /// - Parameter others: what was found besides; what is said of a file already is not said again.
    func checkDisplays(_ places: StandingPapers, _ model: Model, besides others: [Finding]) -> [Finding] {
        let name = Name(PDFVariant.display.fileName)
        let strange = places.bundles.compactMap { bundle -> (bundle: StandingPapers.Bundle, id: NodeID, message: String)? in
            guard let id = bundle.id, let evidence = bundle.files[name], let known = model.nodes[id]?.bundleFile(.display),
                let message = known.strangeness(ofSize: evidence.size)
            else { return nil }
            return (bundle, id, message)
        }
        guard !strange.isEmpty else { return [] }
        // Asked only now: in most projects it is not needed.
        let shown = Set(places.groups.flatMap(\.pages).compactMap { $0.reference.map { model.resolve($0.bundle) } })
        let told = Set(others.map(\.path))
        return strange.filter { shown.contains($0.id) && !told.contains($0.bundle.path.appending(name)) }
            .map { Finding(BundleInUse.info, at: $0.bundle.path.appending(name), id: $0.bundle.nodes[name], $0.message) }
    }

    /// The same for `status`, where no protected copies are kept: where they are, `sync` puts it right, and it is a change
    /// like others until then.
    func strangeDisplays() throws(ShedError) -> [Report] {
        guard settings.protection == .none else { return [] }
        let known = try knownComplaints()
        var reports: [Report] = []
        for bundle in try papers().bundles where !bundle.users.isEmpty {
            let path = bundle.path.appending(Name(PDFVariant.display.fileName))
            guard known(path) == nil, let message = strangeness(of: bundle) else { continue }
            reports.append(Report(rule: BundleInUse.info, path: path, id: bundle.id, message: message))
        }
        return reports
    }

    /// That the display variant of a bundle that pages show is not the one that counts, by its size, in a sentence; `nil` where
    /// nothing says so.
    func strangeness(of bundle: PapersBook.Bundle) -> String? {
        guard !bundle.users.isEmpty, let known = bundle.files[.display], let directory = try? root.openDirectory(at: bundle.path),
            let evidence = try? directory.evidence(of: Name(PDFVariant.display.fileName))
        else { return nil }
        return known.strangeness(ofSize: evidence.size)
    }
}

extension BundleFile {
    /// That a file is not this one, in a sentence; `nil` for one of the same size.
    fileprivate func strangeness(ofSize other: Int64) -> String? {
        guard other != size else { return nil }
        return "It is another file than the one that pages are made from (\(other) bytes, and that one has \(size)); “shed sync” takes it in if it has all pages in use, and else puts that one back if there is a protected copy."
    }
}
