import ShedModel

extension PaperField {
    /// The contents that bundles and pages need, by their fields: what is known of the variants of a bundle, and what a page of a bundle that is
    /// there has shown.
    public static func contents(of fields: [String: JSONValue], isThere: (NodeID) -> Bool) -> Set<ContentHash> {
        func bundle(_ value: JSONValue?) -> NodeID? { value?[bundleMember]?.string.flatMap { NodeID($0) } }
        func content(_ value: JSONValue?) -> ContentHash? { value?.string.flatMap { ContentHash($0) } }
        var contents: Set<ContentHash> = []
        for (name, value) in fields {
            if PDFVariant.allCases.contains(where: { field(ofVariant: $0.rawValue) == name }), let hash = content(value["hash"]) { contents.insert(hash) }
            let of = name == pageFile ? bundle(fields[page]) : version(ofField: name) != nil ? bundle(value) : nil
            if let of, isThere(of), let source = content(value["source"]) { contents.insert(source) }
        }
        return contents
    }
}
