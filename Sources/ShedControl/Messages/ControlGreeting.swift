import Glibc
import ShedModel

/// The first line that a server says on a connection.
public struct ControlGreeting: Hashable, Sendable {
    /// The version of shed, as text.
    public var version: String
    public var protocolNumber: Int64
    /// The process of the daemon.
    public var pid: Int32

    public init(version: String, protocolNumber: Int64 = ControlProtocol.number, pid: Int32 = getpid()) {
        self.version = version
        self.protocolNumber = protocolNumber
        self.pid = pid
    }

    /// The greeting as a line, its end included.
    var line: [UInt8] {
        let value: JSONValue = [
            "shed": .string(version), "protocol": .integer(protocolNumber), "pid": .integer(Int64(pid)),
        ]
        return value.compact + [ControlProtocol.newline]
    }

    /// Reads a line, its end taken off; `nil` for what is no greeting, such as an `error` line.
    init?(line: [UInt8]) {
        guard let value = try? JSONParser.parse(line), let version = value["shed"]?.string,
            let number = value["protocol"]?.integer, let pid = value["pid"]?.integer.flatMap(Int32.init(exactly:))
        else { return nil }
        self.init(version: version, protocolNumber: number, pid: pid)
    }
}
