import CLinux

/// A file descriptor that is closed with its last reference.
final class Descriptor: Sendable {
    let number: Int32

    /// Takes over what a call of CLinux returned; `nil` for an error.
    init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit { _ = shed_close(number) }
}
