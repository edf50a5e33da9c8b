import ShedModel
import ShedPapers
import ShedProject

extension ProjectReader {
    /// Looks for words and phrases in the texts and annotations of bundles.
    /// - Parameter fitting: the nodes that fit what else is asked for. A page of a bundle is found if a page that shows it
    ///   is among them, or the bundle is, or the variant that it was found in.
    /// - Returns: in the order of bundles and pages; and why something could not be read.
    func searchPages(_ search: ContentSearch, fitting: Set<NodeID>) throws(ShedError) -> (hits: [PageHit], unreadable: [String]) {
        guard let store = try textStore(making: false) else { return ([], []) }
        let (known, annotated) = (try textContents(), try annotatedContents())
        let view = try papers()
        var (sources, seen, paths): ([PageSearch.Source], Set<PageSearch.Source>, [RelativePath]) = ([], [], [])
        for bundle in view.bundles {
            for source in bundle.sources(known, annotated) where seen.insert(source).inserted {
                sources.append(source)
                paths.append(bundle.path)
            }
        }
        let (found, damaged, failures) = PageSearch(search, store).search(sources)
        let unreadable = failures + damaged.sorted().map { place in
            if case .annotations = sources[place] {
                return "\(paths[place]): its annotations are damaged and were not searched; “shed ocr” reads them again"
            }
            return "\(paths[place]): its text is damaged and was not searched; “shed ocr” takes it again"
        }
        guard found.contains(where: { !$0.isEmpty }) else { return ([], unreadable) }
        let places = Dictionary(zip(sources, found), uniquingKeysWith: { first, _ in first })
        return (view.hits(fitting: fitting) { $0.sources(known, annotated).map { (source: $0, found: places[$0] ?? []) } }, unreadable)
    }
}

extension PapersView.Bundle {
    /// What is kept of it: what its pages say, then what people wrote on them.
    fileprivate func sources(_ texts: [ContentHash: Set<String>], _ annotated: Set<ContentHash>) -> [PageSearch.Source] {
        var sources: [PageSearch.Source] = []
        if let content = files[.ocr]?.hash, let languages = texts[content] { sources.append(.text(content, languages: languages)) }
        if let content = files[.display]?.hash, annotated.contains(content) { sources.append(.annotations(content)) }
        return sources
    }
}

extension PapersView {
    /// The pages of bundles that fit, in the order of bundles and pages.
    /// - Parameter found: what was found in a bundle.
    fileprivate func hits(fitting: Set<NodeID>, _ found: (Bundle) -> [(source: PageSearch.Source, found: [PageSearch.Found])]) -> [PageHit] {
        var pages: [PageReference: [PageHit.Page]] = [:]
        for page in groups.flatMap(\.pages) {
            if let reference = page.reference { pages[reference, default: []].append(PageHit.Page(id: page.id, path: page.path)) }
        }
        var hits: [PageHit] = []
        for bundle in bundles {
            for (source, items) in found(bundle) where !items.isEmpty {
                let variant: PDFVariant = if case .text = source { .ocr } else { .display }
                let isBundleFitting = fitting.contains(bundle.id) || file(variant, of: bundle.id).map(fitting.contains) == true
                for item in items {
                    let numbers = variant == .ocr ? bundle.alignment.displayPages(for: item.page, of: .ocr) : [item.page]
                    let shown = numbers.flatMap { pages[PageReference(bundle: bundle.id, number: $0)] ?? [] }
                    let some = shown.filter { fitting.contains($0.id) }
                    guard isBundleFitting || !some.isEmpty else { continue }
                    hits.append(
                        PageHit(
                            bundle: bundle.id, path: bundle.path, annotation: item.annotation, number: numbers.first,
                            textNumber: variant == .ocr ? item.page : nil, pages: some.isEmpty ? shown : some, excerpt: item.excerpt,
                            marks: item.marks))
                }
            }
        }
        return hits
    }

    private func file(_ variant: PDFVariant, of bundle: NodeID) -> NodeID? {
        model.children(of: bundle).first { model.nodes[$0]?.place?.name == Name(variant.fileName) }
    }
}
