/// Finds what two texts were made of, among what one of them held at earlier times.
///
/// Both differ from that by what was changed on their own side, and from what is older by what was changed on both sides besides. So it is the one from
/// which the way to both is shortest together. What was held on one side after the two had parted is on that way too, and as near: of such the
/// oldest is taken, since what is younger would pass for taken out on the other side.
public enum MergeBase {
    /// So many texts are compared, the latest ones.
    public static let most = 32

    /// - Parameter candidates: the oldest first.
    /// - Returns: which; `nil` where there is none but what one of the two still holds, which says nothing of what was changed on both.
    public static func best(of candidates: [[UInt8]], for ours: [UInt8], and theirs: [UInt8]) -> Int? {
        var best: (position: Int, distance: Int)?
        for position in candidates.indices.suffix(most) where candidates[position] != ours && candidates[position] != theirs {
            let distance = distance(candidates[position], ours) + self.distance(candidates[position], theirs)
            if best.map({ distance < $0.distance }) ?? true { best = (position, distance) }
        }
        return best?.position
    }

    /// In bytes that went or came.
    private static func distance(_ old: [UInt8], _ new: [UInt8]) -> Int {
        WordDiff(old, new).parts.reduce(0) { $1.isEqual ? $0 : $0 + $1.old.count + $1.new.count }
    }
}
