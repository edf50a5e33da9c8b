import ShedProject
import ShedReconcile

/// What a daemon tells while it runs. Paths are the roots' absolute paths.
public enum DaemonEvent: Sendable {
    /// It has looked at every project, or half a minute is over, and answers on its control socket.
    case ready
    /// It has looked at the project and sees everything from now on.
    case watching(root: [UInt8])
    /// It took in what happened, and moved what was refused.
    case reconciled(root: [UInt8], Outcome)
    /// Something stands where it may not, and is judged once all has been quiet.
    case waiting(root: [UInt8], [Report])
    /// So much was refused at once that nothing was moved, as the report says. It is told once, as long as that is so; the
    /// report is among those of ``waiting(root:_:)`` each time.
    case heldBack(root: [UInt8], Report)
    /// So many links of documents lead nowhere since something was moved by hand: once for all that was moved before it was quiet.
    case brokeLinks(root: [UInt8], count: Int)
    /// Something went wrong; it goes on with the rest.
    case failed(root: [UInt8], ShedError)
    /// The root is gone, empty or without its sidecar, as the words say. Nothing is judged.
    case offline(root: [UInt8], String)
    /// The daemon died under the project, or needed too much memory for it, as the words say. It is not watched until a person
    /// lifts that.
    case quarantined(root: [UInt8], String)
    /// The project was deleted for good; it is not watched any more.
    case forgotten(root: [UInt8])
    /// Events do not tell what happens in these parts, so they are looked at again and again.
    case polling(root: [UInt8], [WatchHealth.Polled])
    /// The kernel's queue of events overflowed; everything is looked at.
    case overflowed(root: [UInt8])
    /// A sweep found what no event had told.
    case drifted(root: [UInt8], [Change])
    /// The process stood still, or the machine slept; everything is looked at.
    case resumed
    /// A desktop notification could not be shown, as the words say. It is told once, and again after one was shown.
    case unannounced(String)
    case stopped
}
