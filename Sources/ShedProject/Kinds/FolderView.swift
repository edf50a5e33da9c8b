import ShedModel

/// A folder that a kind fills with links to files of other folders. The links are no nodes; each is read as the file that it leads to.
public protocol FolderView {
    /// The folders whose files it shows, in their order.
    var folders: [RelativePath] { get }
    /// The path of the file that a link in it stands for; `nil` for a link that is not of the view's making, and for anything else.
    /// Whether something stands at the path is not asked.
    func target(ofLink name: Name) -> RelativePath?
    /// Whether a link leads to where a file was when the project was last taken in: if it leads nowhere now, the file was moved or deleted
    /// since, and the link follows with the next command.
    func leadsAsKnown(_ name: Name) -> Bool
    /// Whether the links are as they were when all of them were last right, and none was somebody else's.
    /// - Parameter digest: that of the folder, as a scan has just found it.
    func isRight(_ digest: UInt64) -> Bool
    /// Of a folder in which people choose what is shown beside what stands in it (its guests): the paths of the files, in no order; `nil`
    /// for a view that shows all of its folders. What stands for such a file there is taken out of the folder where another thing would
    /// be removed.
    var guests: [RelativePath]? { get }
    /// The place of a guest in the folder's order; `nil` where it has none.
    func key(of id: NodeID) -> OrderKey?
}

extension FolderView {
    public var guests: [RelativePath]? { nil }
    public func key(of id: NodeID) -> OrderKey? { nil }
}

extension Project {
    /// The path of the file that a link of a view stands for; `nil` for every other path. A link that leads to nothing stands for itself.
    public func target(ofLink path: RelativePath) -> RelativePath? {
        guard let name = path.last, (try? home.root.openDirectory(at: path.parent).kind(of: name)) == .link else { return nil }
        // Which folder is a view is known once the project was taken in, which whoever gives a link is about to do anyway.
        if store.state == nil { _ = try? refresh() }
        guard let target = kind.view(at: path.parent)?.target(ofLink: name), let own = target.last,
            (try? home.root.openDirectory(at: target.parent).kind(of: own)) == .file
        else { return nil }
        return target
    }
}
