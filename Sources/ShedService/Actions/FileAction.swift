/// What a person can have shed do with the files that are selected in a file manager.
enum FileAction: String, CaseIterable {
    case check
    case record
    case export

    /// What the menu says.
    var title: String {
        switch self {
        case .check: "Check with shed"
        case .record: "New record here"
        case .export: "Export collection"
        }
    }

    /// One sentence for a menu that explains its items, without a full stop.
    var comment: String {
        switch self {
        case .check: "Hold the rules against the project, the folder or the files"
        case .record: "Make a record in this collection of a records project"
        case .export: "Write this collection with all its records to one file"
        }
    }

    /// The name of an icon (Icon Naming Specification).
    var icon: String {
        switch self {
        case .check: "tools-check-spelling"
        case .record: "document-new"
        case .export: "document-save-as"
        }
    }
}
