import ShedModel
import ShedWatch

extension Daemon {
    /// A root that was moved, deleted, unmounted, emptied, or lost its sidecar is no evidence of anything: nothing is
    /// judged until it is back.
    func lose(_ post: Post, _ absence: Post.Absence) {
        let isNews = post.absence != absence || post.retryDue == nil
        post.absence = absence
        // A root that was moved is found at once.
        if absence == .gone, isNews, come(back: post) { return }
        post.planRetry()
        // Each look at a root that is still not there would tell it again.
        guard post.toldAbsence != absence else { return }
        post.toldAbsence = absence
        report(.offline(root: post.project.rootPath, absence.rawValue))
        readiness.status(status)
    }

    func retry(_ post: Post) {
        if post.absence != nil { lookFor(post) } else { walk(post, dirty: nil) }
    }

    func lookFor(_ post: Post) {
        if !come(back: post) { post.planRetry() }
    }

    private func come(back post: Post) -> Bool {
        guard post.findRoot() else { return false }
        let before = post.absence
        post.absence = nil
        post.retryDue = nil
        walk(post, dirty: nil, confirms: true)
        guard post.absence == nil else {
            // Still not as it must be; it was told before.
            if post.absence == before { return false }
            return true
        }
        post.toldAbsence = nil
        report(.watching(root: post.project.rootPath))
        tellGaps(post)
        readiness.status(status)
        return true
    }
}
