import ShedModel
import ShedPapers
import ShedProject

extension Transaction {
    /// Looks for what is not whole in a project of papers, and puts it right as far as that can be done (`repair`).
    ///
    /// Protected copies are verified and made anew from bundles that have their content; the variants of bundles in use are put
    /// back where they are damaged; page files are made anew that are missing from a page group which is there, or that have
    /// other content than was made; texts that are not whole are forgotten, to be taken again. What stands in the way goes to
    /// Rejected. Costs the time of reading all of it.
    /// - Parameter dryRun: only says what would be done.
    /// - Returns: nothing in a project of another kind.
    public func repair(dryRun: Bool) throws(ShedError) -> [Repair] {
        guard project.hasPapers else { return [] }
        var run = try RepairRun(self, dryRun: dryRun)
        try run.perform()
        if run.repairs.contains(where: \.isDone) { try seeRejected() }
        return run.repairs
    }
}
