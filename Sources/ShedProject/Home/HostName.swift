import Glibc
import ShedModel

/// What this device is called, as it says itself: the name of the host.
package enum HostName {
    /// The name of this machine's host, by gethostname(2), up to the first dot; `nil` where it is none that says anything.
    package static func current() -> String? {
        // HOST_NAME_MAX of Linux, and an end.
        var buffer = [CChar](repeating: 0, count: 65)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }.prefix { $0 != UInt8(ascii: ".") }
        guard let name = String(validating: bytes, as: UTF8.self), DeviceField.isPossible(name), name != "localhost" else { return nil }
        return name
    }
}
