import ShedModel
import ShedProject
import ShedRules

extension CheckRun {
    /// What was put right in one project, or would be.
    public struct Mended: Sendable {
        /// The project's root, from the directory that places are told from.
        public var place: [UInt8]
        /// How its paths are told from there.
        public var start: PlaceFromHere.Start
        /// In the order in which it was done.
        public var mendings: [Mending]
        /// The number by which `undo` takes it back; `nil` where nothing was done.
        public var entry: Int?
        /// How many links that led somewhere lead nowhere now, and can be mended.
        public var brokenLinks = 0
    }

    /// Puts right what can be, of what was found and is not suppressed. The findings are old afterwards: who goes on checks
    /// again.
    /// - Parameter tell: takes what was done in each project as soon as it is done, since another may fail.
    /// - Returns: what to check now, under the names that it has now; and whether anything was changed.
    public func fix(dryRun: Bool, tell: (Mended) -> Void) throws(ShedError) -> (again: CheckTargets, isChanged: Bool) {
        var (again, isChanged) = (targets, false)
        for (part, checked) in zip(report.parts, checked) {
            let root = checked.project.home.path
            let (mendings, entry, brokenLinks) = try fix(part.items.map(\.finding), in: root, dryRun: dryRun)
            tell(Mended(
                place: here.place(of: .root, in: root), start: here.start(at: root), mendings: mendings, entry: entry, brokenLinks: brokenLinks))
            let done = mendings.filter { $0.failure == nil && !dryRun }
            isChanged = isChanged || !done.isEmpty
            again.follow(done, in: root)
        }
        return (again, isChanged)
    }

    private func fix(_ findings: [Finding], in root: [UInt8], dryRun: Bool) throws(ShedError) -> ([Mending], entry: Int?, brokenLinks: Int) {
        // Also what is new, which has no ID before it is taken in, and what another stands in the way of, so that it is said.
        let findings = findings.map(RuleBook.withFix)
        guard findings.contains(where: \.isFixable) else { return ([], nil, 0) }
        // For the check it was opened to look only.
        let project = try Project.open(containing: root, surroundings: surroundings, purpose: dryRun ? .look : .change)
        let mendings = try project.write { transaction throws(ShedError) in try transaction.mend(findings, dryRun: dryRun) }
        let moves = mendings.filter { $0.failure == nil && !dryRun }.compactMap { mending in mending.to.map { (from: mending.from, to: $0) } }
        let entry = project.currentEntry
        // It was done, and is said already: what cannot be read now is told by who is asked for it.
        return (mendings, entry, moves.isEmpty ? 0 : (try? project.brokenLinksToTell(by: moves)) ?? 0)
    }
}
