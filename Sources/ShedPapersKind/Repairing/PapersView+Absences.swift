import ShedModel

extension PapersView {
    /// Pages that are missing and that a repair leaves so: nobody knows whether their page groups were deleted on purpose.
    func absences() -> [String] {
        var sentences: [String] = []
        if !lost.isEmpty {
            let groups = Set(lost.map(\.path.parent)).sorted()
            let named = groups.prefix(PapersView.mostNamed).map { "\($0)" }.joined(separator: ", ")
            let more = groups.count > PapersView.mostNamed ? " and \(groups.count - PapersView.mostNamed) more" : ""
            sentences.append(
                "\(PapersView.count(lost)) missing with \(lost.count == 1 ? "its" : "their") page group\(groups.count == 1 ? "" : "s") (\(named)\(more)); “shed page list --missing” lists "
                    + "\(lost.count == 1 ? "it" : "them"). Make the folder\(groups.count == 1 ? "" : "s") again, and “shed repair” makes the pages anew; “shed page delete” gives them up.")
        }
        if !rejected.isEmpty {
            sentences.append("\(PapersView.count(rejected)) in no group, since the file lies in Rejected; “shed page list --missing” lists \(rejected.count == 1 ? "it" : "them"), “shed mv” puts a file back into a group.")
        }
        return sentences
    }

    private static let mostNamed = 5

    private static func count(_ pages: [Page]) -> String { pages.count == 1 ? "1 page is" : "\(pages.count) pages are" }
}
