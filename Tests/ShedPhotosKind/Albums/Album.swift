import ShedModel
import ShedProject

/// An album with the photos in it, as the project was last taken in.
package struct Album {
    /// A file of an album.
    package struct Photo {
        package var id: NodeID
        package var path: RelativePath
        /// Whether a person said that it may stand where it is.
        var isException: Bool
    }

    package var id: NodeID
    package var path: RelativePath
    /// In the order of their paths.
    package var photos: [Photo]
    /// The photo that stands for it; `nil` where none was chosen or it is not there.
    package var cover: Photo?
}

extension ProjectReader {
    /// The albums of the project, in the order of their paths.
    package func albums() throws(ShedError) -> [Album] {
        let state = try load()
        guard let folder = try folder(with: .albums), let parent = state.node(at: folder) else { return [] }
        func children(of id: NodeID) -> [Node] {
            state.model.children(of: id).filter(state.stands).compactMap { state.model.nodes[$0] }
        }
        return children(of: parent).filter { $0.type == .album }.compactMap { node in
            guard let name = node.place?.name else { return nil }
            let path = folder.appending(name)
            let photos = children(of: node.id).filter { !$0.type.isDirectory }.compactMap { photo in
                photo.place.map { Album.Photo(id: photo.id, path: path.appending($0.name), isException: photo.details?.exception == true) }
            }.sorted { $0.path < $1.path }
            let cover = AlbumCover.cover(of: node).map(state.model.resolve)
            return Album(id: node.id, path: path, photos: photos, cover: photos.first { $0.id == cover })
        }.sorted { $0.path < $1.path }
    }

    /// The album at a path.
    package func album(_ path: RelativePath) throws(ShedError) -> Album {
        guard let album = try albums().first(where: { $0.path == path }) else { throw ShedError(.usage, "\(path) is no album") }
        return album
    }
}
