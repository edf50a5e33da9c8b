import ShedModel
import Synchronization

/// A request that waits for its answer.
public final class ControlCall: Sendable {
    public let request: ControlRequest
    /// The connection that it came over.
    let client: UInt64
    private let exchange: ControlExchange
    private let wasAbandoned = Atomic<Bool>(false)
    private let wasAnswered = Atomic<Bool>(false)

    init(_ request: ControlRequest, client: UInt64, exchange: ControlExchange) {
        self.request = request
        self.client = client
        self.exchange = exchange
    }

    /// Nobody may wait for an answer that cannot come.
    deinit {
        guard !isAbandoned, claim() else { return }
        exchange.send(ControlRefusal("the daemon ended this request without an answer").line, to: client)
    }

    /// Whether the client went away, or the server was stopped, before the answer. Work not yet begun can be left.
    public var isAbandoned: Bool { wasAbandoned.load(ordering: .acquiring) }

    /// Hands the answer to the server's thread, from any thread; does not wait for the client to read it. Only the
    /// first answer counts. One longer than ``ControlLimits/replyBytes`` reaches the client as an error.
    public func reply(_ reply: ControlReply) {
        guard claim(), !isAbandoned else { return }
        exchange.send(reply.line(limit: exchange.replyBytes), to: client)
    }

    func abandon() { wasAbandoned.store(true, ordering: .releasing) }

    private func claim() -> Bool { !wasAnswered.exchange(true, ordering: .acquiringAndReleasing) }
}
