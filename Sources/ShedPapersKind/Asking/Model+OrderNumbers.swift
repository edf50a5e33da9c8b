import ShedModel
import ShedPapers

/// The numbers before the names of page groups and pages.
extension Model {
    /// The order numbers of what stands in one folder, as ``Numbering`` tells them.
    func orderNumbers(of nodes: [Node]) -> [Int?] {
        Numbering.numbers(of: nodes.map { $0.place?.name ?? "" }) { position, number in wrote(number, before: nodes[position]) }
    }

    /// The number before a node's name, if shed wrote it.
    func writtenNumber(of node: Node) -> Int? {
        guard let number = node.place.flatMap({ OrderedName($0.name).number }) else { return nil }
        return wrote(number, before: node) ? number : nil
    }

    /// Whether shed wrote the number that stands before a node's name. It says so in the sidecar; where an older one did not, a
    /// page is called as shed calls pages, after what it shows.
    private func wrote(_ number: Int, before node: Node) -> Bool {
        if node.writtenNumber == number { return true }
        guard let name = node.place?.name, let reference = node.pageReference, let bundle = nodes[resolve(reference.bundle)]?.place?.name
        else { return false }
        return OrderedName(name).wholeTitle == PageWork.title(bundle, reference.number)
    }
}
