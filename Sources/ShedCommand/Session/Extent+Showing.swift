import ShedMessages
import ShedModel
import ShedProject

extension Extent {
    /// How many paths are named one by one.
    private static let mostNamed = 10

    /// `2 folders and 6 files`.
    package var count: Message { .extent(folders: folders, files: files) }

    /// The count, with the names of template folders and of other projects among them.
    package var words: Message {
        guard !templateFolders.isEmpty else { return countWithProjects }
        return .withTemplateFolders(
            extent: countWithProjects, count: templateFolders.count, names: Extent.names(templateFolders.map(\.description)))
    }

    /// The count, with the names of other projects among them.
    package var countWithProjects: Message {
        guard !projects.isEmpty else { return count }
        return .withProjects(extent: count, count: projects.count, names: Extent.names(projects.map(\.description)))
    }

    /// Paths by name, with all that goes with them where a folder is among them.
    package func naming(_ paths: [RelativePath], _ style: Style) -> Message {
        let names = Extent.names(paths.map(style.path))
        return folders > 0 ? .inParentheses(text: names, inner: words) : names
    }

    private static func names(_ all: [String]) -> Message {
        let named = Message.list(Array(all.prefix(mostNamed)))
        return all.count > mostNamed ? .andMore(names: named, count: all.count - mostNamed) : named
    }
}
