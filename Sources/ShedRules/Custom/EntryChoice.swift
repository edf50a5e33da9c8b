import ShedModel

/// Which entries of a folder a condition is for. The raw value is the word of the settings.
public enum EntryChoice: String, Hashable, Sendable, CaseIterable {
    case files
    case folders
    case both

    func contains(_ type: NodeType) -> Bool {
        switch self {
        case .files: !type.isDirectory
        case .folders: type.isDirectory
        case .both: true
        }
    }

    /// `3 files`, `1 folder`.
    func counted(_ count: Int) -> String {
        switch self {
        case .files: "\(count) file\(count == 1 ? "" : "s")"
        case .folders: "\(count) folder\(count == 1 ? "" : "s")"
        case .both: "\(count) \(count == 1 ? "entry" : "entries")"
        }
    }
}
