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
        guard let list = try read(STDIN_FILENO, atMost: PathReader.longestList, { ShedError(.environment, .cannotReadPathList(reason: $0)) }) else {
            throw ShedError(.usage, .pathListTooLong(most: PathReader.longestList >> 20), remedy: .giveListInParts)
        }
        return list
    }

    /// - Parameter failure: what is thrown, given why it cannot be read.
    /// - Returns: `nil` where there is more than `limit` bytes.
    private static func read(_ descriptor: Int32, atMost limit: Int, _ failure: (Message) -> ShedError) throws(ShedError) -> [UInt8]? {
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return content }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(.system(errno))
            }
            content += buffer[..<count]
            if content.count > limit { return nil }
        }
    }
}
