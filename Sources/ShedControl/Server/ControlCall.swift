import ShedModel
import Synchronization

/// A request that waits for its answer.
public final class ControlCall: Sendable {
    public let request: ControlRequest
    let fate: ControlFate
    private let exchange: ControlExchange

    init(_ request: ControlRequest, fate: ControlFate, exchange: ControlExchange) {
        self.request = request
        self.fate = fate
        self.exchange = exchange
    }

    /// Nobody may wait for an answer that cannot come.
    deinit {
        guard !isAbandoned, fate.claimAnswer() else { return }
        exchange.send(ControlRefusal("the daemon ended this request without an answer").line, to: fate.client)
    }

    /// Whether the client went away, or the server was stopped, before the answer. Work not yet begun can be left.
    public var isAbandoned: Bool { fate.isAbandoned }

    /// Hands the answer to the server's thread, from any thread; does not wait for the client to read it. Only the
    /// first answer counts. One longer than ``ControlLimits/replyBytes`` reaches the client as an error.
    public func reply(_ reply: ControlReply) {
        guard fate.claimAnswer(), !isAbandoned else { return }
        exchange.send(reply.line(limit: exchange.replyBytes), to: fate.client)
    }
}

/// What becomes of a call. The connection keeps this and not the call, whose end has to be noticed.
final class ControlFate: Sendable {
    /// The connection that the request came over.
    let client: UInt64
    private let wasAbandoned = Atomic<Bool>(false)
    private let wasAnswered = Atomic<Bool>(false)

    init(client: UInt64) { self.client = client }

    var isAbandoned: Bool { wasAbandoned.load(ordering: .acquiring) }

    func abandon() { wasAbandoned.store(true, ordering: .releasing) }

    /// Whether the answer may be given; true once.
    func claimAnswer() -> Bool { !wasAnswered.exchange(true, ordering: .acquiringAndReleasing) }
}
