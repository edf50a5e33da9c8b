import Glibc

/// The program that is tested.
public enum ShedProgram {
    /// `$SHED_BINARY`, else the one that was built with the tests, which stands beside them.
    public static let path: String = {
        if let binary = getenv("SHED_BINARY") { return String(cString: binary) }
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { buffer in
            buffer.baseAddress.map { readlink("/proc/self/exe", $0, buffer.count) } ?? 0
        }
        let own = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return "/" + own.split(separator: "/").dropLast().joined(separator: "/") + "/shed"
    }()
}
