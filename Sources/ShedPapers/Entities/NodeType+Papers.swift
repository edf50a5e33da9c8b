import ShedModel

extension NodeType {
    /// A folder of PDF files that belong together.
    public static let bundle = declare(NodeTypeTraits("bundle", isDirectory: true, number: 5, scopes: [.bundle], showsUpdate: true))
    /// A folder of page groups.
    public static let doc = declare(
        NodeTypeTraits(
            "doc", isDirectory: true, number: 6, accepts: .folders, children: [.init("pageGroup", isDirectory: true)],
            scopes: [.doc, .docAndBelow], showsUpdate: true))
    /// A folder of pages.
    public static let pageGroup = declare(
        NodeTypeTraits(
            "pageGroup", isDirectory: true, number: 7, children: [.init("page", suffix: ".pdf")], scopes: [.pageGroup, .docAndBelow],
            showsUpdate: true, isOrdered: true))
    /// One page of a bundle. Its file was made by shed; whether it is still that is asked otherwise.
    public static let page = declare(
        NodeTypeTraits("page", number: 8, scopes: [.page, .docAndBelow], isLookedInto: false, showsUpdate: true, isOrdered: true))
}

extension Role {
    /// The folder of bundles.
    public static let bundles = Role(rawValue: "bundles")
    /// The folder of docs.
    public static let docs = Role(rawValue: "docs")
}

extension LabelScope {
    public static let bundle = LabelScope(rawValue: "pdfBundle")
    public static let doc = LabelScope(rawValue: "doc")
    public static let pageGroup = LabelScope(rawValue: "pageGroup")
    public static let page = LabelScope(rawValue: "page")
    /// Docs, their page groups and their pages.
    public static let docAndBelow = LabelScope(rawValue: "docAndBelow")
    /// The scopes of a papers project, in the order in which they are named to people.
    public static let papers: [LabelScope] = [.bundle, .doc, .pageGroup, .page, .docAndBelow, .all]
}
