import ShedProject
import ShedThreads

/// The work that kinds do in the background, by the project that it is for.
final class WorkAside: Sendable {
    private struct State: Sendable {
        var known: [OpenedProject: ProjectWork] = [:]
        var underWay: [OpenedProject: ProjectWork] = [:]
    }

    private let state = Lock(State())

    /// What is done for a project is noted there; `nil`: nowhere any more.
    subscript(project: OpenedProject) -> ProjectWork? {
        get { state.withLock { $0.known[project] } }
        set { state.withLock { $0.known[project] = newValue } }
    }

    /// Something is about to be begun, or has been done, for a project; on the thread that does it.
    /// - Returns: whether it may be begun.
    @discardableResult
    func note(_ project: OpenedProject, isAtWork: Bool) -> Bool {
        let work = state.withLock { state in
            guard isAtWork else { return state.underWay.removeValue(forKey: project) }
            state.underWay[project] = state.known[project]
            return state.known[project]
        }
        guard isAtWork else {
            work?.end()
            return true
        }
        guard let work, !work.begin() else { return true }
        state.withLock { $0.underWay[project] = nil }
        return false
    }
}
