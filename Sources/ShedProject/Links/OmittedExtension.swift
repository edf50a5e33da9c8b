import ShedLinks
import ShedModel

/// What a link leaves out at the end of a name (``DocumentFormat/omissible``), and is to leave out afterwards too.
enum OmittedExtension {
    /// The path by which a link is to name what it leads to: without its extension where the link had left that out, and still leads
    /// there so.
    /// - Parameters:
    ///   - suffix: what the link had left out; empty where that is nothing.
    ///   - isFree: whether nothing stands at a path.
    ///   - isMeant: whether the link may mean a path that differs in what is left out alone.
    static func named(
        _ path: RelativePath, omitting suffix: [UInt8], where isFree: (RelativePath) -> Bool, besides isMeant: (RelativePath) -> Bool
    ) -> RelativePath {
        guard !suffix.isEmpty, let name = path.last, name.bytes.count > suffix.count, name.bytes.suffix(suffix.count).elementsEqual(suffix) else { return path }
        let stem = Array(name.bytes.dropLast(suffix.count))
        let short = path.parent.appending(Name(bytes: stem))
        guard short.last?.isPossible == true, isFree(short) else { return path }
        let isOther = DocumentFormat.omissible.contains { other in
            let beside = path.parent.appending(Name(bytes: stem + Array(other.utf8)))
            return !isMeant(beside) && !isFree(beside)
        }
        return isOther ? path : short
    }
}
