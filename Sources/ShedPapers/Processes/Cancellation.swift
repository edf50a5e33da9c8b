import ShedMessages
import Synchronization

/// Says that work is no longer wanted. Once cancelled it stays so. Any thread may ask or cancel.
public final class Cancellation: Sendable {
    private let flag = Atomic<Bool>(false)

    public init() {}

    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Programs that run are ended within some hundredths of a second, what was done so far is kept.
    public func cancel() { flag.store(true, ordering: .relaxed) }

    func check() throws(PapersError) {
        if isCancelled { throw PapersError(.cancelled, .workCancelled) }
    }
}
