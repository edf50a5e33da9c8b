import Glibc

/// Places at which tests interrupt shed as a power cut would: the environment variable `SHED_INTERRUPT_AT` names one,
/// and the process ends there at once, without any clean-up.
enum Interruption {
    static func point(_ name: StaticString) {
        guard let wanted = getenv("SHED_INTERRUPT_AT"), String(cString: wanted) == "\(name)" else { return }
        kill(getpid(), SIGKILL)
    }
}
