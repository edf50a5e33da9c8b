import ShedExchange
import ShedHash
import ShedModel

extension ImportedContent {
    /// How much it is and its SHA-256, without reading the source; `nil` where the source says neither.
    var known: (size: Int64, hash: ContentHash)? {
        switch self {
        case .file(_, let size, let hash?): return (size, hash)
        case .bytes(let bytes):
            var hash = SHA256()
            hash.update(bytes)
            return ContentHash(bytes: hash.digest()).map { (Int64(bytes.count), $0) }
        case .file, .folder: return nil
        }
    }
}
