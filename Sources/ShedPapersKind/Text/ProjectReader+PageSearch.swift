import ShedModel
import ShedPapers
import ShedProject

extension ProjectReader {
    /// Looks for phrases in the texts of bundles.
    /// - Parameter fitting: the nodes that fit what else is asked for. A page of a bundle is found if a page that shows it
    ///   is among them, or the bundle is, or its OCR variant.
    /// - Returns: in the order of bundles and pages; and why texts could not be read.
    func searchPages(_ phrases: [String], fitting: Set<NodeID>) throws(ShedError) -> (hits: [PageHit], unreadable: [String]) {
        guard let store = try textStore(making: false) else { return ([], []) }
        let known = try textContents()
        let view = try papers()
        var contents: [(content: ContentHash, languages: Set<String>)] = []
        var places: [ContentHash: Int] = [:]
        var paths: [RelativePath] = []
        for bundle in view.bundles {
            guard let content = bundle.files[.ocr]?.hash, let languages = known[content], places[content] == nil else { continue }
            places[content] = contents.count
            contents.append((content, languages))
            paths.append(bundle.path)
        }
        let (found, damaged, failures) = PageSearch(phrases, store).search(contents)
        let unreadable = failures + damaged.sorted().map { "\(paths[$0]): its text is damaged and was not searched; “shed ocr” takes it again" }
        guard found.contains(where: { !$0.isEmpty }) else { return ([], unreadable) }
        return (view.hits(in: places.mapValues { found[$0] }, fitting: fitting), unreadable)
    }
}

extension PapersView {
    /// The pages of bundles that fit, in the order of bundles and pages.
    /// - Parameter found: what was found in each content.
    fileprivate func hits(in found: [ContentHash: [PageSearch.Found]], fitting: Set<NodeID>) -> [PageHit] {
        var pages: [PageReference: [PageHit.Page]] = [:]
        for page in groups.flatMap(\.pages) {
            if let reference = page.reference { pages[reference, default: []].append(PageHit.Page(id: page.id, path: page.path)) }
        }
        var hits: [PageHit] = []
        for bundle in bundles {
            guard let content = bundle.files[.ocr]?.hash, let items = found[content], !items.isEmpty else { continue }
            let isBundleFitting = fitting.contains(bundle.id) || textFile(of: bundle.id).map(fitting.contains) == true
            for item in items {
                let numbers = bundle.alignment.displayPages(for: item.page, of: .ocr)
                let shown = numbers.flatMap { pages[PageReference(bundle: bundle.id, number: $0)] ?? [] }
                let some = shown.filter { fitting.contains($0.id) }
                guard isBundleFitting || !some.isEmpty else { continue }
                hits.append(
                    PageHit(
                        bundle: bundle.id, path: bundle.path, number: numbers.first, textNumber: item.page, pages: some.isEmpty ? shown : some,
                        excerpt: item.excerpt, marks: item.marks))
            }
        }
        return hits
    }

    private func textFile(of bundle: NodeID) -> NodeID? {
        model.children(of: bundle).first { model.nodes[$0]?.place?.name == Name(PDFVariant.ocr.fileName) }
    }
}
