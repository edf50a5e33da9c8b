import ShedDisk
import ShedModel
import ShedRules

extension Exporter {
    /// So many are named.
    private static var mostNamed: Int { 3 }

    /// Counts what is hidden or ignored in a folder: it has no ID, and does not come along. What programs and shed leave about of themselves is
    /// nobody's work, and not counted; nor is what comes along otherwise. What cannot be read now is not counted: nothing depends on it.
    mutating func countUnseen(in path: RelativePath) {
        let ignore = reader.home.configuration.ignore
        let place = ignore.place(of: path)
        guard let entries = try? directory(path).list(atMost: .max) else { return }
        let unseen = entries.filter { entry in
            guard entry.kind == .file || entry.kind == .directory, !isBeside(entry.name, in: path) else { return false }
            return entry.name.bytes.withUnsafeBufferPointer { name in
                !PassingFiles.contains(name, kind: entry.kind) && (entry.name.isHidden || ignore.ignores(name, entry.kind, in: { place }))
            }
        }
        result.unseen += unseen.count
        guard !unseen.isEmpty, result.unseenPaths.count < Exporter.mostNamed else { return }
        result.unseenPaths += unseen.map(\.name).sorted().prefix(Exporter.mostNamed - result.unseenPaths.count).map(path.appending)
    }

    /// Whether it is the sidecar, what the project ignores, or what keeps a folder for git.
    private func isBeside(_ name: Name, in folder: RelativePath) -> Bool {
        name == SetupPlanner.keeperName || folder.isRoot && KeptFiles.isBeside(name)
    }
}
