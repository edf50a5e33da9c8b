import ShedModel
import ShedPapers

extension PapersView {
    /// What a page file was made from.
    struct Origin {
        var reference: PageReference
        /// The display variant.
        var source: ContentHash
    }

    /// What files of some contents were made from, as far as they are page files that any page or version records: what pages
    /// show now comes before what they showed. Only of the display variants that count now: of another the page would not show the
    /// same.
    func madeFiles(among contents: Set<ContentHash>) -> [ContentHash: Origin] {
        var found: [ContentHash: Origin] = [:]
        func note(_ content: ContentHash?, _ reference: PageReference?, _ source: ContentHash?) {
            guard let content, contents.contains(content), found[content] == nil, let reference, let source,
                case let target = PageReference(bundle: model.resolve(reference.bundle), number: reference.number),
                let bundle = bundle(target.bundle), target.number <= bundle.pageCount, bundle.files[.display]?.hash == source
            else { return }
            found[content] = Origin(reference: target, source: source)
        }
        for page in groups.flatMap(\.pages) { if let file = page.file { note(file.hash, page.reference, file.source) } }
        guard found.count < contents.count else { return found }
        // Also of pages that are missing or in Trash, each bundle's in the order of their IDs.
        for id in Set(users.values.joined()).sorted() {
            guard let node = model.nodes[id] else { continue }
            if let file = node.pageFile { note(file.hash, node.pageReference, file.source) }
            for version in node.pageVersions { note(version.file, version.reference, version.source) }
        }
        return found
    }
}
