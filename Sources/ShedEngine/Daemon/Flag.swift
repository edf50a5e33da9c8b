import Synchronization

/// Set from any thread, and taken back by the one that answers it.
final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }

    /// Whether it was set; it is not any more.
    func take() -> Bool { value.exchange(false, ordering: .acquiringAndReleasing) }
}
