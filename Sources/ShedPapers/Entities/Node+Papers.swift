import ShedModel

extension Node {
    /// Whether it is a page: one whose file was given another ending stays one.
    public var isPage: Bool { type == .page || details?.other[PaperField.page] != nil }

    /// The page of a bundle that a page shows; `nil` for a PDF in a page group that has not become a page yet.
    public var pageReference: PageReference? { PageReference(details?.other[PaperField.page]) }

    /// The number that shed wrote before the name of a page group or a page; `nil` where it wrote none, or did not say so.
    public var writtenNumber: Int? {
        details?.other[PaperField.number]?.value.integer.flatMap { (0...Int64(PageReference.mostPages)).contains($0) ? Int($0) : nil }
    }

    /// The bundles that a page shows a page of, or did in an older version.
    /// Each once, in no order.
    public var shownBundles: [NodeID] {
        var bundles: [NodeID] = []
        for (name, text) in details?.other ?? [:] where name == PaperField.page || PaperField.version(ofField: name) != nil {
            if let id = text[PaperField.bundleMember]?.string.flatMap({ NodeID($0) }), !bundles.contains(id) { bundles.append(id) }
        }
        return bundles
    }

    /// The file that was made for a page.
    public var pageFile: PageFile? { pageFileText.flatMap(PageFile.init) }

    /// The same as the sidecar has it, not read yet.
    public var pageFileText: CompactJSON? { details?.other[PaperField.pageFile] }

    /// A page's versions, oldest first, without those that only repeat the one before.
    public var pageVersions: [PageVersion] {
        let fields = details?.other ?? [:]
        let all = fields.compactMap { PageVersion($0.key, $0.value.value) }
            .sorted { $0.time != $1.time ? $0.time < $1.time : $0.id < $1.id }
        return all.indices.filter { $0 == 0 || !all[$0].repeats(all[$0 - 1]) }.map { all[$0] }
    }

    /// What is known of a bundle's variant; `nil` where it has none, or none that was looked at.
    public func bundleFile(_ variant: PDFVariant) -> BundleFile? {
        BundleFile(details?.other[PaperField.field(ofVariant: variant.rawValue)])
    }

    /// A bundle's page mapping; empty where page n belongs to page n.
    public var pageMapping: PageMapping { details?.other[PaperField.mapping].flatMap { PageMapping($0.value) } ?? PageMapping() }

    /// Which pages of a bundle's variants belong together.
    public var alignment: Alignment {
        var counts: [PDFVariant: Int] = [:]
        for variant in PDFVariant.allCases { counts[variant] = bundleFile(variant)?.pages }
        return Alignment(counts: counts, mapping: pageMapping)
    }
}

extension PageMapping {
    /// The operation's field for a bundle.
    public var field: Field { .other(PaperField.mapping, isEmpty ? .null : json) }
}
