import CLinux
import Glibc
import ShedModel

/// Where a socket is to be: its directory and its name there.
///
/// A socket's address holds 107 bytes, and the directory must not be swapped while the socket is made; so the address
/// goes through the directory's descriptor in `/proc/self/fd`.
struct SocketPath {
    let directory: [UInt8]
    let name: [UInt8]

    /// `nil` unless the path is absolute, holds no NUL and ends with a name.
    init?(_ path: [UInt8]) {
        guard path.first == UInt8(ascii: "/"), !path.contains(0), let parts = AbsolutePath.parts(of: path) else { return nil }
        (directory, name) = parts
        guard !name.isEmpty, name != [UInt8(ascii: ".")], name != Array("..".utf8) else { return nil }
    }

    /// The address of a name in an open directory; the name may have 80 bytes at most.
    static func address(of name: [UInt8], in directory: Descriptor) -> [UInt8] {
        Array("/proc/self/fd/\(directory.number)/".utf8) + name
    }
}

extension [UInt8] {
    /// Gives the bytes as a path that C functions take.
    func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (self + [0]).withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return "".withCString(body) }
            return body(start.assumingMemoryBound(to: CChar.self))
        }
    }
}
