import ShedDisk
import ShedModel
import ShedProject

extension ProjectReader {
    /// The first bytes of a file.
    func beginning(of path: RelativePath, atMost count: Int) throws(DiskError) -> [UInt8] {
        guard let name = path.last else { return [] }
        return try root.openDirectory(at: path.parent).file(name).read(at: 0, atMost: count)
    }

    func pixelSizes() throws(ShedError) -> PixelSizes { PixelSizes(try load().meta.kindData[PixelSizes.key]) }

    /// How large a photo is; `nil` where that was not looked up, or the file does not say it.
    package func pixelSize(of photo: NodeID) throws(ShedError) -> PixelSize? { try pixelSizes()[photo] }

    /// The photos that changed since their size was looked up, or came.
    func unmeasured(_ photos: [Album.Photo]) throws(ShedError) -> [Album.Photo] {
        let (sizes, seen) = (try pixelSizes(), try load().memory.seen)
        return photos.filter { photo in seen[photo.id].map { !sizes.isFresh(photo.id, $0.evidence) } ?? false }
    }
}

extension Transaction {
    /// The size of a photo stands in the beginning of its file, in bytes.
    private static let headerSize = 65_536

    /// Looks up the sizes of photos.
    /// - Returns: whether all are known.
    func measurePhotos(atMost limit: Int) throws(ShedError) -> Bool {
        let photos = try albums().flatMap(\.photos)
        let due = try unmeasured(photos)
        guard !due.isEmpty else { return true }
        var sizes = try pixelSizes()
        sizes.keep(Set(photos.map(\.id)))
        let seen = try load().memory.seen
        for photo in due.prefix(limit) {
            guard let sighting = seen[photo.id] else { continue }
            // One that cannot be read is looked at again when it has changed.
            let bytes = try? beginning(of: photo.path, atMost: Transaction.headerSize)
            sizes.note(bytes.flatMap(PixelSize.init), of: photo.id, sighting.evidence)
        }
        store.changeMeta { $0.kindData[PixelSizes.key] = sizes.bytes }
        try saveMeta()
        return due.count <= limit
    }
}
