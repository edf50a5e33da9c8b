/// A process that has a file open, or a folder as its working directory.
public struct FileUser: Hashable, Sendable, CustomStringConvertible {
    public var process: Int32
    /// What the kernel calls it, in bytes; whoever runs it may choose them.
    public var name: [UInt8]

    public init(process: Int32, name: [UInt8]) {
        self.process = process
        self.name = name
    }

    /// For people, escaped.
    public var description: String { "“\(EscapedText.escape(name))” (process \(process))" }
}

/// Why moving something would disturb somebody.
public enum FileUse: Hashable, Sendable {
    /// A process has it open, or works in it.
    case process(FileUser)
    /// An editor's lock or swap file of this name stands beside it, and no process that can be seen has that open.
    case lock(Name)
}
