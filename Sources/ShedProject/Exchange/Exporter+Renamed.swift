import ShedDisk
import ShedModel

/// Where files stand that people have renamed since the project was taken in.
struct RenamedFiles {
    /// One scan finds all that was renamed by then, and an export that many were deleted from meanwhile does not look for each.
    fileprivate static let mostScans = 3
    fileprivate var scans = 0
    fileprivate var paths: [FileIdentity: RelativePath] = [:]
}

extension Exporter {
    /// Opens a file of the project; the same file where it has another name by now.
    mutating func open(_ path: RelativePath, of id: NodeID?) throws(DiskError) -> ReadableFile {
        let failure: DiskError
        do throws(DiskError) { return try directory(path.parent).file(path.last ?? "") } catch { failure = error }
        folder = nil
        // Without birth times another file may have got its number.
        guard failure.code == .notFound, let identity = id.flatMap({ state.memory.seen[$0]?.evidence.identity }), identity.birth != 0 else { throw failure }
        while true {
            for place in [renamed.paths[identity], path].compactMap(\.self) {
                if let file = try? directory(place.parent).file(place.last ?? ""), file.evidence.identity == identity { return file }
                folder = nil
            }
            guard renamed.scans < RenamedFiles.mostScans else { throw failure }
            renamed.scans += 1
            let snapshot = try Crawler.crawl(reader.root, options: Crawler.Options(threads: 1, ignore: reader.home.configuration.ignore))
            renamed.paths = [:]
            for index in snapshot.entries.indices where snapshot.entries[index].kind == .file {
                renamed.paths[snapshot.entries[index].evidence.identity] = snapshot.path(of: index)
            }
        }
    }
}
