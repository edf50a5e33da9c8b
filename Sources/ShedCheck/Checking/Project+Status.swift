import ShedMessages
import ShedModel
import ShedProject
import ShedRules

extension Project {
    /// What happened on disk since the last `sync`, what is in Rejected and what is missing. Writes nothing.
    /// - Parameter all: also what has been missing for more than 30 days.
    public func status(all: Bool = false) throws(ShedError) -> Status {
        var status = try settledStatus(all: all)
        status.interruptedDeed = interruptedDeed
        status.owesLinks = owesLinks
        status.otherRoots = otherRoots
        status.futureOriginal = futureOriginal
        if home.configuration.settings.rejection == .report { try addTakenIn(&status) }
        status.reports += home.leftChanges().map {
            Report(rule: SidecarEntry.info, path: $0.path, id: nil, $0.isForeign ? .foreignChange : .leftChange)
        }
        try kind.complete(&status)
        return status
    }

    /// With `rejection = "report"` what a rule refuses is taken in all the same, so that no walk reports it again: what
    /// stands there is asked for it.
    private func addTakenIn(_ status: inout Status) throws(ShedError) {
        let book = home.surroundings.kinds.rules
        let refusing = book.infos.filter(book.refuses)
        let told = Set(status.reports.map { ProjectCheck.Place($0.rule, $0.path) })
        for finding in try check(RuleSelection(selected: refusing.map(RuleWord.init))) where !told.contains(ProjectCheck.Place(finding)) {
            guard let rule = book.info(named: finding.rule) else { continue }
            status.reports.append(Report(rule: rule, path: finding.path, id: finding.id, finding.words ?? .verbatim(finding.message)))
        }
        status.reports.sort { ($0.path, $0.rule.name) < ($1.path, $1.rule.name) }
    }
}
