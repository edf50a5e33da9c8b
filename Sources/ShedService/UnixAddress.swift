import Glibc

/// The address of a socket on this machine (unix(7)): a path, or a name without a file (`@` and the name).
struct UnixAddress {
    private var address = sockaddr_un()
    private var length: socklen_t

    /// `nil` for what is no absolute path and no abstract name, or is longer than an address can be (107 bytes).
    init?(_ text: String) {
        var bytes = Array(text.utf8)
        guard bytes.count > 1, bytes.count <= 107, !bytes.contains(0) else { return nil }
        let isAbstract = bytes[0] == UInt8(ascii: "@")
        guard isAbstract || bytes[0] == UInt8(ascii: "/") else { return nil }
        if isAbstract { bytes[0] = 0 }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        // A path ends with NUL; an abstract name is as long as the length says.
        let header = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        length = socklen_t(header + bytes.count + (isAbstract ? 0 : 1))
    }

    /// Calls with what bind(2), connect(2) and sendto(2) take.
    func with<Value>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
