import Synchronization

/// The work that kinds do in the background, by the project that it is for.
final class WorkAside: Sendable {
    private struct State: Sendable {
        var known: [ObjectIdentifier: ProjectWork] = [:]
        var underWay: [ObjectIdentifier: ProjectWork] = [:]
    }

    private let state = Mutex(State())

    /// What is done for a project is noted there; `nil`: nowhere any more.
    subscript(project: ObjectIdentifier) -> ProjectWork? {
        get { state.withLock { $0.known[project] } }
        set { state.withLock { $0.known[project] = newValue } }
    }

    /// Something is begun, or has been done, for a project; on the thread that does it.
    func note(_ project: ObjectIdentifier, isAtWork: Bool) {
        let work = state.withLock { state in
            guard isAtWork else { return state.underWay.removeValue(forKey: project) }
            state.underWay[project] = state.known[project]
            return state.known[project]
        }
        if isAtWork { work?.begin() } else { work?.end() }
    }
}
