import ShedTestSupport
import Testing

@testable import ShedSidecar

@Suite struct `The ID of a batch` {
    /// Nobody has to hash what a header only names: whoever writes one chooses all digits.
    @Test(arguments: 0..<4) func `is hashed by all its digits, so that many that agree in the others are no list`(word: Int) throws {
        let ids = try (0..<1_000 as Range<UInt64>).map { number in
            var bytes = [UInt8](repeating: 7, count: 32)
            for byte in 0..<8 { bytes[word * 8 + byte] = UInt8(truncatingIfNeeded: number >> UInt64(8 * (7 - byte))) }
            return try #require(BatchID(bytes: bytes))
        }
        #expect(Set(ids.map(\.hashValue)).count > 990)
    }
}
