import Synchronization

/// One opening of a project in this process: what is kept for a project that is open is known by it. None is ever given twice, unlike
/// the address of an object, which is given anew once the object is gone.
public struct OpenedProject: Hashable, Sendable {
    private static let last = Atomic<UInt64>(0)

    private let number: UInt64

    package init() { number = OpenedProject.last.add(1, ordering: .relaxed).newValue }
}
