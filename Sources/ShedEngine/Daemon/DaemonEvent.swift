import ShedReconcile

/// What a daemon tells while it runs. Paths are the roots' absolute paths.
public enum DaemonEvent: Sendable {
    /// It has scanned the project and sees everything from now on.
    case watching(root: [UInt8])
    /// It took in what happened, and moved what was refused.
    case reconciled(root: [UInt8], Outcome)
    /// Something stands where it may not, and is judged once all has been quiet.
    case waiting(root: [UInt8], [Report])
    /// Something went wrong; it goes on with the rest.
    case failed(root: [UInt8], ShedError)
    /// The root is gone: moved, deleted or unmounted. Nothing is judged.
    case offline(root: [UInt8])
    case stopped
}
