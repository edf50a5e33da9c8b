/// That something was put into a folder by one who did not know that another had moved that folder: it stands where the folder was, and did
/// not go along.
public struct Stranding: Hashable, Sendable {
    /// The folder that was moved: the one in which it is, or one above.
    public var folder: NodeID
    /// Where that was for the one who put something into it.
    public var place: Place

    public init(folder: NodeID, place: Place) { (self.folder, self.place) = (folder, place) }
}
