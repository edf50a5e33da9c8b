/// What one run of a program may take. Beyond a limit the program is ended, with all that it started.
public struct ToolLimits: Hashable, Sendable {
    /// Time on the clock.
    public var milliseconds: Int64
    /// Time on a processor, in seconds. It holds also where shed was killed and nobody watches the clock.
    public var processorSeconds: Int
    /// Address space, in bytes.
    public var memory: Int64
    /// The size of any one file that it writes, in bytes.
    public var fileSize: Int64
    /// What it may say on stdout, in bytes.
    public var output: Int

    /// For looking through a file: ten seconds of a processor, and one more for each MiB, as far as these limits go. A small file
    /// whose streams hold hundreds of times as much, one within the other, is ended soon, and a large one with pictures on a thousand
    /// pages is not. Time on the clock stays what it is: how long that takes says more of the machine than of the file.
    /// - Parameter size: of the file, in bytes.
    public func looking(at size: Int64) -> ToolLimits {
        var limits = self
        limits.processorSeconds = min(processorSeconds, 10 + Int(clamping: size >> 20))
        return limits
    }

    public init(
        milliseconds: Int64 = 120_000, processorSeconds: Int = 120, memory: Int64 = 2 << 30, fileSize: Int64 = 2 << 30,
        output: Int = 1 << 20
    ) {
        self.milliseconds = milliseconds
        self.processorSeconds = processorSeconds
        self.memory = memory
        self.fileSize = fileSize
        self.output = output
    }
}
