import ShedModel
import ShedProject
import ShedReconcile

extension Project {
    /// The ID of what is at a path, by a listing of what is there.
    package func id(_ path: RelativePath) throws(ShedError) -> NodeID? { try find(path).node.id }

    /// What is at a path, as the project was last taken in.
    package func find(_ path: RelativePath) throws(ShedError) -> PlacedNode { try asKnown.find(path) }

    /// Reconciles as `sync` does.
    @discardableResult
    package func sync(_ options: WalkRequest.SyncOptions = .init()) throws(ShedError) -> Outcome { try reconcile(.sync(options)) }
}

extension String {
    package var path: RelativePath { RelativePath(stringLiteral: self) }
}
