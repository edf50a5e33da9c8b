import Glibc
import ShedMessages
import ShedProject

/// Reads what is piped in.
package enum StandardInput {
    /// All that a descriptor gives.
    /// - Throws: ``ShedError`` where it cannot be read or holds more than `limit` bytes.
    package static func read(_ descriptor: Int32 = STDIN_FILENO, atMost limit: Int, label: Message = .standardInput) throws(ShedError) -> [UInt8] {
        guard let content = try read(descriptor, atMost: limit, { ShedError(.environment, .cannotReadInput(input: label, reason: $0)) }) else {
            throw ShedError(.usage, .inputHoldsMore(input: label, most: limit), remedy: .makeInputSmaller)
        }
        return content
    }

    /// A list of paths.
    static func readPaths() throws(ShedError) -> [UInt8] {
        guard let list = try read(STDIN_FILENO, atMost: PathReader.longestList, { ShedError(.environment, "cannot read the list of paths from standard input: \($0)") }) else {
            throw ShedError(.usage, "the list of paths has more than \(PathReader.longestList >> 20) MiB", remedy: "Give it in parts.")
        }
        return list
    }

    /// - Parameter failure: what is thrown, given why it cannot be read.
    /// - Returns: `nil` where there is more than `limit` bytes.
    private static func read(_ descriptor: Int32, atMost limit: Int, _ failure: (String) -> ShedError) throws(ShedError) -> [UInt8]? {
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return content }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(String(cString: strerror(errno)))
            }
            content += buffer[..<count]
            if content.count > limit { return nil }
        }
    }
}
