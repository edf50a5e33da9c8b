import ShedDisk
import ShedModel
import ShedPapers
import ShedReconcile
import ShedRules

extension Project {
    /// Looks for what is not whole, and puts it right as far as that can be done (`repair`).
    ///
    /// In a project of bundles: protected copies are verified and made anew from bundles that have their content; display
    /// variants of bundles in use are put back; page files are made anew that are missing from a page group which is there,
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

    /// Puts something aside that stands in the way of what shed puts back: into Rejected, under its own path.
    /// - Returns: where it is now.
    func putAside(_ path: RelativePath) throws(ShedError) -> RelativePath {
        guard let name = path.last else { throw ShedError(.refused, "the project itself is not put aside") }
        let rejected = if let known = try folder(with: .rejected) { known } else { try makeRejected() }
        let folder = rejected.appending(path.parent)
        do throws(DiskError) {
            var directory = root
            for name in folder.names { directory = try directory.openDirectory(name, create: true) }
        } catch { throw ShedError(error) }
        let target = folder.appending(try freeName(name, in: folder, isFile: true))
        do throws(DiskError) { try relocate(path, to: target, expecting: nil, makingParents: false) } catch { throw ShedError(error) }
        return target
    }

    private func makeRejected() throws(ShedError) -> RelativePath {
        let taken = try names(in: .root)
        let free = rejectedNames.first { !taken.contains(FoldKey($0)) }
        let name = if let free { free } else { try freeName(rejectedNames.last ?? "", in: .root, isFile: false) }
        do throws(DiskError) { try root.makeDirectory(name) } catch { throw ShedError(error) }
        let path = RelativePath([name])
        var errand = Errand()
        errand.judgement = .later
        // No event tells a daemon of this.
        if attendant != nil { errand.dirty = [.root] }
        _ = try reconcile(errand)
        try commit([Operation(try find(path).node.id, [.role(.rejected), .accepts(.nothing)])])
        return path
    }
}
