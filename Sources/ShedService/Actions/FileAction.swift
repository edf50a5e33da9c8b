import ShedMessages
import ShedModel

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
    func title(_ language: Language = .english) -> String { Catalogue.of(language).text(.actionTitle(action: rawValue)) }

    /// One sentence for a menu that explains its items, without a full stop.
    func comment(_ language: Language = .english) -> String { Catalogue.of(language).text(.actionComment(action: rawValue)) }

    /// The languages besides English, in which menus say it too.
    static var languages: [Language] { Catalogue.languages.filter { $0 != .english } }

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
