import ShedDisk
import ShedModel
import ShedRules

extension Exporter {
    /// So many are named.
    private static var mostNamed: Int { 3 }

    /// Counts what is hidden or ignored in a folder: it has no ID, and does not come along. What programs and shed leave about of themselves is
    /// nobody's work, and not counted; nor is what comes along otherwise. Names the links and special files that people have put there. What cannot
    /// be read now is not counted: nothing depends on it.
    mutating func noteWhatStays(in path: RelativePath) {
        let ignore = reader.home.configuration.ignore
        let place = ignore.place(of: path)
        guard let entries = try? directory(path).list(atMost: .max) else { return }
        var (unseen, odd): ([Name], [(name: Name, isLink: Bool)]) = ([], [])
        for entry in entries where !isBeside(entry.name, in: path) {
            let (isPassing, isUnseen) = entry.name.bytes.withUnsafeBufferPointer { name in
                (PassingFiles.contains(name, kind: entry.kind), entry.name.isHidden || ignore.ignores(name, entry.kind, in: { place }))
            }
            if isPassing { continue }
            if isUnseen { unseen.append(entry.name) } else if entry.kind.nodeType == nil { odd.append((entry.name, entry.kind == .link)) }
        }
        noteOdd(odd, in: path)
        result.unseen += unseen.count
        guard !unseen.isEmpty, result.unseenPaths.count < Exporter.mostNamed else { return }
        result.unseenPaths += unseen.sorted().prefix(Exporter.mostNamed - result.unseenPaths.count).map(path.appending)
    }

    /// A link of a view is made again where the export comes back.
    private mutating func noteOdd(_ odd: [(name: Name, isLink: Bool)], in path: RelativePath) {
        let view = odd.contains(where: \.isLink) ? reader.project.kind.view(at: path) : nil
        for (name, isLink) in odd.sorted(by: { $0.name < $1.name }) where !isLink || view?.target(ofLink: name) == nil {
            result.odd.append((path.appending(name), isLink ? .isSymbolicLink : .isSpecialFile))
        }
    }

    /// Whether it is the sidecar, what the project ignores, or what keeps a folder for git.
    private func isBeside(_ name: Name, in folder: RelativePath) -> Bool {
        name == SetupPlanner.keeperName || folder.isRoot && KeptFiles.isBeside(name)
    }
}
