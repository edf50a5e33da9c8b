import ShedProject

/// Whether a watched root is there, and when it is looked for again.
struct RootPresence {
    /// Why the root is not to be judged now; `nil` while it is there.
    var absence: RootAbsence?
    /// Why what stands in the root's place now is only looked at: nobody has trusted it.
    var reasonToOnlyLook: ShedError?
    /// What was told of it last; `nil` once it was told that the root is back.
    var told: String?
    /// What is to be told, behind the root's path; `nil` while it is there.
    var reasonToBeOffline: String? { absence.map { absence in reasonToOnlyLook.map { "was replaced: \($0)" } ?? absence.description } }
    /// When to look at everything again, after a failure or for a root that was gone: nanoseconds of the monotonic clock.
    var retryDue: UInt64?
    private var retries = 0
    /// What failed last, until something has succeeded.
    var lastFailure: String?
    /// What is wrong with the settings, the ignore rules or the project's file. The last good ones count, but verbs are
    /// left to say it themselves.
    var configurationFault: String?

    /// Plans to try again: after 2 s, then later and later, 30 s at most.
    mutating func planRetry(at now: UInt64) {
        retryDue = now + min(30, 2 << UInt64(min(retries, 4))) * 1_000_000_000
        retries += 1
    }

    mutating func succeeded() {
        retryDue = nil
        retries = 0
        lastFailure = nil
    }

    /// Why verbs are better done elsewhere just now; `nil` where they are not.
    /// What failed in idle work or in judging keeps nobody from what a walk of their own does.
    var reasonToDecline: String? { (retryDue == nil ? nil : lastFailure) ?? absence?.description ?? configurationFault }
}
