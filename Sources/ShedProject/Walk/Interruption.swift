import Glibc

/// Places at which tests interrupt shed as a power cut would: the environment variable `SHED_INTERRUPT_AT` names one,
/// and the process ends there at once, without any clean-up. `NAME:SIGNAL:ROOT` has the place reached in the project at that
/// absolute path alone; SIGNAL is the number of one that the thread raises there, as a fault of the program would, or 0: it stays
/// there for ever; or −N: where `.hungry` stands in the root, a FIFO, it waits for who writes into that, removes it, takes N MiB of
/// memory and stays.
package enum Interruption {
    /// What a test does at such a place, in the midst of shed's work.
    @TaskLocal static var visitor: (@Sendable (String) -> Void)?

    package static func point(_ name: StaticString) {
        visitor?("\(name)")
        guard let wanted = getenv("SHED_INTERRUPT_AT"), String(cString: wanted) == "\(name)" else { return }
        kill(getpid(), SIGKILL)
    }

    /// A place that the work in one project comes to.
    /// - Parameter root: the project's absolute path.
    package static func point(_ name: StaticString, in root: [UInt8]) {
        guard let wanted = getenv("SHED_INTERRUPT_AT") else { return }
        let parts = String(cString: wanted).split(separator: ":", maxSplits: 2)
        guard parts.count == 3, parts[0] == "\(name)", let signal = Int32(parts[1]), root.elementsEqual(parts[2].utf8) else { return }
        if signal < 0 { return hunger(root, mebibytes: Int(-Int64(signal))) }
        if signal == 0 { while true { pause() } }
        // A fault of the program is not kept waiting where signals are blocked, as one that is sent would be.
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        // Swift's own handler, where it is to print a backtrace, comes back and has a real fault happen once more.
        Glibc.signal(signal, SIG_DFL)
        raise(signal)
    }

    private static func hunger(_ root: [UInt8], mebibytes: Int) {
        let path = String(decoding: root, as: UTF8.self) + "/.hungry"
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        // Who writes is not to find that nobody reads any more.
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) > 0 {}
        close(descriptor)
        unlink(path)
        let size = mebibytes << 20
        guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), memory != MAP_FAILED else { return }
        // What nobody has written to is not there.
        memset(memory, 1, size)
        while true { pause() }
    }
}
