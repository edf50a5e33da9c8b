import ShedModel
import ShedPapers

extension Listing {
    /// Looks for phrases in the texts of bundles.
    /// - Parameter fitting: the nodes that fit what else is asked for. A page of a bundle is found if a page that shows it
    ///   is among them, or the bundle is, or its OCR variant.
    /// - Returns: in the order of bundles and pages; and why texts could not be read.
    func searchPages(_ phrases: [String], fitting: Set<NodeID>) throws(ShedError) -> (hits: [PageHit], unreadable: [String]) {
        guard let store = try project.textStore(making: false) else { return ([], []) }
        let known = try project.textContents()
        let book = try project.papers()
        var contents: [(content: ContentHash, languages: Set<String>)] = []
        var places: [ContentHash: Int] = [:]
        var paths: [RelativePath] = []
        for bundle in book.bundles {
            guard let content = bundle.files[.ocr]?.hash, let languages = known[content], places[content] == nil else { continue }
            places[content] = contents.count
            contents.append((content, languages))
            paths.append(bundle.path)
        }
        let (found, damaged, failures) = PageSearch(phrases, store).search(contents)
        let unreadable = failures + damaged.sorted().map { "\(paths[$0]): its text is damaged and was not searched; “shed ocr” takes it again" }
        guard found.contains(where: { !$0.isEmpty }) else { return ([], unreadable) }
        var pages: [PageReference: [PageHit.Page]] = [:]
        for page in book.docs.flatMap({ $0.groups.flatMap(\.pages) }) {
            if let reference = page.reference { pages[reference, default: []].append(PageHit.Page(id: page.id, path: page.path)) }
        }
        var hits: [PageHit] = []
        for bundle in book.bundles {
            guard let content = bundle.files[.ocr]?.hash, let place = places[content], !found[place].isEmpty else { continue }
            let isBundleFitting = fitting.contains(bundle.id) || textFile(of: bundle.id, book.model).map(fitting.contains) == true
            for item in found[place] {
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
        return (hits, unreadable)
    }

    private func textFile(of bundle: NodeID, _ model: Model) -> NodeID? {
        model.children(of: bundle).first { model.nodes[$0]?.place?.name == Name(PDFVariant.ocr.fileName) }
    }
}
