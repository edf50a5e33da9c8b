/// What a program that a test ran came to.
public struct RunResult: Sendable {
    /// The exit code; 128 and the number of the signal that ended it.
    public var code: Int32
    public var out: [UInt8]
    public var err: String

    public var text: String { String(decoding: out, as: UTF8.self) }
}
