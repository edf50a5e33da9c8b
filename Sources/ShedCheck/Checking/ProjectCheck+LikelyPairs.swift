import ShedIndex
import ShedModel
import ShedProject
import ShedRules

extension ProjectCheck {
    /// What came when something vanished, and is likely to be it. The model is only looked at where there is any.
    /// - Parameter foreseen: what a sync would find besides.
    func likelyPairs(in meta: IndexMeta, _ foreseen: () -> [LikelyPair] = { [] }) throws(ShedError) -> [Finding] {
        guard selection.contains(LikelySame.info) else { return [] }
        let known = meta.pairs.isEmpty ? [] : try project.asKnown.likelyPairs()
        return (known + foreseen()).map { pair in
            Finding(LikelySame.info, at: pair.path, id: pair.present, LikelySame.message(former: "\(pair.formerPath)", likeness: pair.likeness).english)
        }
    }
}
