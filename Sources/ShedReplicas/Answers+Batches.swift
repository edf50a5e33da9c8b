import ShedModel
import ShedReconcile
import ShedSidecar

extension Answers {
    /// Takes in what the batches say to what a plan wants to know of them.
    ///
    /// Costs what is asked for, and not what there is; making the fold costs as much as all batches.
    /// - Parameter resolve: says which node an ID stands for.
    public mutating func take(_ wants: Wants, from fold: Fold, resolve: (NodeID) -> NodeID) {
        formerPlaces.formUnion(fold.nodes(everAt: wants.places, resolve: resolve).keys)
        neverMoved.formUnion(fold.neverMoved(wants.moved))
        for isPut in [false, true] {
            let twins = wants.madeSideBySide.filter { $0.isPut == isPut }
            let pairs = twins.map { (made: $0.made, known: $0.known) }
            let areOne = isPut ? fold.arePutSideBySide(pairs, resolve: resolve) : fold.areMadeSideBySide(pairs)
            for (twin, isOne) in zip(twins, areOne) where isOne { madeSideBySide.insert(twin) }
        }
        stranded.merge(fold.stranded(wants.stranded, resolve: resolve)) { $1 }
    }
}
