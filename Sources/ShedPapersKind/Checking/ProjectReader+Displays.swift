import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile
import ShedRules

extension ProjectReader {
    /// Display variants that are not the ones that pages show, for `status`, where no protected copies are kept: where they are,
    /// `sync` puts it right, and it is a change like others until then.
    func strangeDisplays() throws(ShedError) -> [Report] {
        guard papersSettings.protection == .none else { return [] }
        let known = try papersProject.knownComplaints()
        var reports: [Report] = []
        for bundle in try papers().bundles where !bundle.users.isEmpty {
            let path = bundle.path.appending(Name(PDFVariant.display.fileName))
            guard known(path) == nil, let message = strangeness(of: bundle) else { continue }
            reports.append(Report(rule: BundleInUse.info, path: path, id: bundle.id, message: message))
        }
        return reports
    }

    /// What is to be said of those among some files that are display variants that pages show, and not the ones that count.
    func strangenesses(of paths: [RelativePath]) throws(ShedError) -> [RelativePath: String] {
        let display = Name(PDFVariant.display.fileName)
        let paths = Set(paths.filter { $0.last == display })
        guard !paths.isEmpty else { return [:] }
        var messages: [RelativePath: String] = [:]
        for bundle in try papers().bundles where !bundle.users.isEmpty {
            if case let path = bundle.path.appending(display), paths.contains(path) { messages[path] = strangeness(of: bundle) }
        }
        return messages
    }

    /// That the display variant of a bundle that pages show is not the one that counts, by its size, in a sentence; `nil` where
    /// nothing says so.
    func strangeness(of bundle: PapersView.Bundle) -> String? {
        guard !bundle.users.isEmpty, let known = bundle.files[.display], let directory = try? root.openDirectory(at: bundle.path),
            let evidence = try? directory.evidence(of: Name(PDFVariant.display.fileName))
        else { return nil }
        return known.strangeness(ofSize: evidence.size)
    }
}

extension BundleFile {
    /// That a file is not this one, in a sentence; `nil` for one of the same size.
    func strangeness(ofSize other: Int64) -> String? {
        guard other != size else { return nil }
        return "It is another file than the one that pages are made from (\(other) bytes, and that one has \(size)); “shed sync” takes it in if it has all pages in use, and else puts that one back if there is a protected copy."
    }
}
