import ShedModel
import ShedPapers

extension PapersView {
    /// Whether the display variant that a version saw is not the one that its bundle has now. A page always shows its bundle
    /// as it is, so that no page can be made to show again what such a version saw; it can be looked at.
    public func isReplaced(_ version: PageVersion) -> Bool {
        guard let source = version.source else { return false }
        return model.nodes[model.resolve(version.reference.bundle)]?.bundleFile(.display)?.hash != source
    }

    /// The version of a page that a word means: its number, the oldest is 1, or its ID; with that number.
    public func version(_ word: String, of page: Page) -> (number: Int, version: PageVersion)? {
        let versions = model.nodes[page.id]?.pageVersions ?? []
        if let number = Int(word), versions.indices.contains(number - 1) { return (number, versions[number - 1]) }
        guard let id = NodeID(word), let position = versions.firstIndex(where: { $0.id == id }) else { return nil }
        return (position + 1, versions[position])
    }
}
