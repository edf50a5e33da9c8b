import Synchronization

/// Set from any thread, and taken back by the one that answers it.
package final class Flag: Sendable {
    package init() {}

    private let value = Atomic<Bool>(false)

    package var isSet: Bool { value.load(ordering: .acquiring) }

    package func set() { value.store(true, ordering: .releasing) }

    /// Whether it was set; it is not any more.
    package func take() -> Bool { value.exchange(false, ordering: .acquiringAndReleasing) }
}
