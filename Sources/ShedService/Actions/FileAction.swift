/// What a person can have shed do with the files that are selected in a file manager.
enum FileAction: String, CaseIterable {
    case check
    case new
    case ready
    case restore
    case accept
    case tag
    case history
    case record
    case export

    /// What the menu says.
    var title: String {
        switch self {
        case .check: "Check with shed"
        case .new: "New here"
        case .ready: "Move to Ready"
        case .restore: "Restore from Trash"
        case .accept: "Accept"
        case .tag: "Tag"
        case .history: "History"
        case .record: "New record here"
        case .export: "Export collection"
        }
    }

    /// One sentence for a menu that explains its items, without a full stop.
    var comment: String {
        switch self {
        case .check: "Hold the rules against the project, the folder or the files"
        case .new: "Make a file in this folder of a project, where it takes files"
        case .ready: "Move these texts to the folder for what is ready, in projects that have one"
        case .restore: "Put this back where it was before it went to Trash"
        case .accept: "Let this stand that was refused or reported"
        case .tag: "Give a tag to these files and folders"
        case .history: "Show what happened to this file or folder"
        case .record: "Make a record in this collection of a records project"
        case .export: "Write this collection with all its records to one file"
        }
    }

    /// The name of an icon (Icon Naming Specification).
    var icon: String {
        switch self {
        case .check: "tools-check-spelling"
        case .new, .record: "document-new"
        case .ready: "go-next"
        case .restore: "edit-undo"
        case .accept: "list-add"
        case .tag: "bookmark-new"
        case .history: "document-open-recent"
        case .export: "document-save-as"
        }
    }

    /// Whether it makes sense for a folder that is selected, or open.
    var takesFolders: Bool { self != .ready }

    /// Whether it makes sense for files that are selected.
    var takesFiles: Bool { ![.new, .record, .export].contains(self) }
}
