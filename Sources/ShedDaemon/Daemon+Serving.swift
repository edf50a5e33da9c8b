import ShedControl
import ShedModel
import ShedProject
import ShedWatch

extension Daemon {
    /// Hands each verb that came to the thread of its project. What no thread can do at once, whoever asked does: it is not left
    /// waiting for a project that is looked at for the first time or is not there.
    func handOutCalls() {
        for call in control.take() where !call.isAbandoned {
            if let reason = reasonToDecline(call) { call.reply(.declined(reason)) }
        }
    }

    /// - Returns: why nobody takes it; `nil` where somebody did.
    private func reasonToDecline(_ call: ControlCall) -> String? {
        let directory = place(call.request)
        // No disk is looked at where the words say it: a project's may not answer. Where links in it lead elsewhere, its thread
        // declines.
        let named = site.roots.key(containing: directory) ?? (try? RealPath.of(directory)).flatMap { site.roots.key(containing: $0) }
        guard let key = named, let worker = workers[key] else { return "this directory's project is not watched" }
        let standing = worker.standing
        guard standing.isWatching else { return "the project is looked at for the first time" }
        guard !standing.isAway else { return "the project is offline" }
        return worker.take(call)
    }
}
