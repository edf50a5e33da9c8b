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

    /// `3 files`, `1 folder`, `2 more entries`.
    func counted(_ count: Int, more: Bool = false) -> String {
        let number = more ? "\(count) more" : "\(count)"
        return switch self {
        case .files: "\(number) file\(count == 1 ? "" : "s")"
        case .folders: "\(number) folder\(count == 1 ? "" : "s")"
        case .both: "\(number) \(count == 1 ? "entry" : "entries")"
        }
    }
}
