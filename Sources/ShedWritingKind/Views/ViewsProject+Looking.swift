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
}
