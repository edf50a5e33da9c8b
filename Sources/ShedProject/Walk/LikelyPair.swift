import ShedIndex
import ShedModel

/// A file that vanished, and one that came then or shortly after and is likely to be it: saved as a new one and renamed before
/// anybody looked. What stood beside the other one before is another text. It has an ID of its own until a person joins them.
public struct LikelyPair: Hashable, Sendable {
    public var missing: NodeID
    /// Where that was.
    public var formerPath: RelativePath
    /// `nil` for what has no ID yet.
    public var present: NodeID?
    public var path: RelativePath
    /// How much of their contents is in both, in percent; `nil` where the content of the missing one was never read.
    public var likeness: Int?
}

/// Says which files that came are likely to be which that vanished.
struct PairFinder {
    struct File {
        var id: NodeID?
        var path: RelativePath
        var type: NodeType
        var size: Int64
        /// When one that vanished was first found to be gone, or one that came was first found, in milliseconds since 1970.
        var time: Int64

        /// Whether another is the same sort of file, in the same folder or under the same name.
        func isAkin(to other: File) -> Bool {
            guard type == other.type, let (name, otherName) = path.last.flatMap({ name in other.path.last.map { (name, $0) } }) else { return false }
            return FoldKey(Name(bytes: Array(name.parts.suffix))) == FoldKey(Name(bytes: Array(otherName.parts.suffix)))
                && (path.parent == other.path.parent || name == otherName)
        }
    }

    private struct Candidate {
        var gone: Int
        var fresh: Int
        var likeness: Int?
    }

    /// More than this on either side are no file that somebody renamed.
    static let most = 256
    /// So much has to be alike, in percent: what git asks for (`diff -M`).
    static let least = 50

    let gone: [File]
    let fresh: [File]
    /// What is known of vanished files' contents.
    let sketches: (Set<NodeID>) -> [NodeID: ContentSketch]
    /// Looks into a file that came.
    let read: (File) -> ContentSketch?

    /// In the order of the paths.
    func find() -> [LikelyPair] {
        guard !gone.isEmpty, !fresh.isEmpty, gone.count <= PairFinder.most, fresh.count <= PairFinder.most else { return [] }
        let candidates = candidates()
        var taken: (gone: Set<Int>, fresh: Set<Int>) = ([], [])
        var pairs: [LikelyPair] = []
        for (_, equals) in Dictionary(grouping: candidates, by: { $0.likeness ?? -1 }).sorted(by: { $1.key < $0.key }) {
            let open = equals.filter { !taken.gone.contains($0.gone) && !taken.fresh.contains($0.fresh) }
            // Where two are as likely as each other, none is.
            let (rivals, others) = (Dictionary(grouping: open, by: \.gone), Dictionary(grouping: open, by: \.fresh))
            for candidate in open where rivals[candidate.gone]?.count == 1 && others[candidate.fresh]?.count == 1 {
                guard let missing = gone[candidate.gone].id else { continue }
                taken.gone.insert(candidate.gone)
                taken.fresh.insert(candidate.fresh)
                let present = fresh[candidate.fresh]
                pairs.append(
                    LikelyPair(
                        missing: missing, formerPath: gone[candidate.gone].path, present: present.id, path: present.path, likeness: candidate.likeness))
            }
        }
        return pairs.sorted { $0.path < $1.path }
    }

    private func candidates() -> [Candidate] {
        var candidates: [Candidate] = []
        for (position, file) in gone.enumerated() {
            for other in fresh.indices
            where file.size > 0 && fresh[other].size > 0 && fresh[other].time >= file.time && file.isAkin(to: fresh[other]) {
                candidates.append(Candidate(gone: position, fresh: other))
            }
        }
        guard !candidates.isEmpty else { return [] }
        let known = sketches(Set(candidates.compactMap { gone[$0.gone].id }))
        var looked: [Int: ContentSketch?] = [:]
        return candidates.compactMap { candidate in
            var candidate = candidate
            let (file, other) = (gone[candidate.gone], fresh[candidate.fresh])
            guard let sketch = file.id.flatMap({ known[$0] }) else {
                // All that can be said is that the name is the same, and that it is about as long.
                return file.path.last == other.path.last && max(file.size, other.size) / 2 <= min(file.size, other.size) ? candidate : nil
            }
            let own: ContentSketch? = looked[candidate.fresh] ?? read(other)
            looked[candidate.fresh] = .some(own)
            guard let own, case let likeness = sketch.likeness(to: own), likeness >= PairFinder.least else { return nil }
            candidate.likeness = likeness
            return candidate
        }
    }
}
