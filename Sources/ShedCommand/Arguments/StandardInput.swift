import Glibc
import ShedProject

/// Reads what is piped in.
package enum StandardInput {
    /// All that a descriptor gives.
    /// - Throws: ``ShedError`` where it cannot be read or holds more than `limit` bytes.
    package static func read(_ descriptor: Int32 = STDIN_FILENO, atMost limit: Int, label: String = "the standard input") throws(ShedError) -> [UInt8] {
        guard let content = try read(descriptor, atMost: limit, "cannot read \(label)") else {
            throw ShedError(.usage, "\(label) holds more than \(limit) bytes", remedy: "Make it smaller.")
        }
        return content
    }

    /// A list of paths.
    static func readPaths() throws(ShedError) -> [UInt8] {
        guard let list = try read(STDIN_FILENO, atMost: PathReader.longestList, "cannot read the list of paths from standard input") else {
            throw ShedError(.usage, "the list of paths has more than \(PathReader.longestList >> 20) MiB", remedy: "Give it in parts.")
        }
        return list
    }

    /// - Returns: `nil` where there is more than `limit` bytes.
    private static func read(_ descriptor: Int32, atMost limit: Int, _ failure: String) throws(ShedError) -> [UInt8]? {
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return content }
            if count < 0 {
                if errno == EINTR { continue }
                throw ShedError(.environment, "\(failure): \(String(cString: strerror(errno)))")
            }
            content += buffer[..<count]
            if content.count > limit { return nil }
        }
    }
}
