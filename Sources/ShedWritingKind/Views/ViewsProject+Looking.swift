import ShedDisk
import ShedModel
import ShedProject
import ShedRules
import ShedWriting

/// That the folder All stays empty, since its file system holds no links.
struct LinklessView: StatusOfKind {
    /// The folder's path.
    var folder: RelativePath
}

/// What is said of the view.
extension ViewsProject {
    func complete(_ status: inout Status) throws(ShedError) {
        let isUnable = bookFile?.readSummary()?.isUnable == true
        guard hasView, isOn, isUnable || !status.wouldMove.isEmpty, let state = project.store.state ?? (try? project.asKnown.load()),
            let view = AllView(project.home, state)
        else { return }
        if isUnable { status.ofKind.append(LinklessView(folder: view.path)) }
        foretell(&status, in: view, state)
    }

    /// A link of the view that leads to where no file is known to be was left over, where it could not be taken away: what is done next
    /// tries again, and nobody has to mend anything.
    func check(_ check: KindCheck) throws(ShedError) -> [Finding] {
        let dangling = check.others.filter { $0.rule == DanglingLink.info.name && $0.path.names.count == 2 }
        guard hasView, isOn, let folder = dangling.first?.path.parent, let view = view(at: folder) else { return [] }
        return dangling.compactMap { finding in
            guard finding.path.parent == folder, let name = finding.path.last, view.target(ofLink: name) != nil else { return nil }
            var finding = finding
            finding.severity = .note
            finding.words = nil
            finding.message = "The view is out of date: this link leads to where no file is any more."
            finding.help = "Run “shed sync”; where that does not help, the folder may not be written to."
            return finding
        }
    }
}
