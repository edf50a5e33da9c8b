import ShedWatch

/// The limits of inotify(7) for one user; `nil` where the kernel does not tell.
struct InotifyLimits: Hashable, Sendable {
    var watches: KernelLimit.Setting?
    var instances: KernelLimit.Setting?
    /// Events that wait to be read in one instance.
    var queue: KernelLimit.Setting?

    init(watches: KernelLimit.Setting? = nil, instances: KernelLimit.Setting? = nil, queue: KernelLimit.Setting? = nil) {
        self.watches = watches
        self.instances = instances
        self.queue = queue
    }

    /// - Parameter directory: `/proc/sys`, or what a test has in its place.
    init(directory: String) {
        watches = KernelLimit.userWatches.effective(in: directory)
        instances = KernelLimit.userInstances.effective(in: directory)
        queue = KernelLimit.queuedEvents.effective(in: directory)
    }
}
