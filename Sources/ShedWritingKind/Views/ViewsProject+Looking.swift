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
        guard hasView, isOn, bookFile?.readSummary()?.isUnable == true, let state = project.store.state ?? (try? project.asKnown.load()),
            let view = AllView(project.home, state)
        else { return }
        status.ofKind.append(LinklessView(folder: view.path))
    }

    /// A link of the view that leads nowhere is set anew, or goes, with whatever is done next: nobody has to mend anything.
    func check(_ check: KindCheck) throws(ShedError) -> [Finding] {
        let dangling = check.others.filter { $0.rule == DanglingLink.info.name && $0.path.names.count == 2 }
        guard hasView, isOn, let folder = dangling.first?.path.parent, let view = view(at: folder) else { return [] }
        return dangling.compactMap { finding in
            guard finding.path.parent == folder, let name = finding.path.last, view.target(ofLink: name) != nil else { return nil }
            var finding = finding
            finding.severity = .note
            finding.words = nil
            finding.message = "The view is out of date: this link leads to a file that is not there any more."
            finding.help = "Any command that changes something mends it, as “shed sync”."
            return finding
        }
    }
}
