import ShedModel
import ShedProject

extension Extent {
    /// How many paths are named one by one.
    private static let mostNamed = 10

    /// `2 folders and 6 files`.
    package var count: String {
        let parts = [(folders, "folder"), (files, "file")].filter { $0.0 > 0 }.map { Style.count($0.0, $0.1) }
        return parts.isEmpty ? Style.count(0, "file") : parts.joined(separator: " and ")
    }

    /// The count, with the names of template folders among them.
    package func text(_ style: Style) -> String {
        guard !templateFolders.isEmpty else { return count }
        let names = templateFolders.prefix(Extent.mostNamed).map(\.description).joined(separator: ", ")
        let more = templateFolders.count > Extent.mostNamed ? " and \(templateFolders.count - Extent.mostNamed) more" : ""
        return "\(count), with the template folder\(templateFolders.count == 1 ? "" : "s") \(names)\(more)"
    }

    /// Paths by name, with all that goes with them where a folder is among them.
    package func naming(_ paths: [RelativePath], _ style: Style) -> String {
        let names = paths.prefix(Extent.mostNamed).map(style.path).joined(separator: ", ")
        let more = paths.count > Extent.mostNamed ? " and \(paths.count - Extent.mostNamed) more" : ""
        return names + more + (folders > 0 ? " (\(text(style)))" : "")
    }
}
