/// How the variants of one bundle belong together, page by page.
public struct Alignment: Hashable, Sendable {
    /// What is not as it should be. None of it keeps the other pages from being used.
    public enum Fault: Hashable, Sendable {
        /// Without a list the variants must have the same number of pages.
        case differingCount(PDFVariant, pages: Int, displayPages: Int)
        /// The list names a page that the variant has not, for a display page.
        case noSuchPage(PDFVariant, page: Int, displayPage: Int)
        /// The list is longer than there are display pages.
        case tooLong(PDFVariant, entries: Int, displayPages: Int)
    }

    /// How many pages each variant has that is there.
    public var counts: [PDFVariant: Int]
    public var mapping: PageMapping

    public init(counts: [PDFVariant: Int], mapping: PageMapping = PageMapping()) {
        self.counts = counts
        self.mapping = mapping
    }

    /// The page of a variant that belongs to a page of the display variant; `nil` where there is none.
    public func page(of variant: PDFVariant, forDisplayPage page: Int) -> Int? {
        guard page >= 1, page <= counts[.display] ?? 0, let count = counts[variant] else { return nil }
        let found = if let list = mapping[variant] { page <= list.count ? list[page - 1] : nil } else { page }
        guard let found, found >= 1, found <= count else { return nil }
        return found
    }

    /// The pages of the display variant that a page of a variant belongs to, in order.
    public func displayPages(for page: Int, of variant: PDFVariant) -> [Int] {
        guard let count = counts[.display], count > 0 else { return [] }
        guard mapping[variant] != nil else { return self.page(of: variant, forDisplayPage: page) == nil ? [] : [page] }
        return (1...count).filter { self.page(of: variant, forDisplayPage: $0) == page }
    }

    /// All that is wrong, by variant and page.
    public var faults: [Fault] {
        guard let displayPages = counts[.display] else { return [] }
        var faults: [Fault] = []
        for variant in [PDFVariant.ocr, .original] {
            guard let count = counts[variant] else { continue }
            guard let list = mapping[variant] else {
                if count != displayPages { faults.append(.differingCount(variant, pages: count, displayPages: displayPages)) }
                continue
            }
            if list.count > displayPages { faults.append(.tooLong(variant, entries: list.count, displayPages: displayPages)) }
            for (position, page) in list.enumerated() {
                // One page may belong to several: a spread that was scanned at once. The seed leaves the mapping to people
                // (PDFBundle, rule 5: “user-defined mapping”), and forbids nothing of it.
                guard let page else { continue }
                if page < 1 || page > count { faults.append(.noSuchPage(variant, page: page, displayPage: position + 1)) }
            }
        }
        return faults
    }
}
