import ShedMessages
import ShedModel
import ShedPapers
import ShedProject

extension ProjectReader {
    /// The text of a bundle's OCR variant, or why there is none.
    public func text(of bundle: PapersView.Bundle) throws(ShedError) -> Result<KeptText, TextLack> {
        try KeptTexts(self).text(of: bundle.files[.ocr])
    }

    /// The texts of pages, by the pages' IDs. Each kept text is read once, and nothing of it stays but what is asked for.
    /// - Throws: ``ShedError`` of kind refused where they come to more than ``mostText``.
    public func texts(of pages: [PapersView.Page], in view: PapersView) throws(ShedError) -> [NodeID: PageText] {
        let kept = try KeptTexts(self)
        var texts: [NodeID: PageText] = [:]
        var size = 0
        for (bundle, pages) in Dictionary(grouping: pages, by: { $0.reference?.bundle }) {
            let node = bundle.flatMap { view.model.nodes[$0] }
            let text: Result<KeptText, TextLack> = try bundle == nil ? .failure(.waiting) : kept.text(of: node?.bundleFile(.ocr))
            let alignment = node?.alignment
            for page in pages {
                let number = page.reference.flatMap { alignment?.page(of: .ocr, forDisplayPage: $0.number) }
                let found = text.page(number)
                size += found.text?.utf8.count ?? 0
                guard size <= Self.mostText else {
                    throw ShedError(
                        .refused, .tooMuchText(limit: Int(Self.mostText >> 20)), remedy: .bundleTextPrints)
                }
                texts[page.id] = found
            }
        }
        return texts
    }

    /// The texts of several pages are not more than this together, in bytes of UTF-8.
    static var mostText: Int { 128 << 20 }
}

extension Result<KeptText, TextLack> {
    /// The text of one page.
    /// - Parameter number: of the OCR variant; `nil` where none belongs to it.
    func page(_ number: Int?) -> PageText {
        switch self {
        case .failure(let lack): return .lacking(lack)
        case .success(let kept):
            guard let number, let origin = kept.origin(of: number), let text = kept.text(of: number) else { return .lacking(.noCounterpart) }
            guard origin != .failed else { return .lacking(.failed) }
            return .text(PageText.Found(text: text, origin: origin, number: number, confidence: kept.confidence(of: number)))
        }
    }
}

extension PapersView {
    /// The name of the bundle that a page shows a page of, escaped.
    func bundleName(of page: Page) -> String { page.reference.map { name(ofBundle: $0.bundle).escaped } ?? "" }
}

/// The texts that a project keeps, looked up by what they were taken from.
private struct KeptTexts {
    private let store: TextStore?
    private let known: [ContentHash: Set<String>]

    init(_ reader: some ProjectReader) throws(ShedError) {
        store = try reader.textStore(making: false)
        known = try reader.textContents()
    }

    func text(of file: BundleFile?) throws(ShedError) -> Result<KeptText, TextLack> {
        guard let file else { return .failure(.noVariant) }
        guard let store, let languages = known[file.hash] else { return .failure(.notTaken) }
        do throws(PapersError) {
            guard let text = try store.text(of: file.hash, languages) else { return .failure(.damaged) }
            return .success(text)
        } catch { throw ShedError(error) }
    }
}
