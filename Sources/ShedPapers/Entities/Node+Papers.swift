import ShedModel

extension Node {
    /// Whether it is a page: one whose file was given another ending stays one.
    public var isPage: Bool { type == .page || details?.other[PaperField.page] != nil }

    /// The page of a bundle that a page shows; `nil` for a PDF in a page group that has not become a page yet.
    public var pageReference: PageReference? { PageReference(details?.other[PaperField.page]?.value) }

    /// The bundles that a page shows a page of, or did in an older version.
    public var shownBundles: Set<NodeID> {
        var bundles: Set<NodeID> = []
        for (name, text) in details?.other ?? [:] where name == PaperField.page || PaperField.version(ofField: name) != nil {
            let bundle = text.leadingString(of: "bundle") ?? text.value[PaperField.bundleMember]?.string
            if let id = bundle.flatMap({ NodeID($0) }) { bundles.insert(id) }
        }
        return bundles
    }

    /// The file that was made for a page.
    public var pageFile: PageFile? { PageFile(details?.other[PaperField.pageFile]?.value) }

    /// A page's versions, oldest first.
    public var pageVersions: [PageVersion] {
        let fields = details?.other ?? [:]
        return fields.compactMap { PageVersion($0.key, $0.value.value) }
            .sorted { $0.time != $1.time ? $0.time < $1.time : $0.id < $1.id }
    }

    /// What is known of a bundle's variant; `nil` where it has none, or none that was looked at.
    public func bundleFile(_ variant: PDFVariant) -> BundleFile? {
        BundleFile(details?.other[PaperField.field(ofVariant: variant.rawValue)]?.value)
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
