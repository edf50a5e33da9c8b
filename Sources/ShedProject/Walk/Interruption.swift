import Glibc

/// Places at which tests interrupt shed as a power cut would: the environment variable `SHED_INTERRUPT_AT` names one,
/// and the process ends there at once, without any clean-up.
package enum Interruption {
    /// What a test does at such a place, in the midst of shed's work.
    @TaskLocal static var visitor: (@Sendable (String) -> Void)?

    package static func point(_ name: StaticString) {
        visitor?("\(name)")
        guard let wanted = getenv("SHED_INTERRUPT_AT"), String(cString: wanted) == "\(name)" else { return }
        kill(getpid(), SIGKILL)
    }
}
