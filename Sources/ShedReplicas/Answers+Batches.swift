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
        for question in Twin.Question.allCases {
            let asked = wants.twins.filter { $0.question == question }
            let pairs = asked.map { (made: $0.made, known: $0.known) }
            let answers = switch question {
            case .made: fold.areMadeSideBySide(pairs)
            case .put: fold.arePutSideBySide(pairs, resolve: resolve)
            case .madeByAnother: fold.areMadeByAnother(pairs)
            case .insteadOf: fold.areMadeInsteadOf(pairs)
            case .placed: fold.arePlacedSideBySide(pairs)
            }
            for (twin, isSo) in zip(asked, answers) where isSo { twins.insert(twin) }
        }
        stranded.merge(fold.stranded(wants.stranded, resolve: resolve)) { $1 }
    }
}
