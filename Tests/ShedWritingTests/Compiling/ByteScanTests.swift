import Testing

@testable import ShedWriting

@Suite struct `Looking for signs in a text` {
    private static let signs = ByteScan.Signs(0x5c, 0x5b, 0x5d, 0x80)

    private func slowly(_ text: [UInt8], _ start: Int, _ end: Int) -> Int {
        text[start..<end].firstIndex { [0x5c, 0x5b, 0x5d, 0x80].contains($0) } ?? end
    }

    @Test func `finds the first one wherever it stands, and nothing that is nearly one`() {
        // Beside a sign what differs from it by a bit is taken for one most easily.
        for near: UInt8 in [0x00, 0x01, 0x5a, 0x5c, 0x5e, 0x7f, 0x81, 0xdb, 0xff] {
            for length in 0...20 {
                for place in 0..<length {
                    for sign: UInt8 in [0x5c, 0x5b, 0x5d, 0x80, near] {
                        var text = Array(repeating: near == 0x5c ? 0x20 : near, count: length)
                        text[place] = sign
                        for start in 0...length { #expect(ByteScan.first(of: Self.signs, in: text, from: start, to: length) == slowly(text, start, length)) }
                    }
                }
            }
        }
    }

    @Test func `ends where it is told to, and never before it begins`() {
        let text = Array("plain text, and then [a bracket]".utf8)
        #expect(ByteScan.first(of: Self.signs, in: text, from: 0, to: 21) == 21)
        #expect(ByteScan.first(of: Self.signs, in: text, from: 0, to: 1_000) == 21)
        #expect(ByteScan.first(of: Self.signs, in: text, from: 30, to: 20) == 30)
        #expect(ByteScan.first(of: Self.signs, in: [], from: 0, to: 0) == 0)
    }
}
