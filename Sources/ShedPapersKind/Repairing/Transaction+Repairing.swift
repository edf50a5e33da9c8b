import ShedModel
import ShedPapers
import ShedProject
import ShedRules

extension Transaction {
    /// Looks for what is not whole, and puts it right as far as that can be done (`repair`).
    ///
    /// In a project of papers: protected copies are verified and made anew from bundles that have their content; the variants
    /// of bundles in use are put back where they are damaged; page files are made anew that are missing from a page group which is there,
    /// or that have other content than was made; texts that are not whole are forgotten, to be taken again. What stands in
    /// the way goes to Rejected. In every project it says what is the matter with the sidecar. Costs the time of reading all
    /// of it.
    /// - Parameters:
    ///   - sidecar: what `check` finds in the sidecar.
    ///   - dryRun: only says what would be done.
    public func repair(_ sidecar: [Finding], dryRun: Bool) throws(ShedError) -> [Repair] {
        let faults = sidecarFaults(sidecar)
        guard project.hasPapers else { return faults }
        var run = try RepairRun(self, dryRun: dryRun)
        try run.perform()
        if run.repairs.contains(where: \.isDone) { try seeRejected() }
        return faults + run.repairs
    }

    /// What is wrong with the sidecar itself. The rest of a project is never made from it, so nothing is invented here.
    private func sidecarFaults(_ findings: [Finding]) -> [Repair] {
        findings.filter { $0.severity != .note }.map { finding in
            Repair(
                sort: .sidecar, path: finding.path, id: finding.id, fault: finding.message,
                remedy: surroundings.kinds.rules.info(named: finding.rule)?.cure ?? finding.help, isPossible: false)
        }
    }
}
