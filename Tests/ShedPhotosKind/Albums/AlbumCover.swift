import ShedModel
import ShedProject

/// The field of an album that names the photo which stands for it: a string with its ID.
enum AlbumCover {
    private static let name = "album-cover"

    /// In another project it would name nothing; in a copy of this one it names the copy of the photo.
    static let traits = FieldTraits(
        staysBehind: { $0 == name },
        mapped: { field, value, map in
            guard field == name, let id = value.string.flatMap({ NodeID($0) }) else { return nil }
            return (name, .string(map(id).description))
        })

    static func field(_ photo: NodeID) -> Field { .other(name, .string(photo.description)) }

    /// The photo that an album's node names; it may be gone.
    static func cover(of album: Node) -> NodeID? { album.details?.other[name]?.value.string.flatMap { NodeID($0) } }
}

extension Transaction {
    /// Chooses the photo that stands for an album. A dry run only sees whether it could.
    package func setCover(of path: RelativePath, to photo: RelativePath) throws(ShedError) {
        let album = try album(path)
        guard let cover = album.photos.first(where: { $0.path == photo }) else { throw ShedError(.usage, "\(photo) is no photo of \(path)") }
        guard project.purpose == .change, album.cover?.id != cover.id else { return }
        try commit([Operation(album.id, [AlbumCover.field(cover.id)])])
    }
}
