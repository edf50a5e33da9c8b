import ShedModel
import ShedProject
import ShedReconcile

/// What tests do with a project that others do in the midst of something larger.
extension Project {
    /// The ID of what is at a path, by a listing of what is there.
    package func id(_ path: RelativePath) throws(ShedError) -> NodeID? { try find(path).node.id }

    /// What is at a path, as the project was last taken in.
    package func find(_ path: RelativePath) throws(ShedError) -> PlacedNode { try asKnown.find(path) }

    /// What is known of the project.
    package func load() throws(ShedError) -> ProjectState { try asKnown.load() }

    /// Reconciles as `sync` does.
    @discardableResult
    package func sync(_ options: WalkRequest.SyncOptions = .init()) throws(ShedError) -> Outcome { try reconcile(.sync(options)) }

    /// Judges as a daemon does what stands in some directories.
    /// - Parameter time: what the clock shows, in milliseconds since 1970.
    @discardableResult
    package func judge(_ directories: Set<RelativePath>, at time: Int64) throws(ShedError) -> Outcome {
        let now = home.surroundings.now
        defer { home.surroundings.now = now }
        home.surroundings.now = { time }
        return try reconcile(.daemonJudging(.init(in: directories, busy: [])))
    }

    /// When a file last came, was written to or moved, in milliseconds since 1970.
    package func changeTime(of path: RelativePath) throws -> Int64 {
        try (home.root.openDirectory(at: path.parent).evidence(of: path.last ?? "")?.changed ?? 0) / 1_000_000
    }

    /// Changes the project as a verb does: what changed on disk is taken in first.
    @discardableResult
    package func change<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
        try write { transaction throws(ShedError) in Result { try body(transaction) } }.get()
    }

    /// Walks once, without what the project's kind settles afterwards.
    @discardableResult
    package func walk(_ request: WalkRequest) throws(ShedError) -> Outcome {
        try write(after: .nothing) { transaction throws(ShedError) in try transaction.walk(request) }
    }

    /// Commits operations that change no file.
    package func commit(_ operations: [Operation]) throws(ShedError) {
        try write(after: .nothing) { transaction throws(ShedError) in try transaction.commit(operations) }
    }
}

extension String {
    package var path: RelativePath { RelativePath(stringLiteral: self) }
}
