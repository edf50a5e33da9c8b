import ShedDisk
import ShedModel
import ShedPapers
import ShedReconcile
import ShedRules

extension Project {
    /// Looks for what is not whole, and puts it right as far as that can be done (`repair`).
    ///
    /// In a project of bundles: protected copies are verified and made anew from bundles that have their content; the variants
    /// of bundles in use are put back where they are damaged; page files are made anew that are missing from a page group which is there,
    /// or that have other content than was made; texts that are not whole are forgotten, to be taken again. What stands in
    /// the way goes to Rejected. In every project it says what is the matter with the sidecar. Costs the time of reading all
    /// of it.
    /// - Parameter dryRun: only says what would be done.
    public func repair(dryRun: Bool) throws(ShedError) -> [Repair] {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        try takeIn()
        var repairs = try sidecarFaults()
        guard hasPapers else { return repairs }
        var run = try RepairRun(self, dryRun: dryRun)
        try run.perform()
        if run.repairs.contains(where: \.isDone) { try seeRejected() }
        repairs += run.repairs
        return repairs
    }

    /// What is wrong with the sidecar itself. The rest of a project is never made from it, so nothing is invented here.
    private func sidecarFaults() throws(ShedError) -> [Repair] {
        try checkSidecar().filter { $0.severity != .note }.map { finding in
            Repair(
                sort: .sidecar, path: finding.path, id: finding.id, fault: finding.message,
                remedy: RuleBook.info(named: finding.rule)?.cure ?? finding.help, isPossible: false)
        }
    }
}
