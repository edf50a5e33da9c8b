import ShedCommand
import ShedModel
import ShedProject

extension WritingKind {
    public var sidecarFolders: [SidecarFolder] {
        let complaint = "A profile is a file called after it, such as “submission.toml”; this is none, and nothing reads it."
        return [SidecarFolder(ProfileFolder.name, complaint: complaint) { ProfileFolder.profile(of: $0) != nil }]
    }
}

extension CompileProject {
    /// What stands in a derived folder of a manuscript as long as nothing was compiled.
    static func emptiness(of view: NodeView, _ strings: Strings) -> Emptiness? {
        guard view.role == .novel || view.role == .script else { return nil }
        return Emptiness(isEmpty: view.counts.isEmpty, text: strings.messages["not-compiled"] ?? "")
    }
}
