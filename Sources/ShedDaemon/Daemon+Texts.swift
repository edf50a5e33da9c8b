import ShedModel

extension Daemon {
    /// Has the texts taken that a project lacks, in the background, when nothing else is to be done.
    func takeTextsWhenIdle() {
        for (key, post) in posts where post.absence == nil && post.hasUnreadText && post.idleDue <= clock.now() {
            post.hasUnreadText = false
            do throws(ShedError) {
                let jobs = try post.project.textJobs()
                if !jobs.isEmpty { texts.take(jobs, of: key, by: try post.project.textRun(languages: nil)) }
            } catch { tell(post, error) }
        }
    }

    /// Says what the work in the background could not do.
    func tellOfTexts() {
        for (key, fault) in texts.takeFailures() {
            if let post = posts[key] { report(.failed(root: post.project.rootPath, fault)) }
        }
    }
}
