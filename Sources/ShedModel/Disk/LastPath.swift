import ShedThreads

/// The path of a directory, kept for the next that is asked for: most of a tree's paths begin as the one before, and a deep tree that
/// had each name anew in each of its paths would need many times the memory.
///
/// Whoever keeps the directories has one of these, and takes a new one when they change; copies share one, on any thread.
final class LastPath: Sendable {
    private let last = Lock<(way: [Int32], path: RelativePath)>(([], .root))

    /// - Parameters:
    ///   - way: the directories from the root, which is not among them, to the one that is asked about.
    ///   - name: the name of a directory.
    func path(by way: [Int32], name: (Int32) -> Name) -> RelativePath {
        last.withLock { last in
            if way == last.way { return last.path }
            let shared = zip(way, last.way).prefix { $0 == $1 }.count
            var names = Array(last.path.names.prefix(shared))
            for directory in way[shared...] { names.append(name(directory)) }
            let path = RelativePath(names)
            last = (way, path)
            return path
        }
    }
}
